import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { trackRefusals } from './connection-limit.ts';

/** A clock that the test moves forward. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let ms = 1_000_000;
  t.mock.method(performance, 'now', () => ms);
  let calls = 0;
  const refusals = trackRefusals(() => calls++);
  const pass = (by: number): void => {
    ms += by;
    t.mock.timers.tick(by);
  };
  return { refusals, pass, calls: () => calls };
}

test('concurrent refusals allow retries, which run one at a time and end after a second and five attempts', (t) => {
  const { refusals, pass, calls } = watched(t);
  for (let opening = 5; opening > 0; opening--) {
    assert.equal(refusals.refused(0, opening), true);
    pass(300);
  }
  assert.equal(refusals.refused(0, 0), true);
  // One attempt at a time, with a pause between them.
  assert.equal(refusals.mayOpen(0, 0), false);
  const before = calls();
  pass(100);
  assert.ok(calls() > before);
  assert.equal(refusals.mayOpen(0, 0), true);
  assert.equal(refusals.mayOpen(0, 1), false);
  // The patience ends after a second and five attempts, even if one of them takes longer.
  pass(2_000);
  for (let attempts = 2; attempts <= 5; attempts++) {
    assert.equal(refusals.refused(0, 0), true);
    pass(10);
  }
  assert.equal(refusals.refused(0, 0), false);
  assert.equal(refusals.mayOpen(0, 0), false);
});

test('after a full server was detected, further refusals fail at once, and later ones are retried', (t) => {
  const { refusals, pass } = watched(t);
  for (let attempts = 1; attempts <= 20; attempts++) {
    assert.equal(refusals.refused(0, 0), true);
    pass(50);
  }
  pass(50);
  assert.equal(refusals.refused(0, 0), false);
  pass(5_000);
  assert.equal(refusals.refused(0, 0), false);
  pass(11_000);
  assert.equal(refusals.refused(0, 0), true);
});

test('after a success or another error, concurrent attempts are permitted again in a second', (t) => {
  const { refusals, pass, calls } = watched(t);
  refusals.refused(0, 0);
  pass(100);
  refusals.forget();
  assert.equal(refusals.mayOpen(1, 0), false);
  const before = calls();
  pass(1_000);
  assert.equal(calls(), before + 1);
  assert.equal(refusals.mayOpen(1, 0), true);
  assert.equal(refusals.mayOpen(0, 1), true);
});

test('a process with open connections reuses them instead of opening refused ones', (t) => {
  const { refusals, pass } = watched(t);
  for (let i = 0; i < 5; i++) {
    assert.equal(refusals.refused(2, 0), true);
    assert.equal(refusals.mayOpen(2, 0), false);
    pass(1_100);
    assert.equal(refusals.mayOpen(2, 0), true);
  }
});
