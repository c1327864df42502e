import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Policy } from '#api/allowance.ts';
import { allocateCounters } from './caller-slots.ts';
import { localLimits } from './limits.ts';
import { policies, policiesWith } from './policies.ts';

const MORNING = Date.UTC(2026, 10, 15, 6, 0, 0, 250);
const limits = (browserDayMax: number | null = null) =>
  localLimits(allocateCounters(64, 64), policiesWith(browserDayMax));

test('each policy lets in as many in a minute as it says', () => {
  for (const policy of Object.keys(policies) as Policy[]) {
    const { take } = limits();
    const [{ name, limit } = { name: '', limit: 0 }] = policies[policy];
    for (let i = 1; i <= limit; i++) {
      const allowance = take({ policy, who: 'caller' }, MORNING);
      assert.deepEqual(allowance, {
        policy: name,
        limit,
        windowSeconds: 60,
        remaining: limit - i,
        resetSeconds: 61,
        allowed: true,
      });
    }
    const refused = take({ policy, who: 'caller' }, MORNING + 10_000);
    assert.equal(refused.allowed, false);
    assert.equal(refused.policy, name);
    assert.equal(refused.resetSeconds, 51);
  }
});

test('browsers have no limit of a day unless an operator sets one', () => {
  const { take } = limits();
  for (let minute = 0; minute < 60; minute++)
    for (let i = 0; i < 300; i++)
      assert.equal(take({ policy: 'browser', who: '192.0.2.1' }, MORNING + minute * 61_000).allowed, true);
});

test('an address of browsers has as many requests a day as is set, and a new day is a new allowance', () => {
  const { take } = limits(5_000);
  const browser = { policy: 'browser', who: '192.0.2.1' } as const;
  let now = MORNING;
  for (let i = 0; i < 5_000; i++) {
    if (i % 300 === 0) now += 61_000;
    assert.equal(take(browser, now).allowed, true);
  }
  now += 61_000;
  const refused = take(browser, now);
  const midnight = Date.UTC(2026, 10, 16);
  assert.deepEqual(refused, {
    policy: 'browser-day',
    limit: 5_000,
    windowSeconds: 86_400,
    remaining: 0,
    resetSeconds: Math.ceil((midnight - now) / 1000),
    allowed: false,
  });
  assert.equal(take({ ...browser, who: '192.0.2.2' }, now).allowed, true);
  assert.deepEqual(take(browser, midnight + 61_000).remaining, 299);
});

test('a browser is told of the window with the least left', () => {
  const { take } = limits(5_000);
  const browser = { policy: 'browser', who: '192.0.2.1' } as const;
  let now = MORNING;
  const told = new Set<string>();
  for (let i = 0; i < 5_000; i++) {
    if (i % 250 === 0) now += 61_000;
    const { policy, remaining } = take(browser, now);
    if (i === 0) assert.equal(remaining, 299);
    told.add(policy);
  }
  assert.deepEqual([...told], ['browser', 'browser-day']);
});

test('refusals of a minute use up nothing of the day', () => {
  const { take } = limits(5_000);
  const browser = { policy: 'browser', who: '192.0.2.1' } as const;
  for (let i = 0; i < 10_000; i++) take(browser, MORNING);
  let admitted = 300;
  for (let minute = 1; minute < 30; minute++)
    for (let i = 0; i < 300; i++) if (take(browser, MORNING + minute * 61_000).allowed) admitted++;
  assert.equal(admitted, 5_000);
});

test('an account that becomes Pro for agents goes on with the same count', () => {
  const { take } = limits();
  for (let i = 0; i < 30; i++) take({ policy: 'agent', who: 'account' }, MORNING);
  assert.equal(take({ policy: 'agent', who: 'account' }, MORNING).allowed, false);
  assert.equal(take({ policy: 'agent-pro', who: 'account' }, MORNING).remaining, 29);
});
