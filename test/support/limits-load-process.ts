/** A process that counts like a host: a given number of requests, some of them concurrent. */

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
  /** Whether Redis always answered in time; otherwise the host rightly counted alone. */
  isShared: boolean;
}

const AT_A_TIME = 20;

const [url = '', sentinelPassword = null] = process.argv.slice(2);
const redis = redisAt(url, { sentinelPassword });
let changes = 0;
const limits = await openLimits({ counters: allocateCounters(64, 64), redis, onChange: () => changes++ });
// On a busy machine the first connection may time out.
await until('the limits are shared', async () => limits.state() === 'shared');

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
