/** A process that counts as a host of its own would: as many requests as it is told to, some at a time. */

import type { LimitKey } from '#api/allowance.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { redisAt } from './redis-server.ts';
import { until } from './until.ts';

export interface Hammering {
  requests: number;
  counted: LimitKey;
}

export interface Hammered {
  admitted: number;
  /** Whether Redis answered in time all the while: a machine that is too busy for it has hosts count alone, as they should. */
  isShared: boolean;
}

const AT_A_TIME = 20;

const [url = '', sentinelPassword = null] = process.argv.slice(2);
const redis = redisAt(url, { sentinelPassword });
let changes = 0;
const limits = await openLimits({ counters: allocateCounters(64, 64), redis, onChange: () => changes++ });
// A busy machine may have gone on without it at first.
await until('all hosts count together', async () => limits.state() === 'shared');

process.on('message', async ({ requests, counted }: Hammering) => {
  let admitted = 0;
  let requested = 0;
  const before = changes;
  const ask = async (): Promise<void> => {
    while (requested++ < requests) if ((await limits.take(counted, Date.now())).allowed) admitted++;
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, ask));
  const isShared = limits.state() === 'shared' && changes === before;
  process.send?.({ admitted, isShared } satisfies Hammered);
  limits.close();
});
process.send?.('ready');
