/** Live data for the domain modules: reads of stored observations, and refreshes through the installation's one refresher. */

import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { Day } from '#lib/values/date.ts';
import { dayObservationsTable } from './day-observations-table.ts';
import { balancesObserved, fiscalKey, observationsTable } from './observations-table.ts';
import type { LivePort } from './ports.ts';
import type { Observation, RefreshResult } from './refresh-result.ts';

export function liveView(db: Database, port: LivePort) {
  const observations = observationsTable(db);
  const onDays = dayObservationsTable(db);
  return {
    async fiscal(cuis: readonly string[]) {
      if (cuis.length === 0) return new Map<string, Seen<FiscalRecord>>();
      const stored = await observations.fiscal(cuis);
      return new Map([...stored].map(([cui, observation]) => [cui, seen(observation)]));
    },
    async refreshFiscal(cuis: readonly string[], waitMs: number, caller: string | null) {
      return outcomes(cuis, await port.refreshFiscal(cuis, waitMs, caller));
    },
    /** Answers about one day, by fiscal code, with the source's own text. */
    async fiscalOn(cuis: readonly string[], day: Day) {
      const observations = await onDays.read(cuis.map((cui) => ({ cui, day })));
      return new Map(
        cuis.flatMap((cui) => {
          const observation = observations.get(fiscalKey({ cui, day }));
          return observation ? [[cui, { ...seen(observation), raw: observation.raw ?? null }] as const] : [];
        }),
      );
    },
    async refreshFiscalOn(cuis: readonly string[], day: Day, waitMs: number, caller: string | null) {
      return outcomes(cuis, await port.refreshFiscal(cuis, waitMs, caller, day));
    },
    touched: port.noteRequested,
    async balances(cui: string) {
      const stored = await balancesObserved(db, cui);
      return stored.map(({ year, observation }) => ({ year, ...seen<BalanceRecord>(observation) }));
    },
    async refreshBalances(cui: string, years: readonly number[], waitMs: number, caller: string) {
      return outcomes(years, await port.refreshBalances(cui, years, waitMs, caller));
    },
  };
}

interface Seen<Rec> {
  found: boolean;
  record: Rec | null;
  fetchedAt: string;
}

const seen = <Rec>(observation: Observation<Rec>): Seen<Rec> => ({
  found: observation.outcome === 'found',
  record: observation.outcome === 'found' ? observation.record : null,
  fetchedAt: observation.fetchedAt,
});

const outcomes = <Key>(keys: readonly Key[], refreshed: readonly RefreshResult<unknown>[]) =>
  new Map(keys.map((key, i) => [key, refreshed[i]?.outcome ?? 'unavailable'] as const));
