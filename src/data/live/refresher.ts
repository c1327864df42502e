/** Refreshes companies and balance sheets from the tax authority for the whole installation, each service at its own pace. */

import { randomUUID } from 'node:crypto';
import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { Day } from '#lib/values/date.ts';
import { type Clock, systemClock } from './clock.ts';
import { dayObservationsTable } from './day-observations-table.ts';
import { leasesTable } from './leases-table.ts';
import { type BalanceUnit, balanceKey, type FiscalUnit, fiscalKey, observationsTable } from './observations-table.ts';
import { createPace } from './pace.ts';
import type { RefreshedBalance, RefreshedCompany } from './refresh-result.ts';
import { noteSourceState } from './source-state-table.ts';
import {
  createUpstreamQueue,
  type SourceReply,
  type UpstreamQueue,
  type UpstreamQueueOptions,
} from './upstream-queue.ts';

/** The tax authority takes a hundred fiscal codes a request, and one balance sheet. */
const CUIS_PER_REQUEST = 100;
/** At a hundred a second, the last of these waits a minute and a half; those of one caller, as long as a batch. */
const CUIS_WAITING = { all: 10_000, each: 2_000 };
/** At one a second, half an hour; those of one caller are ten companies. */
const BALANCES_WAITING = { all: 2_000, each: 100 };

/** Requests sent a second apart may arrive a little closer together, and the source punishes early ones. */
const PACE_MARGIN = 1.05;

/** The two services, adapted from `sources/anaf` by tax-authority.ts. */
export interface TaxAuthority {
  companies(units: readonly FiscalUnit[], signal: AbortSignal): Promise<SourceReply<FiscalRecord>>;
  balance(unit: BalanceUnit, signal: AbortSignal): Promise<SourceReply<BalanceRecord>>;
}

interface RefresherOptions {
  /** The live store. */
  db: Database;
  taxAuthority: TaxAuthority;
  /** Milliseconds between two requests of the whole installation. */
  paceMs: { companies: number; balances: number };
  clock?: Clock;
  /**
   * After new observations are stored and before callers get them: merged documents of these companies have to be
   * rendered again.
   */
  onObserved(cuis: readonly string[]): Promise<void>;
  onError(error: unknown): void;
}

export interface Refresher {
  /** `day` null: as today. Both kinds share requests, pace and queue. */
  refreshFiscal(
    cuis: readonly string[],
    waitMs: number,
    caller: string | null,
    day?: Day | null,
  ): Promise<RefreshedCompany[]>;
  refreshBalances(cui: string, years: readonly number[], waitMs: number, caller: string): Promise<RefreshedBalance[]>;
  /** For the warmer: behind all callers. */
  refreshInBackground(cuis: readonly string[]): Promise<RefreshedCompany[]>;
  /** Companies in the queue that callers wait for. */
  callers(): number;
  close(graceMs: number): Promise<void>;
}

export function createRefresher(options: RefresherOptions): Refresher {
  const companies = companiesQueue(options);
  const balances = balancesQueue(options);
  return {
    refreshFiscal: (cuis, waitMs, caller, day = null) =>
      companies.refresh(
        cuis.map((cui) => ({ cui, day })),
        waitMs,
        caller,
      ),
    refreshBalances: (cui, years, waitMs, caller) =>
      balances.refresh(
        years.map((year) => ({ cui, year })),
        waitMs,
        caller,
      ),
    refreshInBackground: (cuis) => companies.refreshInBackground(cuis.map((cui) => ({ cui, day: null }))),
    callers: companies.callers,
    async close(graceMs) {
      await Promise.all([companies.close(graceMs), balances.close(graceMs)]);
    },
  };
}

function companiesQueue(options: RefresherOptions): UpstreamQueue<FiscalUnit, FiscalRecord> {
  const table = observationsTable(options.db);
  const onDays = dayObservationsTable(options.db);
  return createUpstreamQueue<FiscalUnit, FiscalRecord>(
    {
      key: fiscalKey,
      unitsPerRequest: CUIS_PER_REQUEST,
      waiting: CUIS_WAITING,
      fetch: options.taxAuthority.companies,
      async stored(units) {
        const now = await table.fiscal(units.flatMap(({ cui, day }) => (day === null ? cui : [])));
        return new Map([...now, ...(await onDays.read(units.filter(({ day }) => day !== null)))]);
      },
      store: ({ cui, day }, observation, isRequested) =>
        day === null ? table.storeFiscal(cui, observation, isRequested) : onDays.store(cui, day, observation),
      // Answers about a past day do not affect answers about today.
      async onObserved(units) {
        const cuis = units.flatMap(({ cui, day }) => (day === null ? cui : []));
        if (cuis.length > 0) await options.onObserved(cuis);
      },
    },
    upstreamQueueOptions(options, 'anaf', options.paceMs.companies),
  );
}

function balancesQueue(options: RefresherOptions): UpstreamQueue<BalanceUnit, BalanceRecord> {
  const table = observationsTable(options.db);
  return createUpstreamQueue<BalanceUnit, BalanceRecord>(
    {
      key: balanceKey,
      unitsPerRequest: 1,
      waiting: BALANCES_WAITING,
      fetch: ([unit], signal) => options.taxAuthority.balance(unit as BalanceUnit, signal),
      stored: table.balances,
      store: table.storeBalance,
      onObserved: (units) => options.onObserved(units.map(({ cui }) => cui)),
    },
    upstreamQueueOptions(options, 'bilant', options.paceMs.balances),
  );
}

/** The options of every upstream queue of the installation. */
export function upstreamQueueOptions(
  { db, clock = systemClock, onError }: Pick<RefresherOptions, 'db' | 'clock' | 'onError'>,
  source: string,
  paceMs: number,
): UpstreamQueueOptions {
  return {
    clock,
    pace: createPace(db, source, Math.ceil(paceMs * PACE_MARGIN), clock),
    leases: leasesTable(db, source, randomUUID()),
    write: (statements) => db.write(statements),
    state: (report) => noteSourceState(source, report),
    onError,
  };
}
