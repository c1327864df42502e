/** Refreshes companies and balance sheets from the tax authority for the whole installation, each service at its own pace. */
import { randomUUID } from 'node:crypto';
import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { Day } from '#lib/values/date.ts';
import { type Clock, systemClock } from './clock.ts';
import { dayObservationsTable } from './day-observations-table.ts';
import { type FiscalUnit, fiscalKey } from './fiscal-unit.ts';
import { leasesTable } from './leases-table.ts';
import { type BalanceUnit, balanceKey, observationsTable } from './observations-table.ts';
import { createPace } from './pace.ts';
import type { RefreshedBalance, RefreshedCompany } from './refreshed.ts';
import { noteSourceState } from './source-state-table.ts';
import { createUpstreamQueue, type UpstreamQueue } from './upstream-queue.ts';
import type { SourceReply, UpstreamQueueOptions } from './upstream-queue-needs.ts';

/** The tax authority takes a hundred fiscal codes a request, and one balance sheet. */
const CUIS_PER_REQUEST = 100;
/** At a hundred a second, the last of these waits a minute and a half; one asker alone, as long as a batch waits. */
const CUIS_WAITING = { all: 10_000, each: 2_000 };
/** At one a second, half an hour; those of one asker, of ten companies. */
const BALANCES_WAITING = { all: 2_000, each: 100 };

/** Requests sent a second apart may arrive a little closer together, and coming too soon is punished. */
const PACE_MARGIN = 1.05;

/** The two services, in our terms: `sources/anaf` behind it, see tax-authority.ts. */
export interface TaxAuthority {
  companies(units: readonly FiscalUnit[], signal: AbortSignal): Promise<SourceReply<FiscalRecord>>;
  balance(unit: BalanceUnit, signal: AbortSignal): Promise<SourceReply<BalanceRecord>>;
}

interface RefresherNeeds {
  /** The live store. */
  db: Database;
  taxAuthority: TaxAuthority;
  /** Milliseconds between two requests of the whole installation. */
  paceMs: { companies: number; balances: number };
  clock?: Clock;
  /** Something new is stored of these companies: their merged documents are to be rendered anew before callers are told. */
  onObserved(cuis: readonly string[]): Promise<void>;
  onError(error: unknown): void;
}

export interface Refresher {
  /** `day` null: as they stand now. Both kinds of question travel together, at one pace and in one line. */
  refreshFiscal(
    cuis: readonly string[],
    waitMs: number,
    asker: string | null,
    day?: Day | null,
  ): Promise<RefreshedCompany[]>;
  refreshBalances(cui: string, years: readonly number[], waitMs: number, asker: string): Promise<RefreshedBalance[]>;
  /** For the warmer: behind all callers. */
  refreshInBackground(cuis: readonly string[]): Promise<RefreshedCompany[]>;
  /** Companies that callers wait for and whose turn has not come. */
  callers(): number;
  close(graceMs: number): Promise<void>;
}

export function createRefresher(needs: RefresherNeeds): Refresher {
  const companies = companiesLane(needs);
  const balances = balancesLane(needs);
  return {
    refreshFiscal: (cuis, waitMs, asker, day = null) =>
      companies.refresh(
        cuis.map((cui) => ({ cui, day })),
        waitMs,
        asker,
      ),
    refreshBalances: (cui, years, waitMs, asker) =>
      balances.refresh(
        years.map((year) => ({ cui, year })),
        waitMs,
        asker,
      ),
    refreshInBackground: (cuis) => companies.refreshInBackground(cuis.map((cui) => ({ cui, day: null }))),
    callers: companies.callers,
    async close(graceMs) {
      await Promise.all([companies.close(graceMs), balances.close(graceMs)]);
    },
  };
}

function companiesLane(needs: RefresherNeeds): UpstreamQueue<FiscalUnit, FiscalRecord> {
  const table = observationsTable(needs.db);
  const onDays = dayObservationsTable(needs.db);
  return createUpstreamQueue<FiscalUnit, FiscalRecord>(
    {
      key: fiscalKey,
      unitsPerRequest: CUIS_PER_REQUEST,
      waiting: CUIS_WAITING,
      fetch: needs.taxAuthority.companies,
      async stored(units) {
        const now = await table.fiscal(units.flatMap(({ cui, day }) => (day === null ? cui : [])));
        return new Map([...now, ...(await onDays.read(units.filter(({ day }) => day !== null)))]);
      },
      store: ({ cui, day }, observation, asked) =>
        day === null ? table.storeFiscal(cui, observation, asked) : onDays.store(cui, day, observation),
      // What is told of a day changes nothing in answers about now.
      async onObserved(units) {
        const cuis = units.flatMap(({ cui, day }) => (day === null ? cui : []));
        if (cuis.length > 0) await needs.onObserved(cuis);
      },
    },
    upstreamQueueOptions(needs, 'anaf', needs.paceMs.companies),
  );
}

function balancesLane(needs: RefresherNeeds): UpstreamQueue<BalanceUnit, BalanceRecord> {
  const table = observationsTable(needs.db);
  return createUpstreamQueue<BalanceUnit, BalanceRecord>(
    {
      key: balanceKey,
      unitsPerRequest: 1,
      waiting: BALANCES_WAITING,
      fetch: ([unit], signal) => needs.taxAuthority.balance(unit as BalanceUnit, signal),
      stored: table.balances,
      store: table.storeBalance,
      onObserved: (units) => needs.onObserved(units.map(({ cui }) => cui)),
    },
    upstreamQueueOptions(needs, 'bilant', needs.paceMs.balances),
  );
}

/** What every lane of the installation is given. */
export function upstreamQueueOptions(
  { db, clock = systemClock, onError }: Pick<RefresherNeeds, 'db' | 'clock' | 'onError'>,
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
