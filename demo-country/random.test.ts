import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normal, random, seedNumber, waitDays, weighted, within } from './random.ts';

const take = (count: number, roll: () => number): number[] => Array.from({ length: count }, roll);

test('seed, index and topic determine the random numbers', () => {
  const first = take(5, random(seedNumber('a'), 7, 'name'));
  assert.deepEqual(take(5, random(seedNumber('a'), 7, 'name')), first);
  for (const other of [
    random(seedNumber('b'), 7, 'name'),
    random(seedNumber('a'), 8, 'name'),
    random(seedNumber('a'), 7, 'day'),
  ])
    assert.notDeepEqual(take(5, other), first);
});

test('the first numbers of neighbouring indices are evenly distributed', () => {
  const tenths = new Array(10).fill(0);
  for (let index = 0; index < 10_000; index++) tenths[Math.floor(random(1, index, 'spread')() * 10)]++;
  for (const tenth of tenths) assert.ok(tenth > 880 && tenth < 1120, `a tenth has ${tenth} of 10,000`);
});

test('a weighted pick follows the weights', () => {
  const pick = weighted(['rare', 'common'], (word) => (word === 'rare' ? 1 : 9));
  const rare = take(10_000, random(2, 0, 'weights')).filter((roll) => pick(roll) === 'rare').length;
  assert.ok(rare > 880 && rare < 1120, `${rare} of 10,000`);
  assert.equal(pick(0), 'rare');
  assert.equal(pick(0.9999999), 'common');
});

test('whole numbers stay within bounds, waits have their mean and noise has a mean of zero', () => {
  const roll = random(3, 0, 'bounds');
  const faces = new Set(take(1000, () => within(roll(), 1, 6)));
  assert.deepEqual([...faces].sort(), [1, 2, 3, 4, 5, 6]);
  const mean = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  assert.ok(Math.abs(mean(take(20_000, () => waitDays(roll(), 100))) - 100) < 4);
  assert.ok(Math.abs(mean(take(20_000, () => normal(roll)))) < 0.05);
});
