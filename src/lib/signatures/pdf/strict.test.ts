/** The strict PDF parser refuses syntax that other programs read differently, so that a changed document cannot pass for the signed one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { BrokenSignature } from '#lib/signatures/broken-signature.ts';
import { bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { decoded } from './stream.ts';
import { type PdfDictionary, readValue } from './values.ts';

const parsed = (text: string) => readValue({ text, at: 0 });

test('a number or a keyword ends at white space or a delimiter', () => {
  for (const text of ['[0+0+595+842]', '[0-0 595 842]', '[1.5.5]', '[true1]', '[null-0]', '<</W 1/X 2+3>>'])
    assert.throws(() => parsed(text), BrokenSignature, text);
  assert.deepEqual(parsed('[0 -0.5/A(b)7<63>8]'), [0, -0.5, { name: 'A' }, { text: 'b' }, 7, { text: 'c' }, 8]);
  assert.equal(parsed('12endobj'), 12);
});

test('a string is read if every program reads it alike, and is refused otherwise', () => {
  const text = (written: string): string => (parsed(`(${written}) `) as { text: string }).text;
  for (const end of ['\r\n', '\r', '\n']) {
    assert.equal(text(`1${end}000`), '1\n000', JSON.stringify(end));
    assert.equal(text(`1\\${end}000`), '1000', JSON.stringify(end));
  }
  assert.equal(text('1\\r000'), '1\r000');
  assert.equal(text('a\\(b\\)\\\\(c)\\101\\7'), 'a(b)\\(c)A\x07');
  assert.throws(() => text('\\777'), BrokenSignature);
});

test('an integer with a decimal point is distinct, and integers beyond the exact range are refused', () => {
  assert.deepEqual(parsed('[8 8.0 8. 8.5 -0.0]'), [8, { real: 8 }, { real: 8 }, 8.5, { real: -0 }]);
  assert.throws(() => parsed('[9007199254740993]'), BrokenSignature);
});

test('a name that some programs truncate is refused, and any amount of white space is skipped', () => {
  assert.deepEqual(parsed('/Times#20New\xe9#ff '), { name: 'Times New\xe9\xff' });
  for (const name of ['/A\x80', '/A\xffB', '/A#00', `/${'A'.repeat(128)}`])
    assert.throws(() => parsed(`${name} `), BrokenSignature);
  for (const blanks of [' '.repeat(16_000_000), '%\n'.repeat(4_000_000)])
    assert.deepEqual(parsed(`<<${blanks}/A 1>>`), new Map([['A', 1]]));
});

/** Two rows of three bytes; the second is encoded as its difference from the first. */
const ROWS = [0, 1, 2, 3, 2, 1, 1, 1];

function plainOf(entries: Record<string, string>, rows: readonly number[] = ROWS): Uint8Array {
  const raw = deflateSync(Uint8Array.from(rows));
  const text = Object.entries({ Filter: '/FlateDecode', ...entries }).map(([key, value]) => `/${key} ${value}`);
  const effort = { objects: 1_000, bytes: 1_000_000, values: 1_000, packed: new Map(), read: new Map() };
  const dictionary = parsed(`<<${text.join(' ')}>> `) as PdfDictionary;
  return decoded(bytesInMemory(raw), dictionary, 0, raw.length, raw.length, effort);
}

test('a predictor is applied if every program applies it alike, and is refused otherwise', () => {
  const right = [1, 2, 3, 2, 3, 4];
  assert.deepEqual([...plainOf({ DecodeParms: '<</Predictor 12/Columns 3>>' })], right);
  const options = '<</Predictor 12/Columns 3/Colors 1/BitsPerComponent 8>>';
  assert.deepEqual([...plainOf({ Filter: '[/FlateDecode]', DecodeParms: `[${options}]` })], right);
  for (const entries of [
    // Programs ignore the options when only one of the two is an array.
    { DecodeParms: `[${options}]` },
    { Filter: '[/FlateDecode]', DecodeParms: options },
    { DecodeParms: '<</Predictor 12/Columns 3/Colors 4>>' },
    { DecodeParms: '<</Predictor 12/Columns 3/BitsPerComponent 16>>' },
    { DecodeParms: '<</Predictor 12.5/Columns 3>>' },
    { DecodeParms: '<</Predictor 12/Columns 3/EarlyChange 0>>' },
    { DecodeParms: '30 0 R' },
    { DP: '<</Predictor 12/Columns 3>>' },
    { F: '(elsewhere)' },
  ])
    assert.throws(() => plainOf(entries), BrokenSignature, JSON.stringify(entries));
  assert.throws(
    () => plainOf({ DecodeParms: '<</Predictor 12/Columns 3>>' }, [...ROWS, 0, 1]),
    BrokenSignature,
    'a truncated row',
  );
});
