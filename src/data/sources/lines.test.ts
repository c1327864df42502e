import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksOf } from '#test/support/source-input.ts';
import { decodeText, LINE_LENGTH_MAX, readLines } from './lines.ts';

async function linesOf(content: string | Uint8Array, chunkBytes = 1000): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for await (const { first, lines } of readLines(chunksOf(content, chunkBytes))) {
    assert.equal(first, all.length + 1, 'line numbers go on from batch to batch');
    all.push(...lines);
  }
  return all;
}

const text = fc
  .array(fc.string({ unit: fc.constantFrom('a', '"', '^', ' ', 'ă', 'ș', '€', '😀') }), { minLength: 1, maxLength: 20 })
  .filter((lines) => lines.at(-1) !== '');

test('chunk edges do not change the lines, wherever they cut a character or a line end', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 40 }), fc.constantFrom('\n', '\r\n'), async (lines, size, end) => {
      assert.deepEqual(await linesOf(lines.join(end), size), lines);
      assert.deepEqual(await linesOf(lines.join(end) + end, size), lines);
    }),
  );
});

test('a byte order mark is no part of the first line', async () => {
  assert.deepEqual(await linesOf('\ufeffCUI\nx', 2), ['CUI', 'x']);
});

test('cedilla letters become comma-below, tabs and hard blanks become blanks', async () => {
  assert.deepEqual(await linesOf('Ştiinţă\tşi\u00a0ŢARĂ'), ['Știință și ȚARĂ']);
});

test('a line that is no UTF-8 is read as cp1250 and leaves its neighbours alone', async () => {
  const cp1250 = Buffer.from([0xaa, 0x74, 0x69, 0x69, 0x6e, 0xfe, 0xe3]);
  const mixed = Buffer.concat([Buffer.from('știință\n'), cp1250, Buffer.from('\nțară\n')]);
  for (const size of [1, 5, 1000]) assert.deepEqual(await linesOf(mixed, size), ['știință', 'Știință', 'țară']);
});

test('a line longer than the cap is null, the lines around it stay, and chunk edges do not matter', async () => {
  const content = `before\n${'ă'.repeat(LINE_LENGTH_MAX + 1)}\n${'b'.repeat(LINE_LENGTH_MAX)}\r\nafter`;
  for (const size of [4096, 300_000, 1_000_000]) {
    assert.deepEqual(await linesOf(content, size), ['before', null, 'b'.repeat(LINE_LENGTH_MAX), 'after']);
  }
});

test('a file without any line end is one line that is too long, however many chunks it has', async () => {
  assert.deepEqual(await linesOf('x'.repeat(5_000_000), 1000), [null]);
});

test('an empty file has no line', async () => {
  assert.deepEqual(await linesOf(''), []);
});

test('a whole text is decoded like a line', () => {
  assert.equal(decodeText(Buffer.from('ţară')), 'țară');
  assert.equal(decodeText(Buffer.from([0xfe, 0x61, 0x72, 0xe3])), 'țară');
});
