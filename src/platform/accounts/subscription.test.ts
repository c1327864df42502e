import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStep, keysWork, keysWorkUntil, SUBSCRIPTION_STATES, type Subscription, stepsTo } from './subscription.ts';

const ALLOWED = [
  'none → incomplete',
  'incomplete → active',
  'incomplete → canceled',
  'active → past_due',
  'active → canceling',
  'active → canceled',
  'past_due → active',
  'past_due → canceled',
  'canceling → active',
  'canceling → canceled',
  'canceled → incomplete',
];

for (const from of SUBSCRIPTION_STATES)
  for (const to of SUBSCRIPTION_STATES) {
    const step = `${from} → ${to}`;
    const isAllowed = ALLOWED.includes(step);
    test(`${step} is ${isAllowed ? 'a step' : 'refused'}`, () => assert.equal(isStep(from, to), isAllowed));
  }

test('the shortest path through several states is found', () => {
  assert.deepEqual(stepsTo('none', 'active'), ['incomplete', 'active']);
  assert.deepEqual(stepsTo('canceled', 'active'), ['incomplete', 'active']);
  assert.deepEqual(stepsTo('active', 'canceled'), ['canceled']);
  assert.deepEqual(stepsTo('active', 'active'), []);
  assert.deepEqual(stepsTo('canceling', 'past_due'), ['active', 'past_due']);
  assert.equal(stepsTo('active', 'none'), null);
});

const NOW = Date.parse('2026-11-15T12:00:00Z');
const at = (subscription: Partial<Subscription>): Subscription => ({
  state: 'active',
  since: '2026-11-01T12:00:00Z',
  until: null,
  ...subscription,
});

test('keys work while the subscription is active, and in no state before or after', () => {
  assert.equal(keysWork(at({ state: 'active' }), NOW), true);
  for (const state of ['none', 'incomplete', 'canceled'] as const) {
    assert.equal(keysWork(at({ state }), NOW), false, state);
    assert.equal(keysWorkUntil(at({ state })), null, state);
  }
});

test('keys of an unpaid subscription work for seven days, to the second', () => {
  const since = '2026-11-08T12:00:00Z';
  assert.equal(keysWork(at({ state: 'past_due', since }), NOW - 1), true);
  assert.equal(keysWork(at({ state: 'past_due', since }), NOW), false);
});

test('keys of a subscription that is being canceled work until its end', () => {
  assert.equal(keysWork(at({ state: 'canceling', until: '2026-11-15T12:00:01Z' }), NOW), true);
  assert.equal(keysWork(at({ state: 'canceling', until: '2026-11-15T12:00:00Z' }), NOW), false);
  assert.equal(keysWork(at({ state: 'canceling' }), NOW), true);
});
