/** Simulated days of a service in one process: every daily job runs, with sources that are down for two days and generations that change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from '../../bench/soak/soak.ts';

test('five days pass without an error, and without a missed job', { timeout: 600_000 }, async () => {
  const { problems } = await soak({ days: 5, companies: 300, seed: 1, leapHours: 3, tell: () => {} });
  assert.deepEqual(problems, []);
});
