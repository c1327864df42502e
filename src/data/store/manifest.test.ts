import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGenerationId, newPartId } from './manifest.ts';

const now = new Date('2026-11-15T04:15:00Z');

test('the id of a generation starts with its creation time', () => {
  assert.match(newGenerationId(now, null), /^g20261115_041500_[0-9a-f]{6}$/);
  assert.match(newGenerationId(now, 'g20261114_235959_ffffff'), /^g20261115_041500_/);
});

test('a later generation has a greater id, in the same second and after the clock was set back', () => {
  assert.match(newGenerationId(now, 'g20261115_041500_ffffff'), /^g20261115_041501_/);
  assert.match(newGenerationId(now, 'g20261231_235959_abcdef'), /^g20270101_000000_/);
});

test('the id of a part starts with its name and day, in characters valid for a schema', () => {
  assert.match(newPartId('registry', '2026-11-15'), /^registry_20261115_[0-9a-f]{6}$/);
  for (const name of ['', 'Registry', '1st', 'a-b', 'a b', 'x"; drop', 'a'.repeat(32)])
    assert.throws(() => newPartId(name, '2026-11-15'), /cannot name a part/);
});
