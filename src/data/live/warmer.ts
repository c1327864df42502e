/**
 * Keeps companies fresh at the source's pace while nobody waits for it: first those that callers asked for, then those never
 * observed, then the ones observed longest ago. At a hundred a second the whole country takes half a day.
 */
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { STORE_RETRY_MS } from './background-loop.ts';
import { type Clock, instant } from './clock.ts';
import { dayObservationsTable } from './day-observations-table.ts';
import { forgetDeadLeases } from './leases-table.ts';
import { observationsTable } from './observations-table.ts';
import type { RefreshedCompany } from './refreshed.ts';

const DAY_MS = 86_400_000;
/** Companies are fresh for a day; what is asked for is fetched again this much earlier, so that callers never meet it stale. */
const FRESH_MS = DAY_MS;
const AHEAD_MS = 3_600_000;
/** As many as travel in one request. */
const WARM_AT_ONCE = 100;
/** Of the source's pace, the part that the warmer may use; the rest is always free for a caller who comes along. */
const SHARE = 0.9;
/** How long to wait before looking again when callers wait, or there is nothing to do, or the source is down. */
const YIELD_MS = 500;
const IDLE_MS = 30_000;
/** Another host keeps them fresh: how soon we notice that it is our turn, and note what was asked for. */
const STAND_BY_MS = 2_000;
/** Companies of the dataset looked at in one go for those never observed. */
const WALK_PAGE = 1_000;
const WALK_PAGES_MAX = 20;
/** A new generation brings new companies. */
const WALK_AGAIN_MS = 6 * 3_600_000;
/** Companies that callers touched and that are not written down yet, and those that are. */
const TOUCHED_MAX = 10_000;
const NOTED_MAX = 100_000;
/** What nobody asked for in this time is no longer warmed before the others. */
const ASKED_MS = 30 * DAY_MS;
/** Answers about days of the past: long enough for an accountant's year. What receipts are made over is kept elsewhere. */
const DAYS_KEPT_MS = 400 * DAY_MS;
const TIDY_MS = 3_600_000;

interface WarmerNeeds {
  db: Database;
  clock: Clock;
  paceMs: number;
  refresher: {
    refreshInBackground(cuis: readonly string[]): Promise<RefreshedCompany[]>;
    callers(): number;
  };
  /** Whether this host is the one that keeps them fresh; left out, it is. The others only note what callers asked for. */
  isLeader?(): boolean;
  /** Fiscal codes of the dataset above this one, in ascending order. */
  companiesAfter(cui: string, limit: number): Promise<string[]>;
  onError(error: unknown): void;
}

export interface Warmer {
  touched(cui: string): void;
  stop(): Promise<void>;
}

export function startWarmer(needs: WarmerNeeds): Warmer {
  const { db, clock, refresher, isLeader: isLed = () => true } = needs;
  const observations = observationsTable(db);
  const stopping = new AbortController();
  let asking = false;
  const touched = new Set<string>();
  const noted = new Set<string>();
  let tidiedAt = 0;
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
          // A store that stays away is told of once.
          if (!(isAway && isStoreUnavailable(error))) needs.onError(error);
          isAway = isStoreUnavailable(error);
          return isAway ? STORE_RETRY_MS : IDLE_MS;
        },
      );
      await clock.sleep(restMs, stopping.signal);
    }
  }

  /** One request's worth of companies; how long to rest after it. */
  async function warm(): Promise<number> {
    await noteTouched();
    if (!isLed()) return STAND_BY_MS;
    if (clock.now() - tidiedAt >= TIDY_MS) await tidy();
    if (refresher.callers() > 0) return YIELD_MS;
    const cuis = await pick();
    if (cuis.length === 0) return IDLE_MS;
    asking = true;
    const refreshed = await refresher.refreshInBackground(cuis);
    asking = false;
    if (refreshed.some((each) => each.outcome === 'unavailable' && each.reason === 'storeFailed'))
      return STORE_RETRY_MS;
    const failed = refreshed.every(({ outcome }) => outcome === 'unavailable');
    return failed ? IDLE_MS : (needs.paceMs * (1 - SHARE)) / SHARE;
  }

  async function pick(): Promise<string[]> {
    const now = clock.now();
    const asked = await observations.oldestRequested(instant(now - FRESH_MS + AHEAD_MS), WARM_AT_ONCE);
    if (asked.length === WARM_AT_ONCE) return asked;
    const more = await neverObserved(WARM_AT_ONCE - asked.length);
    if (asked.length + more.length > 0) return [...asked, ...more];
    return observations.oldest(instant(now - FRESH_MS), WARM_AT_ONCE);
  }

  /** Walks the dataset from where it stopped, and starts again from the beginning some hours after it came to the end. */
  async function neverObserved(limit: number): Promise<string[]> {
    if (clock.now() < walk.notBefore) return [];
    for (let page = 0; page < WALK_PAGES_MAX; page++) {
      const cuis = await needs.companiesAfter(walk.after, WALK_PAGE);
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

  /** A company is written down as asked for once an hour, however often it was. */
  async function noteTouched(): Promise<void> {
    if (noted.size > NOTED_MAX || clock.now() - notedSince >= TIDY_MS) {
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

  async function tidy(): Promise<void> {
    const now = clock.now();
    await db.write([
      ...observations.forgetNotFound(instant(now - 2 * DAY_MS)),
      observations.forgetRequested(instant(now - ASKED_MS)),
      forgetDeadLeases(db, now),
      dayObservationsTable(db).forgetOld(instant(now - DAYS_KEPT_MS)),
    ]);
    tidiedAt = now;
  }

  const running = run();
  return {
    touched(cui) {
      if (touched.size < TOUCHED_MAX) touched.add(cui);
    },
    async stop() {
      stopping.abort();
      // A request under way is the refresher's to finish or to cut; nothing is done here after it.
      if (!asking) await running;
    },
  };
}
