/** Counts of billing events, buffered in memory for a second, so that forged events do not load the store. */

import { type Poller, startPolling } from '#data/store/changes/poller.ts';
import type { Database, Statement } from '#data/store/database.ts';

/** Results of events: `taken`, `again`, `ignored`, `refused`. `differed`: a plan changed without an event. */
export const BILLING_COUNTS = ['taken', 'again', 'ignored', 'refused', 'differed', 'providerFault'] as const;
export type BillingCount = (typeof BILLING_COUNTS)[number];

const EVERY_MS = 1_000;

export interface BillingTally extends Poller {
  count(event: BillingCount): void;
}

export function billingTally(state: Database, report: (error: unknown) => void): BillingTally {
  const counts = new Map<BillingCount, number>();
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const batch = [...counts];
    counts.clear();
    try {
      await state.write(batch.map(([event, times]) => increment(event, times)));
    } catch (error) {
      for (const [event, times] of batch) counts.set(event, (counts.get(event) ?? 0) + times);
      throw error;
    }
  };
  const poller = startPolling(flush, EVERY_MS, report);
  return {
    count: (event) => void counts.set(event, (counts.get(event) ?? 0) + 1),
    async stop() {
      await poller.stop();
      await flush().catch(report);
    },
  };
}

const increment = (event: BillingCount, times: number): Statement => ({
  sql: `insert into billing_tally (event, times) values ($1, $2)
        on conflict (event) do update set times = billing_tally.times + excluded.times`,
  params: [event, times],
});
