import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filedRevision, revisionOf } from './caen-revision.ts';

test('activities filed up to 2024 are of Rev.2, and from 2025 on of Rev.3', () => {
  assert.equal(filedRevision('0111', 2024), 'rev2');
  assert.equal(filedRevision('0111', 2025), 'rev3');
});

test('a class that exists in one revision only belongs to that revision', () => {
  assert.equal(filedRevision('4719', 2024), 'rev2');
  assert.equal(filedRevision('9609', 2025), 'rev2');
  assert.equal(filedRevision('9699', 2024), 'rev3');
});

test('an unknown class has the revision of its year', () => {
  assert.equal(filedRevision('9999', 2024), 'rev2');
  assert.equal(filedRevision('9999', 2025), 'rev3');
});

test('a code without a year has its only revision, or the newer one if the meaning is the same', () => {
  assert.equal(revisionOf('6210'), 'rev3');
  assert.equal(revisionOf('6201'), 'rev2');
  assert.equal(revisionOf('8411'), 'rev3');
  assert.equal(revisionOf('4671'), null);
  assert.equal(revisionOf('9999'), null);
});
