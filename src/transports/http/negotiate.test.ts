import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsBrotli, acceptsGzip, acceptsJson, acceptsZstd, languageOf } from './negotiate.ts';

test('of a header of 28 KB only the beginning is read', () => {
  const commas = ','.repeat(28_000);
  assert.equal(languageOf('', `ro;q=0.4,en;q=0.8${commas}`, 'ro'), 'en');
  assert.equal(languageOf('', `${commas}en`, 'ro'), 'ro');
  for (const accepts of [acceptsGzip, acceptsBrotli, acceptsZstd]) {
    assert.ok(accepts(`gzip, br, zstd${commas}`));
    assert.ok(!accepts(`${commas}gzip, br, zstd`));
  }
  assert.ok(acceptsJson(`application/json${commas}`));
  assert.ok(!acceptsJson(`${commas}application/json`));
});
