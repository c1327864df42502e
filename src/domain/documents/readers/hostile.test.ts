/** Malicious files: each has a defined outcome, and none is read as an empty text. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { textPdf } from '#demo-country/pdf.ts';
import { madeCompound } from '#test/support/compound-file.ts';
import { made7z, made7zFiles, madeRar } from '#test/support/raw-archives.ts';
import { listEnd, madeDocx, madeOdt, madeZip, paragraph } from '#test/support/raw-zip.ts';
import { createFileReader } from './file-reader.ts';
import type { Reading } from './reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-hostile-'));
const reader = createFileReader({ folder });
after(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
function read(bytes: Uint8Array | string, from = reader): Promise<Reading> {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, bytes);
  return from.read(path);
}
const result = async (bytes: Uint8Array | string): Promise<[string, string]> => {
  const { kind, state, text } = await read(bytes);
  assert.equal(text, null);
  return [kind, state];
};
const states = ({ entries }: Reading): [string, string][] =>
  entries?.map(({ name, reading }) => [name, reading.state]) ?? [];
const file = (name: string | Buffer, text = 'x') => ({ name, content: Buffer.from(text) });

test('a password-protected file is reported as encrypted', async () => {
  assert.deepEqual(await result(textPdf(['Text'], { title: 'x', locked: true })), ['pdf', 'encrypted']);
  assert.deepEqual(await result(madeZip([{ ...file('a.txt'), isEncrypted: true }])), ['zip', 'encrypted']);
  const manifest = '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
  assert.deepEqual(await result(madeOdt('', { 'META-INF/manifest.xml': manifest })), ['odt', 'encrypted']);
  assert.deepEqual(await result(madeCompound({ EncryptedPackage: Buffer.alloc(5_000) })), [
    'lockedOffice',
    'encrypted',
  ]);
});

test('a truncated file is damaged, and the text before the truncation is returned', async () => {
  assert.deepEqual(await result(textPdf(['Text'], { title: 'x' }).subarray(0, 200)), ['pdf', 'damaged']);
  assert.deepEqual(await result(madeZip([file('a')]).subarray(0, 40)), ['zip', 'damaged']);
  assert.deepEqual(await result(Buffer.from('7z\xbc\xaf\x27\x1cabc', 'latin1')), ['7z', 'damaged']);
  assert.deepEqual(await result(Buffer.from('Rar!\x1a\x07\x01\0abc', 'latin1')), ['rar', 'damaged']);
  assert.deepEqual(await result(madeCompound({ WordDocument: Buffer.alloc(5_000) }).subarray(0, 700)), [
    'oldOffice',
    'damaged',
  ]);
  const broken = await read('{\\rtf1 Un text');
  assert.deepEqual([broken.state, broken.text?.text], ['partly', 'Un text']);
  assert.deepEqual(broken.missing, [{ what: 'rest', fromPage: 1, why: 'damaged' }]);
  const docx = await read(madeDocx(`${paragraph('Un rând')}<w:p>`));
  assert.deepEqual([docx.state, docx.text?.text], ['partly', 'Un rând']);
});

test('unsupported kinds are reported, never read as an empty text', async () => {
  assert.deepEqual(await result(Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')), ['unknown', 'unsupported']);
  assert.deepEqual(await result(madeCompound({ PowerPoint: Buffer.alloc(5_000) })), ['oldOffice', 'unsupported']);
  assert.deepEqual(await result(''), ['empty', 'none']);
  assert.deepEqual(await result(' \n\t'), ['text', 'none']);
});

test('a polyglot file has the kind of its beginning', async () => {
  const [pdf, zip] = [textPdf(['Text din PDF'], { title: 'x' }), madeZip([file('a.txt')])];
  assert.equal((await read(Buffer.concat([pdf, zip]))).kind, 'pdf');
  assert.equal((await read(madeZip([{ name: 'a.pdf', content: pdf }], { stored: true }))).kind, 'zip');
  assert.equal((await read(`<html>%PDF-1.4 <p>Text</p></html>`)).kind, 'html');
});

test('archive names that leave the folder are refused, and their files are not read', async () => {
  const names = ['../../etc/passwd', '/etc/passwd', 'C:\\x', 'a/../../b', 'a\0b.txt', '..\\b', 'bun.txt'];
  const reading = await read(madeZip(names.map((name) => file(name))));
  assert.deepEqual(
    states(reading).map(([, state]) => state),
    [...names.slice(0, -1).map(() => 'unsafeName'), 'read'],
  );
  assert.equal(reading.entries?.[4]?.name, 'a\ufffdb.txt');
  const [turned] = states(await read(madeZip([file('act\u202efdp.exe')])));
  assert.deepEqual(turned, ['act\ufffdfdp.exe', 'read']);
});

test('of an archive with too many files the first are read, and the others are counted', async () => {
  const few = createFileReader({ folder, bounds: { entries: 3 } });
  const reading = await read(madeZip(Array.from({ length: 100 }, (_, i) => file(`${i}.txt`))), few);
  few.close();
  assert.equal(reading.entries?.length, 3);
  assert.deepEqual(reading.missing, [{ what: 'entries', count: 97, why: 'tooMany' }]);
});

test('a directory of a hundred thousand files is read up to the limit', async () => {
  const one = madeZip([file('a')], { stored: true });
  const listed = one.subarray(one.indexOf('PK\x01\x02'), -22);
  const body = one.subarray(0, one.indexOf('PK\x01\x02'));
  const list = Buffer.concat(Array.from({ length: 100_000 }, () => listed));
  // ZIP64 would count them all; the plain end record has 65,535.
  const reading = await read(Buffer.concat([body, list, listEnd(65_535, list.length, body.length)]));
  assert.equal(reading.entries?.length, 2_000);
  assert.deepEqual(reading.missing, [{ what: 'entries', count: 63_535, why: 'tooMany' }]);
});

test('archive bombs stop at the size limit for their archive', async () => {
  const zeros = Buffer.alloc(30_000_000);
  const reading = await read(
    madeZip([file('a.txt'), { name: 'b', content: zeros }, { name: 'c', content: zeros }, file('d')]),
  );
  assert.deepEqual(
    states(reading).map(([, state]) => state),
    ['read', 'unsupported', 'tooLarge'],
  );
  assert.deepEqual(reading.missing, [{ what: 'entries', count: 1, why: 'tooLarge' }]);
});

test('a document that unpacks beyond the size limit is too large', async () => {
  const bomb = madeDocx(paragraph('x'.repeat(25_000_000)));
  assert.ok(bomb.length < 100_000);
  assert.deepEqual(await result(bomb), ['docx', 'tooLarge']);
  const many = await read(madeDocx(paragraph('cuvânt '.repeat(1_000)).repeat(3_000)));
  assert.deepEqual([many.state, many.missing], ['partly', [{ what: 'rest', fromPage: 1, why: 'tooLarge' }]]);
});

test('files with false declared sizes are damaged', async () => {
  const lies = [
    { ...file('mare.txt', 'mic'), declaredBytes: 0xfffffff0 },
    { ...file('mic.txt', 'mai mare'), declaredBytes: 1 },
    file('bun.txt'),
  ];
  assert.deepEqual(
    states(await read(madeZip(lies))).map(([, state]) => state),
    ['damaged', 'damaged', 'read'],
  );
});

test('nested archives are read to the third level', async () => {
  let nested = madeZip([file('a.txt')]);
  for (let i = 0; i < 5; i++) nested = madeZip([{ name: 'a.zip', content: nested }]);
  let reading: Reading | undefined = await read(nested);
  const chain: string[] = [];
  for (; reading; reading = reading.entries?.[0]?.reading) chain.push(reading.state);
  assert.deepEqual(chain, ['archive', 'archive', 'archive', 'tooDeep']);
});

test('repeated content is read once and listed under every name', async () => {
  const copies = Array.from({ length: 200 }, (_, i) => file(`${i}.txt`, 'același'));
  const reading = await read(madeZip(copies));
  assert.ok(reading.entries?.every((entry) => entry.reading.text?.text === 'același'));
});

test('7z and RAR archives give their files under their names', async () => {
  assert.deepEqual(states(await read(await made7z({ 'ș țară.txt': 'Șapte', 'b.txt': 'b' }))), [
    ['b.txt', 'read'],
    ['ș țară.txt', 'read'],
  ]);
  assert.deepEqual(await result(await made7z({ 'a.txt': 'x' }, '-psecret')), ['7z', 'encrypted']);
  assert.deepEqual(await result(await made7z({ 'a.txt': 'x' }, '-psecret', '-mhe=on')), ['7z', 'encrypted']);
  const narrow = createFileReader({ folder, bounds: { bytes: 10_000 } });
  assert.equal((await read(await made7z({ bomb: '0'.repeat(20_000) }), narrow)).state, 'tooLarge');
  narrow.close();
  const rar = await read(
    madeRar([
      ['ș.txt', 'Opt'],
      ['../x', 'rău'],
    ]),
  );
  assert.deepEqual(states(rar), [
    ['ș.txt', 'read'],
    ['../x', 'unsafeName'],
  ]);
  assert.equal(rar.entries?.[0]?.reading.text?.text, 'Opt');
});

test('one part of an archive is named as such', async () => {
  const parts = await made7zFiles({ 'a.txt': 'x'.repeat(5_000) }, '-v1k', '-mx=0');
  assert.ok(parts.length > 2);
  assert.deepEqual(await result(parts[0] ?? Buffer.alloc(0)), ['7z', 'splitArchive']);
  const old = Buffer.from('526172211a070000007301000d00000000000000', 'hex');
  for (const rar of [madeRar([['a.txt', 'Opt']], 1), madeRar([['a.txt', 'Opt']], 3), old])
    assert.deepEqual(await result(rar), ['rar', 'splitArchive']);
  const zip = madeZip([file('a.txt', 'text')]);
  const last = Buffer.from(zip);
  last.writeUInt16LE(1, last.length - 18);
  assert.deepEqual(await result(last), ['zip', 'splitArchive']);
  const first = Buffer.concat([Buffer.from('PK\x07\x08'), zip]);
  assert.deepEqual(await result(first.subarray(0, -30)), ['zip', 'splitArchive']);
  assert.deepEqual(await result(zip.subarray(0, -30)), ['zip', 'damaged']);
});

test('a hard link in an archive is not a damaged file', async () => {
  const rar = madeRar([['a.txt', 'Opt']], 0, 'b.txt');
  assert.deepEqual(states(await read(rar)), [
    ['a.txt', 'read'],
    ['b.txt', 'unsupported'],
  ]);
});

test('a reading that exceeds the time limit ends, without an effect on others', async () => {
  const hasty = createFileReader({ folder, caps: { timeoutMs: 1 } });
  assert.equal((await read(textPdf(['Text'], { title: 'x' }), hasty)).state, 'tooLong');
  hasty.close();
  assert.equal((await read('Text')).state, 'read');
});

test('deeply nested XML, RTF and HTML are read within the limits', async () => {
  assert.deepEqual(await result(`<?xml version="1.0"?>${'<a>'.repeat(100_000)}`), ['xml', 'tooLarge']);
  assert.deepEqual(await result(`{\\rtf1${'{'.repeat(100_000)}`), ['rtf', 'tooLarge']);
  assert.equal((await read(`<html>${'<b><p>'.repeat(100_000)}Text`)).text?.text, 'Text');
  const entities = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z; Text</a>';
  assert.ok((await read(entities)).text?.text.endsWith('Text'));
});

test('no temporary file remains', () => {
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('firmoteca')),
    [],
  );
});
