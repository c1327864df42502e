/** What keeping procurement up to date needs. */

import type { Clock } from '#data/live/clock.ts';
import type { Lead } from '#data/store/leader/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import type { Config } from '#server/config/config.ts';

export interface CollectorNeeds {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'country' | 'today'>;
  store: Store;
  /** Of the procurement system, as soon as it is known. */
  address: Promise<string>;
  paceMs: number;
  /** Left out: nobody else collects. */
  lead?: Lead;
  clock?: Clock;
  onError(error: unknown): void;
}
