import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caenRevision } from './finances.ts';

test('activities filed up to 2024 are of Rev.2, from 2025 on of Rev.3', () => {
  assert.equal(caenRevision('0111', 2024), 'rev2');
  assert.equal(caenRevision('0111', 2025), 'rev3');
});

test('a class that only the other revision knows belongs to that one, in either direction', () => {
  assert.equal(caenRevision('4719', 2024), 'rev2');
  assert.equal(caenRevision('9609', 2025), 'rev2');
  assert.equal(caenRevision('9699', 2024), 'rev3');
});

test('a class that nobody knows stays in the revision of its year', () => {
  assert.equal(caenRevision('9999', 2024), 'rev2');
  assert.equal(caenRevision('9999', 2025), 'rev3');
});
