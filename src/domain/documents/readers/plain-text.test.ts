import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commaBelow } from '#lib/values/text.ts';
import { decoderOf, encodingOf } from './plain-text.ts';

const TEXT = 'Ședința de licitație a început în țară: hârtie, pâine și șură.';
/** Produced by Python's codecs, independently of the table in the code. */
const OLD =
  'aa6564696efe61206465206c6963697461fe6965206120ee6e636570757420ee6e20fe6172e33a2068e2727469652c2070e2696e6520ba6920ba7572e32e';
const DOS =
  'b86564696eee61206465206c6963697461ee69652061208c6e6365707574208c6e20ee6172c73a206883727469652c207083696e6520ad6920ad7572c72e';

const read = (bytes: Buffer, isMarkup = false): string =>
  commaBelow(decoderOf(encodingOf(bytes, isMarkup)).decode(bytes));

test('UTF-8 and UTF-16 are detected by their bytes', () => {
  assert.equal(read(Buffer.from(TEXT)), TEXT);
  assert.equal(read(Buffer.from(`\ufeff${TEXT}`, 'utf16le')), TEXT);
  assert.equal(read(Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()), TEXT);
});

test('single-byte encodings are detected by the number of Romanian letters', () => {
  assert.equal(read(Buffer.from(OLD, 'hex')), TEXT);
  assert.equal(read(Buffer.from(DOS, 'hex')), TEXT);
  assert.equal(encodingOf(Buffer.from(DOS, 'hex')), 'cp852');
});

test('the declared encoding of markup applies where the bytes are valid in it', () => {
  const declared = (name: string, hex: string): string =>
    read(Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${name}"?>`), Buffer.from(hex, 'hex')]), true);
  for (const name of ['windows-1250', 'ISO-8859-2', 'iso-8859-16', 'UTF-8'])
    assert.ok(declared(name, OLD).endsWith(TEXT));
  assert.ok(declared('ibm852', DOS).endsWith(TEXT));
  assert.ok(declared('windows-1250', Buffer.from(TEXT).toString('hex')).endsWith(TEXT));
});

test('a character cut at the end of the sample does not change the detected encoding', () => {
  for (const end of [1, 2, 3]) assert.equal(encodingOf(Buffer.from(`${TEXT}„`).subarray(0, -end)), 'utf-8');
});
