/** What keeping procurement up to date needs. */
import type { Config } from '#config';
import type { Clock } from '#live/clock.ts';
import type { Lead } from '#store/lead/leader-table.ts';
import type { Store } from '#store/open.ts';

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
