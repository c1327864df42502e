import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_KEY, digestOf, generateKey, hasKey, hintOf, isWellFormed, withoutKeys } from './keys.ts';

test('a new key has the prefix, 30 secret characters and 6 of checksum, and is never the same', () => {
  const key = generateKey();
  assert.match(key, /^fmt_live_[0-9A-Za-z]{36}$/);
  assert.ok(isWellFormed(key));
  assert.notEqual(key, generateKey());
});

test('a mistyped character is detected without a query of the store', () => {
  const key = generateKey();
  for (let i = 9; i < key.length; i++) {
    const other = key[i] === 'A' ? 'B' : 'A';
    assert.equal(isWellFormed(key.slice(0, i) + other + key.slice(i + 1)), false, `character ${i}`);
  }
  for (const text of ['', 'fmt_live_', `${key}x`, key.slice(1), ` ${key}`, key.replace('live', 'test')])
    assert.equal(isWellFormed(text), false);
});

test('the digest needs the pepper, and the hint does not reveal the key', () => {
  const key = generateKey();
  assert.notEqual(digestOf('a', key), digestOf('b', key));
  assert.ok(!digestOf('a', key).includes(key.slice(9, 20)));
  assert.equal(hintOf(key), `fmt_live_…${key.slice(-4)}`);
});

test('the demo key is well-formed and equals the one in the docs', () => {
  assert.equal(DEMO_KEY, 'fmt_live_DemoCountryOnlyInventedFirms0004QzRc');
  assert.ok(isWellFormed(DEMO_KEY));
});

const key = generateKey();

test('a key is masked in a text, in any encoding', () => {
  const encodings = [
    key,
    encodeURIComponent(key),
    key.replaceAll('_', '%5F'),
    key.replaceAll('_', '%255f'),
    key.replaceAll('_', '%25%35%46'),
    key.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  ];
  for (const encoded of encodings)
    assert.equal(withoutKeys(`Error: no /api/company/${encoded} at x.ts`), 'Error: no /api/company/fmt_live_… at x.ts');
});

test('a text with a key is recognised; a hint is not a key', () => {
  for (const text of [key, `{"name":"for ${key}"}`, key.replaceAll('_', '%5F')]) assert.ok(hasKey(text), text);
  for (const text of ['', hintOf(key), 'fmt_live_', 'ERP 100%']) assert.ok(!hasKey(text), text);
});

test('a text without a key stays as it is, encodings and all', () => {
  for (const text of ['/api/company/1', '/api/sicap/contracts/12%2F2024', '/100%', '%', '%zz', '%25', 'fmt_'])
    assert.equal(withoutKeys(text), text);
});

test('endless layers of encoding are not decoded', () => {
  let text = key;
  for (let depth = 0; depth < 20; depth++) text = text.replaceAll('_', '%5F').replaceAll('5', '%35');
  assert.equal(withoutKeys(`Error: no /api/company/${text} at x.ts`), 'Error: no /api/company/… at x.ts');
});
