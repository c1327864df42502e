import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Conditions } from './conditions.ts';

test('values are numbered in the order of the text', () => {
  const conditions = new Conditions().add('a = ?', 1).add('b between ? and ?', 2, 3);
  assert.equal(conditions.where, 'where a = $1 and b between $2 and $3');
  assert.deepEqual(conditions.params, [1, 2, 3]);
  assert.deepEqual([new Conditions().where, new Conditions().params], ['', []]);
});

test('the last of two upper bounds applies, and a copy leaves the original unchanged', () => {
  const days = new Conditions().add('a = ?', 1).upTo('day <= ?', '2026-12-31').add('b = ?', 2);
  const page = days.copy().upTo('(day, key) < (?, ?)', '2026-03-01', 7);
  assert.equal(page.where, 'where a = $1 and b = $2 and (day, key) < ($3, $4)');
  assert.deepEqual(page.params, [1, 2, '2026-03-01', 7]);
  assert.equal(days.where, 'where a = $1 and b = $2 and day <= $3');
  assert.deepEqual(days.params, [1, 2, '2026-12-31']);
});
