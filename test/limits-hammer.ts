/** A process that counts as a host of its own would: as many requests as it is told to, some at a time. */

import { allocateCounters } from '#limits/memory.ts';
import { openLimits } from '#limits/open.ts';
import type { Counted } from '#operations/allowance.ts';

export interface Hammering {
  requests: number;
  counted: Counted;
}

export interface Hammered {
  admitted: number;
  state: string;
}

const AT_A_TIME = 20;

const [redisUrl = null] = process.argv.slice(2);
const limits = await openLimits({ counters: allocateCounters(64, 64), redisUrl, onChange: () => {} });

process.on('message', async ({ requests, counted }: Hammering) => {
  let admitted = 0;
  let asked = 0;
  const ask = async (): Promise<void> => {
    while (asked++ < requests) if ((await limits.take(counted, Date.now())).allowed) admitted++;
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, ask));
  process.send?.({ admitted, state: limits.state() } satisfies Hammered);
  limits.close();
});
process.send?.('ready');
