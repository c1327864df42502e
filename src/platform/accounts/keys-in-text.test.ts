import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOf, makeKey } from './keys.ts';
import { hasKey, withoutKeys } from './keys-in-text.ts';

const key = makeKey();

test('a key is taken out of a text, however it is encoded', () => {
  const encodings = [
    key,
    encodeURIComponent(key),
    key.replaceAll('_', '%5F'),
    key.replaceAll('_', '%255f'),
    key.replaceAll('_', '%25%35%46'),
    key.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ];
  for (const encoded of encodings)
    assert.equal(withoutKeys(`Error: no /api/company/${encoded} at x.ts`), 'Error: no /api/company/fmt_live_… at x.ts');
});

test('a key is found in a text, and its hint is none', () => {
  for (const text of [key, `{"name":"for ${key}"}`, key.replaceAll('_', '%5F')]) assert.ok(hasKey(text), text);
  for (const text of ['', hintOf(key), 'fmt_live_', 'ERP 100%']) assert.ok(!hasKey(text), text);
});

test('a text without a key stays as it is, encodings and all', () => {
  for (const text of ['/api/company/1', '/api/sicap/contracts/12%2F2024', '/100%', '%', '%zz', '%25', 'fmt_'])
    assert.equal(withoutKeys(text), text);
});

test('an encoding without end is not followed', () => {
  let text = key;
  for (let depth = 0; depth < 20; depth++) text = text.replaceAll('_', '%5F').replaceAll('5', '%35');
  assert.equal(withoutKeys(`Error: no /api/company/${text} at x.ts`), 'Error: no /api/company/… at x.ts');
});
