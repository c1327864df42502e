/** The pictures of the README: few, small and all in use. `npm run screenshots` creates them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../docs/pictures/', import.meta.url);
const BYTES_MAX = 100_000;
const PICTURES_MAX = 8;

test('every picture appears in the README and respects the size limit', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const names = readdirSync(folder);
  assert.ok(names.length > 0 && names.length <= PICTURES_MAX, String(names.length));
  for (const name of names) {
    assert.ok(readme.includes(`docs/pictures/${name}`), name);
    assert.ok(statSync(new URL(name, folder)).size <= BYTES_MAX, name);
  }
});
