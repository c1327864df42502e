import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowXml } from './workbook.ts';

test('text that looks like an Excel character escape is read back unchanged, also with shared underscores', () => {
  const texts = ['_x0041_', '_x0041_x0042_', '__x0041__', '_x003D_1+1', '\u0007_x0007_'];
  const cells = [...rowXml(1, texts, '').matchAll(/<t xml:space="preserve">([^<]*)</g)];
  // Decoded as Excel does: from left to right, each code once.
  const read = cells.map(([, text = '']) =>
    text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  assert.deepEqual(read, texts);
});
