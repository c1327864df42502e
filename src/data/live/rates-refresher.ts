/** Refreshes the bank's rates for the whole installation: when a caller finds them old, and on the bank's schedule. */

import type { RateRecord } from '#data/sources/bnr/rates.ts';
import type { Database } from '#data/store/database.ts';
import { ratesFreshUntil } from '#lib/values/bank-time.ts';
import { keepDoing, restAfter } from './background-loop.ts';
import { type Bank, RECENT } from './bank.ts';
import { type Clock, systemClock } from './clock.ts';
import { lastRatesFetch, observedRates, storeRates } from './rates-table.ts';
import type { RefreshResult } from './refreshed.ts';
import { upstreamQueueOptions } from './refresher.ts';
import { createUpstreamQueue, type UpstreamQueue } from './upstream-queue.ts';

/** All callers wait for the same look, whoever asks for it. */
const WAITING = { all: 1, each: 1 };
const ANYBODY = 'anybody';
/** Another host does: how soon we notice that it is our turn. */
const STAND_BY_MS = 2_000;

interface RatesNeeds {
  /** The live store. */
  db: Database;
  bank: Bank;
  paceMs: number;
  /** Whether this host is the one that follows the bank's schedule; left out, it is. */
  isLeader?(): boolean;
  clock?: Clock;
  onError(error: unknown): void;
}

export interface RatesRefresher {
  /** As soon as the bank has answered, or `pending` after `waitMs`. */
  refresh(waitMs: number): Promise<RefreshResult<unknown>['outcome']>;
  close(graceMs: number): Promise<void>;
}

export function startRatesRefresher(needs: RatesNeeds): RatesRefresher {
  const { db, clock = systemClock, isLeader: isLed = () => true, onError } = needs;
  const lane = ratesLane(needs);

  /** Asks the bank when it is time to; how long to rest. */
  async function askWhenDue(): Promise<number> {
    if (!isLed()) return STAND_BY_MS;
    const dueMs = await timeLeft();
    if (dueMs > 0) return dueMs;
    const [refreshed] = await lane.refreshInBackground([RECENT]);
    return refreshed?.outcome === 'found' ? Math.max(0, await timeLeft()) : restAfter([refreshed]);
  }

  async function timeLeft(): Promise<number> {
    const look = await lastRatesFetch(db);
    return look ? ratesFreshUntil(Date.parse(look.fetchedAt), look.newest) - clock.now() : 0;
  }

  const stopKeeping = keepDoing(askWhenDue, { clock, onError });
  return {
    async refresh(waitMs) {
      const [refreshed] = await lane.refresh([RECENT], waitMs, ANYBODY);
      return refreshed?.outcome ?? 'unavailable';
    },
    async close(graceMs) {
      const stopped = stopKeeping();
      await lane.close(graceMs);
      await stopped;
    },
  };
}

const ratesLane = (needs: RatesNeeds): UpstreamQueue<typeof RECENT, RateRecord[]> =>
  createUpstreamQueue<typeof RECENT, RateRecord[]>(
    {
      key: (unit) => unit,
      unitsPerRequest: 1,
      waiting: WAITING,
      fetch: (_, signal) => needs.bank.recentRates(signal),
      async stored() {
        const look = await lastRatesFetch(needs.db);
        if (!look) return new Map();
        const record = await observedRates(needs.db, look.newest, look.newest);
        return new Map([[RECENT, { outcome: 'found', record, fetchedAt: look.fetchedAt }]]);
      },
      store: (_, observation) =>
        observation.outcome === 'found' ? storeRates(observation.record, observation.fetchedAt) : [],
      onObserved: async () => {},
    },
    upstreamQueueOptions(needs, 'bnr', needs.paceMs),
  );
