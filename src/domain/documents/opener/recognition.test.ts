import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { type Picture, picturePdf } from '#demo-country/pdf.ts';
import { random } from '#demo-country/random.ts';
import { scanPages } from '#demo-country/scan.ts';
import { createFileReader } from '#domain/documents/readers/file-reader.ts';
import type { Reading } from '#domain/documents/readers/reading.ts';
import { words } from '#lib/values/text.ts';
import { createPageRecognizer, pagesDue, withRecognized, withStoredOcr } from './recognition.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-scans-'));
const reader = createFileReader({ folder });
const recognizer = createPageRecognizer();
after(() => {
  reader.close();
  recognizer.close();
  rmSync(folder, { recursive: true });
});

const TEXT = 'Agenția anunță că „țara” își plătește (toate) taxele – și impozitele.';

test('scanned pages are queued, then recognized and marked; an illegible page stays listed as missing', async () => {
  const [page] = await scanPages([TEXT, 'Caiet de sarcini pentru furnizarea de hârtie'], random(1, 1, 'scan'));
  assert.ok(page);
  const grey = { width: 200, height: 300, grey: new Uint8Array(200 * 300).fill(128) };
  const path = join(folder, 'scan');
  writeFileSync(path, picturePdf([page, grey], { title: 'x' }));
  const reading = await reader.read(path);
  assert.deepEqual([reading.state, reading.text, reading.pagesCount], ['ocrDue', null, 2]);
  assert.deepEqual(reading.missing, [{ what: 'pages', pages: [1, 2], why: 'ocrDue' }]);
  const whole = await recognizer.recognize(path, reading);
  assert.equal(whole.state, 'partly');
  assert.deepEqual(whole.missing, [{ what: 'pages', pages: [2], why: 'illegible' }]);
  assert.deepEqual(
    whole.text?.pages.map(({ number, source }) => [number, source]),
    [[1, 'ocr']],
  );
  const read = words(whole.text?.text ?? '').join(' ');
  for (const part of ['plateste', 'impozitele', 'caiet de sarcini']) assert.ok(read.includes(part), read);
});

test('an image file is a page', async () => {
  const [page] = await scanPages(['Caiet de sarcini pentru furnizarea de hârtie'], random(1, 1, 'scan'));
  assert.ok(page);
  const path = join(folder, 'picture');
  writeFileSync(path, madePng(page));
  const reading = await reader.read(path);
  assert.deepEqual([reading.kind, reading.mediaType, reading.state], ['image', 'image/png', 'ocrDue']);
  const whole = await recognizer.recognize(path, reading);
  assert.equal(whole.state, 'read');
  assert.ok(
    words(whole.text?.text ?? '')
      .join(' ')
      .includes('caiet de sarcini'),
  );
});

function madePng({ width, height, grey }: Picture): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
    return Buffer.concat([length, Buffer.from(type), data, sum]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 8;
  // Each row starts with its filter type: 0, unfiltered.
  const rows = Array.from({ length: height }, (_, y) => [Buffer.alloc(1), grey.subarray(y * width, (y + 1) * width)]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const due = (pages: number[]): Reading => ({
  kind: 'pdf',
  mediaType: 'application/pdf',
  state: 'ocrDue',
  text: null,
  pagesCount: pages.length,
  missing: [{ what: 'pages', pages, why: 'ocrDue' }],
  entries: null,
  reason: null,
});

test('of many scanned pages the first are recognized, and the others are listed as missing', () => {
  const reading = due(Array.from({ length: 40 }, (_, i) => i + 1));
  const pages = pagesDue(reading);
  assert.equal(pages.length, 30);
  const whole = withRecognized(
    reading,
    pages.map((number) => ({ number, text: TEXT })),
  );
  assert.deepEqual([whole.state, whole.text?.pages.length], ['partly', 30]);
  assert.deepEqual(whole.missing, [
    {
      what: 'pages',
      pages: reading.missing.flatMap((each) => ('pages' in each ? each.pages.slice(30) : [])),
      why: 'ocrCap',
    },
  ]);
});

test('pages that OCR read before are kept by a new reading, and the others stay due', () => {
  const page = { content: 1, number: 2, page: 2, entry: null, source: 'ocr' as const, text: TEXT };
  const whole = withStoredOcr(due([2, 3, 4]), [page], [{ what: 'pages', pages: [3], why: 'illegible' }]);
  assert.deepEqual(
    [whole.state, whole.text?.pages.map(({ number, source }) => [number, source])],
    ['partly', [[2, 'ocr']]],
  );
  assert.deepEqual(whole.missing, [
    { what: 'pages', pages: [3], why: 'illegible' },
    { what: 'pages', pages: [4], why: 'ocrDue' },
  ]);
  assert.deepEqual(withStoredOcr(due([1]), [], []), due([1]));
});

test('images without a legible word leave a document without text', () => {
  const whole = withRecognized(due([1]), [{ number: 1, text: null }]);
  assert.deepEqual([whole.state, whole.text], ['none', null]);
  assert.deepEqual(whole.missing, [{ what: 'pages', pages: [1], why: 'illegible' }]);
});
