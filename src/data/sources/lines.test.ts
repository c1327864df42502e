import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksOf } from '#test/support/source-input.ts';
import { decodeText, LINE_LENGTH_MAX, readLines } from './lines.ts';

async function linesOf(content: string | Uint8Array, chunkBytes = 1000): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for await (const { first, lines } of readLines(chunksOf(content, chunkBytes))) {
    assert.equal(first, all.length + 1, 'line numbers continue from batch to batch');
    all.push(...lines);
  }
  return all;
}

const text = fc
  .array(fc.string({ unit: fc.constantFrom('a', '"', '^', ' ', 'ă', 'ș', '€', '😀') }), { minLength: 1, maxLength: 20 })
  .filter((lines) => lines.at(-1) !== '');

test('chunk boundaries do not change the lines, even within a character or a line end', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 40 }), fc.constantFrom('\n', '\r\n'), async (lines, size, end) => {
      assert.deepEqual(await linesOf(lines.join(end), size), lines);
      assert.deepEqual(await linesOf(lines.join(end) + end, size), lines);
    }),
  );
});

test('a byte order mark is not part of the first line', async () => {
  assert.deepEqual(await linesOf('\ufeffCUI\nx', 2), ['CUI', 'x']);
});

test('cedilla letters become comma-below, and tabs and non-breaking spaces become spaces', async () => {
  assert.deepEqual(await linesOf('Ştiinţă\tşi\u00a0ŢARĂ'), ['Știință și ȚARĂ']);
});

test('a line that is not UTF-8 is decoded as cp1250, without effect on its neighbours', async () => {
  const cp1250 = Buffer.from([0xaa, 0x74, 0x69, 0x69, 0x6e, 0xfe, 0xe3]);
  const mixed = Buffer.concat([Buffer.from('știință\n'), cp1250, Buffer.from('\nțară\n')]);
  for (const size of [1, 5, 1000]) assert.deepEqual(await linesOf(mixed, size), ['știință', 'Știință', 'țară']);
});

test('a line beyond the length limit is null, and the lines around it are read', async () => {
  const content = `before\n${'ă'.repeat(LINE_LENGTH_MAX + 1)}\n${'b'.repeat(LINE_LENGTH_MAX)}\r\nafter`;
  for (const size of [4096, 300_000, 1_000_000]) {
    assert.deepEqual(await linesOf(content, size), ['before', null, 'b'.repeat(LINE_LENGTH_MAX), 'after']);
  }
});

test('a large file without a line end is one line beyond the limit', async () => {
  assert.deepEqual(await linesOf('x'.repeat(5_000_000), 1000), [null]);
});

test('an empty file has no lines', async () => {
  assert.deepEqual(await linesOf(''), []);
});

test('decodeText decodes a whole text like a line', () => {
  assert.equal(decodeText(Buffer.from('ţară')), 'țară');
  assert.equal(decodeText(Buffer.from([0xfe, 0x61, 0x72, 0xe3])), 'țară');
});
