/** Syntax that the PDF reader refuses because other programs read it differently, and limits of its reading effort. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { BrokenSignature } from '#lib/signatures/broken-signature.ts';
import { type BytesAt, bytesInMemory } from '#lib/signatures/bytes-at.ts';
import { changesIn } from '#lib/signatures/pdf/changes.ts';
import { openPdf, type PdfFile } from '#lib/signatures/pdf/file.ts';
import { type Effort, fullEffort } from '#lib/signatures/pdf/objects.ts';
import { pdfSignatures } from '#lib/signatures/pdf/signatures.ts';
import {
  type Objects,
  OPEN,
  PACKED,
  SIZE,
  streamOf,
  textStream,
  type Update,
  updated,
} from '#test/support/signatures/packed-pdf.ts';

const START = Buffer.from('%PDF-1.7\n', 'latin1');
const BASE = updated(START, { packed: PACKED, listed: true, open: OPEN, table: 21 });

function opened(bytes: Buffer, effort = fullEffort()): PdfFile {
  return openPdf(bytesInMemory(bytes), bytes.length, effort);
}

/** The kind of change of an update, as if everything before it were signed. */
function changeOf(before: Buffer, update: Update | Buffer, effort = fullEffort()): string {
  const after = bytesInMemory(Buffer.isBuffer(update) ? Buffer.concat([before, update]) : updated(before, update));
  return changesIn(after, [before.length], [], openPdf(after, after.size, effort), effort)(before.length);
}

/** Objects with a cross-reference stream: its rows and the entries of its dictionary. */
function listedBy(rows: number[][], entries: string, objects: Objects = { 1: '<< /Type /Catalog >>' }): Buffer {
  const body = Object.entries(objects).map(([number, content]) => `${number} 0 obj\n${content}\nendobj\n`);
  const text = `%PDF-1.7\n${body.join('')}`;
  const bytes = Buffer.from(
    rows.flatMap(([kind = 0, at = 0, last = 0]) => [kind, at >> 16, (at >> 8) & 255, at & 255, last]),
  );
  const stream = streamOf(bytes, `/Type /XRef /Root 1 0 R /W [1 3 1] ${entries}`).toString('latin1');
  return Buffer.from(`${text}21 0 obj\n${stream}\nendobj\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}

test('sections and sizes of a cross-reference stream are integers within the limits of other programs', () => {
  const row = [[1, 9, 0]];
  assert.equal(opened(listedBy(row, '/Size 30 /Index [1 1]')).entries.size, 1);
  for (const entries of [
    '/Size 30 /Index [1.5 1]',
    '/Size 30 /Index [1.0 1]',
    '/Size 30 /Index [1 1.5]',
    '/Size 30 /Index [-1 1]',
    '/Size 30.5 /Index [1 1]',
    '/Size 30 /Index [1 1 1]',
    '/Size 1 /Index [1 1]',
    '/Size 99999999 /Index [1 1]',
    '/Size 30 /Index [0 1]',
    '/Size 30 /Index [1 2]',
  ])
    assert.throws(() => opened(listedBy(row, entries)), BrokenSignature, entries);
  assert.throws(() => opened(listedBy([[3, 9, 0]], '/Size 30 /Index [1 1]')), BrokenSignature, 'an unknown row type');
  const largest = 4 * 1_024 * 1_024 - 1;
  assert.equal(opened(listedBy(row, `/Size ${largest + 1} /Index [${largest} 1]`)).entries.size, 1);
  assert.throws(() => opened(listedBy(row, `/Size ${largest + 2} /Index [${largest + 1} 1]`)), BrokenSignature);
});

test('a row of a cross-reference table has twenty bytes', () => {
  const table = (row: string): Buffer => {
    const text = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
    const rows = `xref\n0 1\n0000000000 65535 f \n1 2\n${row}${row}`;
    const trailer = `trailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
    return Buffer.from(`${text}${rows}${trailer}`, 'latin1');
  };
  for (const row of ['0000000009 00000 n \n', '0000000009 00000 n \r', '0000000009 00000 n\r\n'])
    assert.equal(opened(table(row)).entries.size, 2, JSON.stringify(row));
  for (const row of [
    '0000000009 00000 n\n',
    '0000000009 00000 n  \n',
    '0000000009 00000 n \r\n',
    '000000009 00000 n  \n',
    '0000000009  00000 n\n',
    '0000000009 0000 n  \n',
    '0000000009 00000 x \n',
  ])
    assert.throws(() => opened(table(row)), BrokenSignature, JSON.stringify(row));
});

