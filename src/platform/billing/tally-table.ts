/** How often what happened between us and the provider: kept in memory for a moment, so that forged events cost the store nothing. */

import { type Poller, startPolling } from '#data/store/changes/poller.ts';
import type { Database, Statement } from '#data/store/database.ts';

/** Of events: `taken`, `again`, `ignored`, `refused`. `differed`: a plan was another without an event that said so. */
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
    const taken = [...counts];
    counts.clear();
    try {
      await state.write(taken.map(([event, times]) => raised(event, times)));
    } catch (error) {
      for (const [event, times] of taken) counts.set(event, (counts.get(event) ?? 0) + times);
      throw error;
    }
  };
  const looking = startPolling(flush, EVERY_MS, report);
  return {
    count: (event) => void counts.set(event, (counts.get(event) ?? 0) + 1),
    async stop() {
      await looking.stop();
      await flush().catch(report);
    },
  };
}

const raised = (event: BillingCount, times: number): Statement => ({
  sql: `insert into billing_tally (event, times) values ($1, $2)
        on conflict (event) do update set times = billing_tally.times + excluded.times`,
  params: [event, times],
});
