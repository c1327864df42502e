/**
 * Keeps companies fresh with the source's spare pace: first those that callers requested, then those never observed,
 * then the ones observed longest ago. At a hundred a second the whole country takes half a day.
 */
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { STORE_RETRY_MS } from './background-loop.ts';
import { type Clock, instant } from './clock.ts';
import { dayObservationsTable } from './day-observations-table.ts';
import { forgetDeadLeases } from './leases-table.ts';
import { observationsTable } from './observations-table.ts';
import type { RefreshedCompany } from './refresh-result.ts';

const DAY_MS = 86_400_000;
/** Companies are fresh for a day; requested ones are fetched this much earlier, so that callers never get a stale one. */
const FRESH_MS = DAY_MS;
const EARLY_MS = 3_600_000;
/** As many as one request takes. */
const WARM_AT_ONCE = 100;
/** The warmer's share of the source's pace; the rest is always free for callers. */
const SHARE = 0.9;
/** Pause when callers wait; when nothing is due; when the source is down. */
const YIELD_MS = 500;
const IDLE_MS = 30_000;
/** Another host is the leader: how often to check, and to store noted requests. */
const STAND_BY_MS = 2_000;
/** Companies of the dataset checked in one go for those never observed. */
const WALK_PAGE = 1_000;
const WALK_PAGES_MAX = 20;
/** A new generation brings new companies. */
const WALK_AGAIN_MS = 6 * 3_600_000;
/** Noted requests not yet stored, and those stored. */
const TOUCHED_MAX = 10_000;
const NOTED_MAX = 100_000;
/** Companies not requested in this time lose their priority. */
const REQUESTED_MS = 30 * DAY_MS;
/** Answers about past days: long enough for an accountant's year. Receipts have their own storage. */
const DAYS_RETENTION_MS = 400 * DAY_MS;
const CLEANUP_MS = 3_600_000;

interface WarmerOptions {
  db: Database;
  clock: Clock;
  paceMs: number;
  refresher: {
    refreshInBackground(cuis: readonly string[]): Promise<RefreshedCompany[]>;
    callers(): number;
  };
  /** Whether this host keeps them fresh; omitted: it does. Other hosts only note requests. */
  isLeader?(): boolean;
  /** Fiscal codes of the dataset above this one, in ascending order. */
  companiesAfter(cui: string, limit: number): Promise<string[]>;
  onError(error: unknown): void;
}

export interface Warmer {
  touched(cui: string): void;
  stop(): Promise<void>;
}

export function startWarmer(options: WarmerOptions): Warmer {
  const { db, clock, refresher, isLeader = () => true } = options;
  const observations = observationsTable(db);
  const stopping = new AbortController();
  let asking = false;
  const touched = new Set<string>();
  const noted = new Set<string>();
  let cleanedAt = 0;
  let notedSince = clock.now();
  let walk = { after: '0', notBefore: 0 };

  async function run(): Promise<void> {
    let isAway = false;
    while (!stopping.signal.aborted) {
      const restMs = await warm().then(
        (ms) => {
          isAway = false;
          return ms;
        },
        (error) => {
          // A store that stays unavailable is reported once.
          if (!(isAway && isStoreUnavailable(error))) options.onError(error);
          isAway = isStoreUnavailable(error);
          return isAway ? STORE_RETRY_MS : IDLE_MS;
        },
      );
      await clock.sleep(restMs, stopping.signal);
    }
  }

  /** Refreshes one request's worth of companies; returns the pause. */
  async function warm(): Promise<number> {
    await noteTouched();
    if (!isLeader()) return STAND_BY_MS;
    if (clock.now() - cleanedAt >= CLEANUP_MS) await cleanUp();
    if (refresher.callers() > 0) return YIELD_MS;
    const cuis = await pick();
    if (cuis.length === 0) return IDLE_MS;
    asking = true;
    const refreshed = await refresher.refreshInBackground(cuis);
    asking = false;
    if (refreshed.some((each) => each.outcome === 'unavailable' && each.reason === 'storeFailed'))
      return STORE_RETRY_MS;
    const failed = refreshed.every(({ outcome }) => outcome === 'unavailable');
    return failed ? IDLE_MS : (options.paceMs * (1 - SHARE)) / SHARE;
  }

  async function pick(): Promise<string[]> {
    const now = clock.now();
    const requested = await observations.oldestRequested(instant(now - FRESH_MS + EARLY_MS), WARM_AT_ONCE);
    if (requested.length === WARM_AT_ONCE) return requested;
    const more = await neverObserved(WARM_AT_ONCE - requested.length);
    if (requested.length + more.length > 0) return [...requested, ...more];
    return observations.oldest(instant(now - FRESH_MS), WARM_AT_ONCE);
  }

  /** Walks the dataset from where it stopped, and restarts some hours after reaching the end. */
  async function neverObserved(limit: number): Promise<string[]> {
    if (clock.now() < walk.notBefore) return [];
    for (let page = 0; page < WALK_PAGES_MAX; page++) {
      const cuis = await options.companiesAfter(walk.after, WALK_PAGE);
      const [first, last] = [cuis[0], cuis.at(-1)];
      if (!first || !last) {
        walk = { after: '0', notBefore: clock.now() + WALK_AGAIN_MS };
        return [];
      }
      const observed = await observations.observedBetween(first, last);
      const missing = cuis.filter((cui) => !observed.has(cui)).slice(0, limit);
      walk.after = missing.length === limit ? (missing.at(-1) ?? last) : last;
      if (missing.length > 0) return missing;
    }
    return [];
  }

  /** A request for a company is stored once an hour at most. */
  async function noteTouched(): Promise<void> {
    if (noted.size > NOTED_MAX || clock.now() - notedSince >= CLEANUP_MS) {
      noted.clear();
      notedSince = clock.now();
    }
    const fresh = [...touched].filter((cui) => !noted.has(cui));
    touched.clear();
    if (fresh.length === 0) return;
    try {
      await db.write(observations.noteRequested(fresh, instant(clock.now())));
    } catch (error) {
      for (const cui of fresh) touched.add(cui);
      throw error;
    }
    for (const cui of fresh) noted.add(cui);
  }

  async function cleanUp(): Promise<void> {
    const now = clock.now();
    await db.write([
      ...observations.forgetNotFound(instant(now - 2 * DAY_MS)),
      observations.forgetRequested(instant(now - REQUESTED_MS)),
      forgetDeadLeases(db, now),
      dayObservationsTable(db).forgetOld(instant(now - DAYS_RETENTION_MS)),
    ]);
    cleanedAt = now;
  }

  const running = run();
  return {
    touched(cui) {
      if (touched.size < TOUCHED_MAX) touched.add(cui);
    },
    async stop() {
      stopping.abort();
      // The refresher finishes or aborts a request under way.
      if (!asking) await running;
    },
  };
}