test('two offsets into the same object stream give their own values', () => {
  const content = Buffer.from('\x001 0  (ab\x00cd)', 'latin1');
  const columns = content.indexOf('\0', 1) - 1;
  // Rows need equal lengths, otherwise they are truncated.
  const filled = deflateSync(Buffer.from(content.toString('latin1').padEnd(2 * (columns + 1), ' '), 'latin1'));
  const outer = '20 0 obj\n<< %';
  const inner = `20 0 obj << /DecodeParms << /Predictor 12 /Columns ${columns} >>\n`;
  const rest = `/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Length ${filled.length} >>\nstream\n`;
  const object = Buffer.concat([
    Buffer.from(`${outer}${inner}${rest}`, 'latin1'),
    filled,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const catalog = '2 0 obj\n<< /Type /Catalog >>\nendobj\n';
  const whole = (at: number): Buffer => {
    const text = Buffer.concat([Buffer.from(`%PDF-1.7\n${catalog}`), object]);
    const rows = Buffer.from([2, 0, 0, 20, 0, 1, 0, 0, 9, 0, 1, 0, at >> 8, at & 255, 0]);
    const stream = streamOf(rows, '/Type /XRef /Root 2 0 R /Size 30 /W [1 3 1] /Index [1 2 20 1]');
    const ending = Buffer.from(`\nendobj\nstartxref\n${text.length}\n%%EOF\n`);
    return Buffer.concat([text, Buffer.from('21 0 obj\n'), stream, ending]);
  };
  const location = 9 + catalog.length;
  const effort = fullEffort();
  const values = [location, location + outer.length].map((at) => opened(whole(at), effort).loaded(1)?.value);
  assert.deepEqual(values, [{ text: 'ab\0cd' }, { text: 'abcd' }]);
});

test('a reference to another generation than the listed one is a change', () => {
  assert.equal(changeOf(BASE, { open: { 3: PACKED[3] ?? '' } }), 'proofs');
  assert.equal(changeOf(BASE, { open: { 3: (PACKED[3] ?? '').replace('5 0 R', '5 1 R') } }), 'other');
  assert.equal(changeOf(BASE, { open: { 3: (PACKED[3] ?? '').replace('6 0 R', '6 7 R') } }), 'other');
  const both = updated(START, { packed: { ...PACKED, 8: '[5 1 R]' }, listed: true, open: OPEN, table: 21 });
  assert.equal(changeOf(both, { open: { 40: '<< >>' } }), 'proofs');
});

test('a stream that ends after the signed revision, or with a wrong length, is a change', () => {
  const stream = (length: number): string =>
    textStream('PRET TOTAL: 1000 LEI').replace(/Length [0-9]+/, `Length ${length}`);
  const right = Number(/Length ([0-9]+)/.exec(textStream('PRET TOTAL: 1000 LEI'))?.[1]);
  const base = (length: number): Buffer =>
    updated(START, { packed: PACKED, listed: true, open: { 5: stream(length) }, table: 21 });
  const list = { open: { 40: '<< >>' } };
  assert.equal(changeOf(base(right), list), 'proofs');
  for (const length of [right - 1, right + 2, 0, base(right).length, 1_000_000]) {
    assert.equal(changeOf(base(length), list), 'other', String(length));
    assert.equal(changeOf(base(length), { open: { 5: stream(length) } }), 'unclear');
  }
});

/** The part of an allowance that was used. */
const taken = (effort: Effort): { objects: number; bytes: number; values: number } => {
  const { objects, bytes, values } = fullEffort();
  return { objects: objects - effort.objects, bytes: bytes - effort.bytes, values: values - effort.values };
};

test('an object stream is read once for all its objects, compressed or not', () => {
  const count = 2_000;
  const names = Array.from({ length: count }, (_, index) => 100 + index);
  const objects = Object.fromEntries(names.map((number) => [number, `(${'x'.repeat(400)})`]));
  const head = names.map((number, index) => `${number} ${index * 403}`).join(' ');
  const body = `${head}\n${names.map((number) => objects[number]).join(' ')}`;
  const plain = `<< /Type /ObjStm /N ${count} /First ${head.length + 1} /Length ${body.length} >>\nstream\n${body}\nendstream`;
  const root = `<< /Type /Catalog /X [${names.map((number) => `${number} 0 R`).join(' ')}] >>`;
  const rows = names.map((_, index) => [2, 50, index]);
  const wide = rows.map(([kind = 0, second = 0, third = 0]) => [kind, 0, 0, second, third >> 8, third & 255]);
  const text = `%PDF-1.7\n1 0 obj\n${root}\nendobj\n50 0 obj\n${plain}\nendobj\n`;
  const at = text.indexOf('\n50 0 obj') + 1;
  const more = [
    [1, 0, 0, 9, 0, 0],
    [1, at >> 16, (at >> 8) & 255, at & 255, 0, 0],
  ];
  const index = `[1 1 50 1 100 ${count}]`;
  const stream = streamOf(
    Buffer.from([...more, ...wide].flat()),
    `/Type /XRef /Root 1 0 R /Size ${SIZE} /W [1 3 2] /Index ${index}`,
  ).toString('latin1');
  const base = Buffer.from(`${text}21 0 obj\n${stream}\nendobj\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
  const effort = fullEffort();
  assert.equal(changeOf(base, { open: { 40: '<< >>' } }, effort), 'proofs');
  const { objects: read, bytes } = taken(effort);
  assert.ok(read < 50, `${read} objects were read`);
  assert.ok(bytes < 4 * base.length + 100_000, `${bytes} bytes of ${base.length}`);
});

test('many object streams with one object each are read with linear effort', () => {
  const count = 1_500;
  const root = `<< /Type /Catalog /X [${Array.from({ length: count }, (_, index) => `${100 + index} 0 R`).join(' ')}] >>`;
  let bytes = updated(START, { open: { 1: root }, table: 21 });
  // Each update adds a container; all are added at once, so that there is one table.
  const containers: Objects = {};
  for (let index = 0; index < count; index++) {
    const head = `${100 + index} 0`;
    const content = `${head}\n(x)`;
    containers[5_000 + index] =
      `<< /Type /ObjStm /N 1 /First ${head.length + 1} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  }
  const within = new Map(Array.from({ length: count }, (_, index) => [100 + index, 5_000 + index] as const));
  bytes = updated(START, { open: { 1: root, ...containers }, table: 21, within });
  const effort = fullEffort();
  assert.equal(changeOf(bytes, { open: { 40: '<< >>' } }, effort), 'proofs');
  const { objects, values } = taken(effort);
  assert.ok(objects < 10 * count, `${objects} objects of ${count} streams`);
  assert.ok(values < 60 * count, `${values} values of ${count} streams`);
});

test('many byte ranges beside one signature are checked with a bounded effort', () => {
  const gap = `<${'30'.repeat(600_000)}>`;
  const numbers = (b: number, c: number, d: number): string =>
    [b, c, d].map((each) => String(each).padStart(10, '0')).join(' ');
  const written = (ranges: string): string => {
    const again = `/ByteRange [0 ${ranges}] `.repeat(1_000);
    return `%PDF-1.7\n1 0 obj\n<< ${again}/Contents ${gap} >>\nendobj\n`;
  };
  const length = written(numbers(0, 0, 0)).length;
  const b = written(numbers(0, 0, 0)).indexOf(gap);
  const text = written(numbers(b, b + gap.length, length - b - gap.length));
  const inner = bytesInMemory(Buffer.from(text, 'latin1'));
  let read = 0;
  const meter =
    (each: BytesAt['copy']): BytesAt['copy'] =>
    (at, count) => {
      read += count;
      return each(at, count);
    };
  const found = pdfSignatures({ ...inner, view: meter(inner.view), copy: meter(inner.copy) }, []);
  assert.ok(read < 200 * 2 ** 20, `${read} bytes`);
  // Unchecked ranges are reported as uncovered.
  assert.ok(found.some(({ covered }) => covered === null));
});
