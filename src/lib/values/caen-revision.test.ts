import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filedRevision, revisionOf } from './caen-revision.ts';

test('activities filed up to 2024 are of Rev.2, from 2025 on of Rev.3', () => {
  assert.equal(filedRevision('0111', 2024), 'rev2');
  assert.equal(filedRevision('0111', 2025), 'rev3');
});

test('a class that only the other revision knows belongs to that one, in either direction', () => {
  assert.equal(filedRevision('4719', 2024), 'rev2');
  assert.equal(filedRevision('9609', 2025), 'rev2');
  assert.equal(filedRevision('9699', 2024), 'rev3');
});

test('a class that nobody knows stays in the revision of its year', () => {
  assert.equal(filedRevision('9999', 2024), 'rev2');
  assert.equal(filedRevision('9999', 2025), 'rev3');
});

test('a code that comes alone is of the only revision that has it, or of the newer where it means the same', () => {
  assert.equal(revisionOf('6210'), 'rev3');
  assert.equal(revisionOf('6201'), 'rev2');
  assert.equal(revisionOf('8411'), 'rev3');
  assert.equal(revisionOf('4671'), null);
  assert.equal(revisionOf('9999'), null);
});
