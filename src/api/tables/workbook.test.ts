import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowXml } from './workbook.ts';

test('what looks like the code of a character is read as it was written, also where two share a mark', () => {
  const texts = ['_x0041_', '_x0041_x0042_', '__x0041__', '_x003D_1+1', '\u0007_x0007_'];
  const cells = [...rowXml(1, texts, '').matchAll(/<t xml:space="preserve">([^<]*)</g)];
  // As Excel reads them: from left to right, each code once.
  const read = cells.map(([, text = '']) =>
    text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  assert.deepEqual(read, texts);
});
