import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BYTES_USUAL, sizeOf } from '#transports/mcp/format/result.ts';
import { textWindow } from './fetch-record.ts';
import { linesOf } from './records.ts';

const whole = (text: string): string[] => {
  const windows: string[] = [];
  let next: number | null = 0;
  while (next !== null) {
    const result = textWindow(text, next, { title: 'x'.repeat(500) });
    assert.ok(result.next === null || result.next > next, 'every window has text');
    windows.push(result.window);
    next = result.next;
  }
  return windows;
};

test('text windows join to the whole text, and each fits into an answer in any script', () => {
  for (const line of ['plain words', 'șțăîâ', '\u0000"\\', '𝔉𝔦𝔯𝔪', '漢字'.repeat(7)])
    for (const end of ['\n', ' ', '']) {
      const text = `${line}${end}`.repeat(3_000);
      const windows = whole(text);
      assert.equal(windows.join(''), text);
      for (const piece of windows) {
        assert.ok(sizeOf(piece) <= BYTES_USUAL, `${sizeOf(piece)} bytes of ${line}`);
        assert.equal(piece, piece.toWellFormed(), 'no character is cut');
      }
    }
});

test('a short or empty text is one window', () => {
  assert.deepEqual(whole('short'), ['short']);
  assert.deepEqual(whole(''), ['']);
});

test('a record is printed line by line without its unknown values', () => {
  const record = {
    name: 'A',
    none: null,
    empty: [],
    codes: ['1', '2'],
    seat: { town: 'B' },
    rows: [{ n: 1 }, { n: 2 }],
  };
  assert.deepEqual(linesOf(record), ['name: A', 'codes: 1, 2', 'seat.town: B', 'rows 1.n: 1', 'rows 2.n: 2']);
});
