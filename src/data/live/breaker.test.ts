import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreaker } from './breaker.ts';

function broken(now: () => number) {
  const breaker = createBreaker(now);
  for (let i = 0; i < 5; i++) breaker.failed(0);
  return breaker;
}

test('a source stays in use after four failures in a row', () => {
  const breaker = createBreaker(() => 0);
  for (let i = 0; i < 4; i++) breaker.failed(0);
  assert.equal(breaker.permission(), 'go');
  breaker.succeeded();
  for (let i = 0; i < 4; i++) breaker.failed(0);
  assert.equal(breaker.state(), 'closed');
});

test('the breaker opens after five failures, lets one trial through and closes when the trial succeeds', () => {
  let now = 0;
  const breaker = broken(() => now);
  assert.equal(breaker.permission(), 'no');
  now = 5_000;
  assert.equal(breaker.permission(), 'go');
  assert.equal(breaker.permission(), 'wait');
  assert.equal(breaker.state(), 'halfOpen');
  breaker.succeeded();
  assert.equal(breaker.state(), 'closed');
});

test('every failed trial doubles the pause, up to five minutes', () => {
  let now = 0;
  const breaker = broken(() => now);
  const pauses: number[] = [];
  for (let i = 0; i < 8; i++) {
    const before = now;
    while (breaker.permission() === 'no') now += 1_000;
    pauses.push(now - before);
    breaker.failed(0);
  }
  assert.deepEqual(pauses, [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
});

test('a long Retry-After opens the breaker at once, and a short one does not', () => {
  let now = 0;
  const breaker = createBreaker(() => now);
  breaker.failed(3_000);
  assert.equal(breaker.permission(), 'go');
  breaker.failed(60_000);
  now = 59_999;
  assert.equal(breaker.permission(), 'no');
  now = 60_000;
  assert.equal(breaker.permission(), 'go');
});

test('a clock that is set back by an hour permits a trial', () => {
  let now = 3_600_000;
  const breaker = broken(() => now);
  assert.equal(breaker.permission(), 'no');
  now = 0;
  assert.equal(breaker.permission(), 'go');
});

test('an abandoned trial permits another one', () => {
  let now = 0;
  const breaker = broken(() => now);
  now = 5_000;
  assert.equal(breaker.permission(), 'go');
  breaker.abandoned();
  assert.equal(breaker.permission(), 'go');
});
