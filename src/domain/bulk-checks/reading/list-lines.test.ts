import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortLines } from '#domain/bulk-checks/checks.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { listLines } from './list-lines.ts';
import { cellsOf, decodeText } from './text-table.ts';

const [A, B, C] = [cuiOf(9_000_001), cuiOf(9_000_002), cuiOf(9_000_003)];

const read = (text: string) => listLines([cellsOf(text)]);
const codes = (text: string): (string | null)[] => read(text).lines.map(({ cui }) => cui);

test('a code is read in the notations of people and spreadsheets', () => {
  for (const written of [
    A,
    `RO${A}`,
    ` ro ${A} `,
    `'${A}`,
    `0${A}`,
    `\u200b${A}\ufeff`,
    '90\u00a0000\u00a0014',
    '90.000.014',
    `${A}.00`,
    `CUI: ${A}`,
    `C.I.F. RO${A}`,
    `ZIMBRUL AURIU SA, CUI ${A}`,
  ])
    assert.deepEqual(codes(written), [A], written);
});

test('a line without a code is a row of its own, with its line number and text', () => {
  const { lines } = read(`${A}\n\nabc\n12345678901\nStr. Florilor nr. 27\n${'x'.repeat(500)}`);
  assert.deepEqual(
    lines.map(({ line, cui }) => [line, cui]),
    [
      [1, A],
      [3, null],
      [4, null],
      [5, null],
      [6, null],
    ],
  );
  assert.equal(lines[1]?.text, 'abc');
  assert.equal(lines[4]?.text.length, 100);
});

test('several codes in a line are several rows', () => {
  assert.deepEqual(codes(`${A}, ${B};${C}`.replace(';', ', ')), [A, B, C]);
  assert.deepEqual(codes(`${A} RO ${B}\t${C}`.replace('\t', ' ')), [A, B, C]);
});

test('the column of a table with the codes is detected by its name or its contents', () => {
  const named = `Denumire;Cod fiscal;Sumă\n"ALFA; BETA ""SRL""";RO${A};90000022\nGAMA;;5\nDELTA;x1;7`;
  const { lines, heading } = read(named);
  assert.equal(heading, 'Denumire · Cod fiscal · Sumă');
  assert.deepEqual(
    lines.map(({ text, cui }) => [text, cui]),
    [
      [`RO${A}`, A],
      ['GAMA · 5', null],
      ['x1', null],
    ],
  );
  assert.deepEqual(codes(`ALFA,${A},12\nBETA,${B},30\nGAMA,,40`), [A, B, null]);
});

test('text is decoded from UTF-8, UTF-16 and Windows-1250', () => {
  const text = `Înregistrare\n${A}`;
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const windows = Buffer.concat([Buffer.from([0xce]), Buffer.from(text.slice(1), 'latin1')]);
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, Buffer.from(utf16.swap16()), windows])
    assert.equal(decodeText(bytes), text);
});

test('long hostile lines are read within the row limit', () => {
  for (const hostile of [
    '"'.repeat(200_000),
    ' '.repeat(200_000),
    '1 '.repeat(100_000),
    `RO ${'RO '.repeat(60_000)}`,
    ','.repeat(200_000),
  ])
    assert.ok(read(hostile).lines.length <= 100_000);
});

test('every sent line is checked, duplicate, refused or over the limit, exactly once', () => {
  const sent = read([A, `RO${A}`, 'abc', B, C, B].join('\n')).lines;
  const sorted = sortLines(sent, 2);
  assert.deepEqual(
    sorted.map(({ outcome }) => outcome),
    ['checked', 'duplicate', 'refused', 'checked', 'overLimit', 'duplicate'],
  );
});
