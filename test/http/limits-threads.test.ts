/** Limits over the threads of one host, which count in shared memory without a lock. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { LimitKey, Policy } from '#api/allowance.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { policies } from '#platform/limits/policies.ts';
import type { Meeting } from '#test/support/limits-crowd-thread.ts';
import type { Race } from '#test/support/limits-thread.ts';
import { isLongTier } from '#test/support/tier.ts';

const THREADS = 4;

async function race(counted: LimitKey, requests: number): Promise<number> {
  const start = new SharedArrayBuffer(4);
  const workerData: Race = { counters: allocateCounters(64, 64), start, counted, requests };
  const threads = Array.from(
    { length: THREADS },
    () => new Worker(new URL('../support/limits-thread.ts', import.meta.url), { workerData }),
  );
  await Promise.all(threads.map((thread) => once(thread, 'message')));
  const admitted = threads.map((thread) => once(thread, 'message') as Promise<[number]>);
  Atomics.store(new Int32Array(start), 0, 1);
  Atomics.notify(new Int32Array(start), 0);
  return (await Promise.all(admitted)).reduce((sum, [each]) => sum + each, 0);
}

for (const policy of ['pro', 'browser', 'agent'] as Policy[]) {
  const limit = Number(policies[policy][0]?.limit);
  test(`four concurrent threads admit ${limit} requests of policy ${policy}, within one per cent and never more`, async () => {
    const admitted = await race({ policy, who: 'caller' }, isLongTier ? 50_000 : 10_000);
    assert.ok(admitted <= limit && admitted >= limit * 0.99, `${admitted} of ${limit}`);
  });
}

for (const [who, awayMs] of [
  ['new callers with concurrent first requests in two threads', 0],
  ['idle callers with concurrent requests in two threads', 62_000],
] as const)
  test(`${who} get their limit and never more`, async () => {
    const limit = Number(policies.agent[0]?.limit);
    const workerData: Meeting = {
      counters: allocateCounters(16_384, 64),
      arrived: new SharedArrayBuffer(4),
      threads: 2,
      callers: isLongTier ? 5_000 : 500,
      awayMs,
      start: Date.now(),
      requests: limit,
    };
    const threads = Array.from(
      { length: workerData.threads },
      () => new Worker(new URL('../support/limits-crowd-thread.ts', import.meta.url), { workerData }),
    );
    const result = await Promise.all(threads.map((thread) => once(thread, 'message') as Promise<[Int32Array]>));
    const admitted = Array.from({ length: workerData.callers }, (_, i) =>
      result.reduce((sum, [each]) => sum + Number(each[i]), 0),
    );
    // Two requests for the last slot may both be refused, which leaves one slot unused.
    const wrong = admitted.filter((each) => each > limit || each < limit - 1);
    assert.deepEqual(wrong, []);
  });
