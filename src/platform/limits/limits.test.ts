import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Policy } from '#api/allowance.ts';
import { allocateCounters } from './caller-slots.ts';
import { localLimits } from './limits.ts';
import { policies, policiesWith } from './policies.ts';
import { MINUTE_LIMIT_MAX } from './windows.ts';

const MORNING = Date.UTC(2026, 10, 15, 6, 0, 0, 250);
const limits = (browserDayMax: number | null = null) =>
  localLimits(allocateCounters(64, 64), policiesWith({ browserDayMax, mailHourMax: 1_000 }));

test('each policy allows its number of requests per minute', () => {
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

test('no limit of a minute is higher than what a half second can count', () => {
  for (const windows of Object.values(policies))
    for (const { name, limit, span } of windows) assert.ok(span === 'day' || limit <= MINUTE_LIMIT_MAX, name);
});

test('browsers have no daily limit unless an operator sets one', () => {
  const { take } = limits();
  for (let minute = 0; minute < 60; minute++)
    for (let i = 0; i < 300; i++)
      assert.equal(take({ policy: 'browser', who: '192.0.2.1' }, MORNING + minute * 61_000).allowed, true);
});

test('browsers of an address have the configured requests per day, and a new allowance every day', () => {
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

test('the answer reports the window with the fewest remaining requests', () => {
  const { take } = limits(5_000);
  const browser = { policy: 'browser', who: '192.0.2.1' } as const;
  let now = MORNING;
  const policies = new Set<string>();
  for (let i = 0; i < 5_000; i++) {
    if (i % 250 === 0) now += 61_000;
    const { policy, remaining } = take(browser, now);
    if (i === 0) assert.equal(remaining, 299);
    policies.add(policy);
  }
  assert.deepEqual([...policies], ['browser', 'browser-day']);
});

test('requests refused by the minute do not count for the day', () => {
  const { take } = limits(5_000);
  const browser = { policy: 'browser', who: '192.0.2.1' } as const;
  for (let i = 0; i < 10_000; i++) take(browser, MORNING);
  let admitted = 300;
  for (let minute = 1; minute < 30; minute++)
    for (let i = 0; i < 300; i++) if (take(browser, MORNING + minute * 61_000).allowed) admitted++;
  assert.equal(admitted, 5_000);
});

test('an account that becomes Pro for agents continues its count', () => {
  const { take } = limits();
  for (let i = 0; i < 30; i++) take({ policy: 'agent', who: 'account' }, MORNING);
  assert.equal(take({ policy: 'agent', who: 'account' }, MORNING).allowed, false);
  assert.equal(take({ policy: 'agent-pro', who: 'account' }, MORNING).remaining, 29);
});
