import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_KEY, digestOf, hintOf, isWellFormed, makeKey } from './keys.ts';

test('a new key has the prefix, 30 secret characters and 6 of checksum, and is never the same', () => {
  const key = makeKey();
  assert.match(key, /^fmt_live_[0-9A-Za-z]{36}$/);
  assert.ok(isWellFormed(key));
  assert.notEqual(key, makeKey());
});

test('any mistyped character is noticed without asking the store', () => {
  const key = makeKey();
  for (let i = 9; i < key.length; i++) {
    const other = key[i] === 'A' ? 'B' : 'A';
    assert.equal(isWellFormed(key.slice(0, i) + other + key.slice(i + 1)), false, `character ${i}`);
  }
  for (const text of ['', 'fmt_live_', `${key}x`, key.slice(1), ` ${key}`, key.replace('live', 'test')])
    assert.equal(isWellFormed(text), false);
});

test('the digest needs the pepper, and the hint does not give the key away', () => {
  const key = makeKey();
  assert.notEqual(digestOf('a', key), digestOf('b', key));
  assert.ok(!digestOf('a', key).includes(key.slice(9, 20)));
  assert.equal(hintOf(key), `fmt_live_…${key.slice(-4)}`);
});

test('the demo key is well-formed and stays what the docs print', () => {
  assert.equal(DEMO_KEY, 'fmt_live_DemoCountryOnlyInventedFirms0004QzRc');
  assert.ok(isWellFormed(DEMO_KEY));
});
