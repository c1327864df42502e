/** Refreshes the bank's rates for the whole installation: when a caller finds them old, and on the bank's schedule. */

import type { RateRecord } from '#data/sources/bnr/rates.ts';
import type { Database } from '#data/store/database.ts';
import { ratesFreshUntil } from '#lib/values/bank-time.ts';
import { restAfter, startLoop } from './background-loop.ts';
import { type Bank, RECENT } from './bank.ts';
import { type Clock, systemClock } from './clock.ts';
import { lastRatesFetch, observedRates, storeRates } from './rates-table.ts';
import type { RefreshResult } from './refresh-result.ts';
import { upstreamQueueOptions } from './refresher.ts';
import { createUpstreamQueue, type UpstreamQueue } from './upstream-queue.ts';

/** All callers share one request. */
const WAITING = { all: 1, each: 1 };
const SHARED_CALLER = 'anybody';
/** Another host is the leader: how often to check whether this one is. */
const STAND_BY_MS = 2_000;

interface RatesRefresherOptions {
  /** The live store. */
  db: Database;
  bank: Bank;
  paceMs: number;
  /** Whether this host follows the bank's schedule; omitted: it does. */
  isLeader?(): boolean;
  clock?: Clock;
  onError(error: unknown): void;
}

export interface RatesRefresher {
  /** As soon as the bank has answered, or `pending` after `waitMs`. */
  refresh(waitMs: number): Promise<RefreshResult<unknown>['outcome']>;
  close(graceMs: number): Promise<void>;
}

export function startRatesRefresher(options: RatesRefresherOptions): RatesRefresher {
  const { db, clock = systemClock, isLeader = () => true, onError } = options;
  const queue = ratesQueue(options);

  /** Fetches the rates when due; returns the pause. */
  async function fetchWhenDue(): Promise<number> {
    if (!isLeader()) return STAND_BY_MS;
    const dueMs = await dueInMs();
    if (dueMs > 0) return dueMs;
    const [refreshed] = await queue.refreshInBackground([RECENT]);
    return refreshed?.outcome === 'found' ? Math.max(0, await dueInMs()) : restAfter([refreshed]);
  }

  async function dueInMs(): Promise<number> {
    const lastFetch = await lastRatesFetch(db);
    return lastFetch ? ratesFreshUntil(Date.parse(lastFetch.fetchedAt), lastFetch.newest) - clock.now() : 0;
  }

  const stopKeeping = startLoop(fetchWhenDue, { clock, onError });
  return {
    async refresh(waitMs) {
      const [refreshed] = await queue.refresh([RECENT], waitMs, SHARED_CALLER);
      return refreshed?.outcome ?? 'unavailable';
    },
    async close(graceMs) {
      const stopped = stopKeeping();
      await queue.close(graceMs);
      await stopped;
    },
  };
}

const ratesQueue = (options: RatesRefresherOptions): UpstreamQueue<typeof RECENT, RateRecord[]> =>
  createUpstreamQueue<typeof RECENT, RateRecord[]>(
    {
      key: (unit) => unit,
      unitsPerRequest: 1,
      waiting: WAITING,
      fetch: (_, signal) => options.bank.recentRates(signal),
      async stored() {
        const lastFetch = await lastRatesFetch(options.db);
        if (!lastFetch) return new Map();
        const record = await observedRates(options.db, lastFetch.newest, lastFetch.newest);
        return new Map([[RECENT, { outcome: 'found', record, fetchedAt: lastFetch.fetchedAt }]]);
      },
      store: (_, observation) =>
        observation.outcome === 'found' ? storeRates(observation.record, observation.fetchedAt) : [],
      onObserved: async () => {},
    },
    upstreamQueueOptions(options, 'bnr', options.paceMs),
  );
