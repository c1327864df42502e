import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentId } from './document-names.ts';

test('an id is the code with a hyphen', () => {
  assert.equal(documentId('CN1096282', 'CN1096282/00003'), 'CN1096282-00003');
});

test('no two codes share an id, and every id is valid in an address without encoding', () => {
  const codes = [
    ...['CN1/00003', '00003', 'CN1-00003', 'CN1~2f.00003', 'CN1/00-03', 'CN1/00/03', 'CN2/00003', 'CN1 00003', 'CN1/ș'],
    ...['../../state', 'CN1/..', 'CN1/%2e', '', `CN1/${'x'.repeat(500)}`, `CN1/${'x'.repeat(501)}`],
  ];
  const ids = codes.map((code) => documentId('CN1', code));
  assert.equal(new Set(ids).size, codes.length, ids.join('\n'));
  for (const id of ids) {
    assert.match(id, /^[A-Za-z0-9._~-]{1,120}$/);
    assert.equal(encodeURIComponent(id), id);
  }
});
