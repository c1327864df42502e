import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestQueue, type Lookup } from './request-queue.ts';

const keys = (flights: Lookup<number, string>[]) => flights.map(({ key }) => key).join('');
const lineOf = (all = 10, each = 10) => createRequestQueue<number, string>({ all, each }, () => 0);

test('concurrent requests for a record share one entry until it is settled', () => {
  const line = lineOf();
  const first = line.join('a', 1, 'me');
  assert.equal(line.join('a', 1, 'me'), first);
  assert.equal(line.callers(), 1);
  assert.equal(keys(line.take(5)), 'a');
  assert.equal(line.join('a', 1, 'me'), first);
  assert.ok(line.empty());
  first?.settle({ outcome: 'notFound', fetchedAt: '' });
  assert.notEqual(line.join('a', 1, 'me'), first);
});

test('settling an entry twice does not affect its successor', () => {
  const line = lineOf();
  const early = line.join('a', 1, 'me');
  early?.settle({ outcome: 'pending' });
  const late = line.join('a', 1, 'me');
  early?.settle({ outcome: 'pending' });
  assert.equal(line.join('a', 1, 'me'), late);
});

test('callers take precedence over background entries, which fill the free places', () => {
  const line = lineOf();
  line.join('x', 1, null);
  line.join('y', 1, null);
  line.join('a', 1, 'me');
  assert.equal(keys(line.take(2)), 'ax');
  assert.equal(keys(line.take(2)), 'y');
});

test('a caller’s request moves a background entry forward', () => {
  const line = lineOf();
  line.join('x', 1, null);
  line.join('y', 1, null);
  line.join('y', 1, 'me');
  assert.equal(keys(line.take(1)), 'y');
});

test('returned entries come before the others, and background entries still after all callers', () => {
  const line = lineOf();
  for (const key of ['a', 'b']) line.join(key, 1, 'me');
  for (const key of ['x', 'y']) line.join(key, 1, null);
  const taken = line.take(3);
  assert.equal(keys(taken), 'abx');
  line.join('c', 1, 'me');
  line.putBack(taken);
  assert.equal(keys(line.drain()), 'abcxy');
});

test('a full queue refuses new records, and callers can still join a queued one', () => {
  const line = lineOf(1);
  const first = line.join('a', 1, 'me');
  assert.equal(line.join('b', 1, 'me'), null);
  assert.equal(line.join('a', 1, 'me'), first);
});
