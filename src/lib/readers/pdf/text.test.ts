import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { picturePdf, textPdf } from '#demo-country/pdf.ts';
import { random } from '#demo-country/random.ts';
import { scanPages, unreadablePage } from '#demo-country/scan.ts';
import { words } from '#lib/values/text.ts';
import { createPdfReader } from './text.ts';

const reader = createPdfReader();
const pictureReader = createPdfReader({ pictures: true });
after(() => {
  reader.close();
  pictureReader.close();
});

const TEXT = 'Agenția anunță că „țara” își plătește (toate) taxele – și impozitele.';

test('text is extracted unchanged, page by page', async () => {
  const paragraphs = Array.from({ length: 60 }, () => TEXT);
  const reading = await reader.read(textPdf(paragraphs, { title: 'Comunicat' }));
  assert.ok('text' in reading);
  assert.equal(reading.pages, 3);
  assert.equal(reading.text.split('\f').length, 3);
  assert.equal(reading.text.split(TEXT).length - 1, 60);
});

test('a document without text gives the reason', async () => {
  const whole = textPdf([TEXT], { title: 'x' });
  assert.deepEqual(await reader.read(textPdf([TEXT], { title: 'x', locked: true })), { problem: 'encrypted' });
  assert.deepEqual(await reader.read(textPdf(['1', '2'], { title: 'x' })), { problem: 'scanned' });
  assert.deepEqual(await reader.read(whole.subarray(0, 200)), { problem: 'broken' });
  assert.deepEqual(await reader.read(Buffer.from('<html></html>')), { problem: 'broken' });
  assert.deepEqual(await reader.read(Buffer.alloc(0)), { problem: 'broken' });
});

test('a document with too many pages is not read', async () => {
  const pages = Array.from({ length: 23_500 }, () => 'Rând scurt');
  assert.deepEqual(await reader.read(textPdf(pages, { title: 'x' })), { problem: 'bomb' });
});

test('a read beyond its time limit ends without effect on others', async () => {
  const hasty = createPdfReader({ readMsMax: 1 });
  const pages = Array.from({ length: 10_000 }, () => TEXT);
  assert.deepEqual(await hasty.read(textPdf(pages, { title: 'x' })), { problem: 'bomb' });
  hasty.close();
  assert.ok('text' in (await reader.read(textPdf([TEXT], { title: 'x' }))));
});

test('concurrent documents are read one after the other', async () => {
  const readings = await Promise.all([TEXT, TEXT].map((text) => reader.read(textPdf([text], { title: 'x' }))));
  assert.ok(readings.every((reading) => 'text' in reading));
});

test('an aborted read throws and gives no verdict on the document', async () => {
  const pages = Array.from({ length: 10_000 }, () => TEXT);
  const calling = new AbortController();
  const reading = reader.read(textPdf(pages, { title: 'x' }), calling.signal);
  setImmediate(() => calling.abort(new Error('we stop')));
  await assert.rejects(reading, /we stop/);
  assert.ok('text' in (await reader.read(textPdf([TEXT], { title: 'x' }))));
});

const roll = random(1, 1, 'scan');

test('the text reader lists scanned pages, and the OCR reader reads them', async () => {
  const scan = picturePdf(await scanPages([TEXT, 'RO e-Factura: 744 de mii de operatori'], roll), { title: 'x' });
  assert.deepEqual(await reader.read(scan), { pages: 1, text: '', pictures: [1], ocrPages: [] });
  const reading = await pictureReader.read(scan);
  assert.ok('text' in reading);
  assert.deepEqual([reading.pages, reading.pictures, reading.ocrPages], [1, [], [1]]);
  const read = words(reading.text).join(' ');
  for (const part of ['tara', 'plateste', 'taxele', 'impozitele', '744 de mii de operatori'])
    assert.ok(read.includes(part), `${part} in ${read}`);
  assert.match(reading.text, /[șț]/);
});

test('a scan without readable text is reported as scanned', async () => {
  const grey = new Uint8Array(200 * 300).fill(128);
  for (const picture of [unreadablePage(roll), { width: 200, height: 300, grey }, { width: 1, height: 1, grey }])
    assert.deepEqual(await pictureReader.read(picturePdf([picture], { title: 'x' })), { problem: 'scanned' });
});

test('a document with too many scanned pages is not read', async () => {
  const pictures = Array.from({ length: 31 }, () => ({ width: 10, height: 10, grey: new Uint8Array(100) }));
  const scan = picturePdf(pictures, { title: 'x' });
  assert.deepEqual(await reader.read(scan), { problem: 'tooManyPictures' });
  assert.deepEqual(await pictureReader.read(scan), { problem: 'tooManyPictures' });
});
