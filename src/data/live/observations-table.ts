/** The tax authority's newest answer for each record, and its time. */

import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { LIST_MAX, listOf } from '#data/store/values.ts';
import type { Day } from '#lib/values/date.ts';
import type { Observation } from './refresh-result.ts';

/** One balance sheet: a company and a year. */
export interface BalanceUnit {
  cui: string;
  year: number;
}

export interface ObservationRow {
  cui: number;
  found: number;
  record: string | null;
  fetched_at: string;
}

export const balanceKey = ({ cui, year }: BalanceUnit): string => `${cui}/${year}`;

export const observationsTable = (db: Database) => ({
  /** By CUI, any number of them; without those never observed. */
  async fiscal(cuis: readonly string[]): Promise<Map<string, Observation<FiscalRecord>>> {
    const found = new Map<string, Observation<FiscalRecord>>();
    for (let at = 0; at < cuis.length; at += LIST_MAX) {
      const list = listOf(cuis.slice(at, at + LIST_MAX).map(Number));
      const sql = `select cui, found, record, fetched_at from fiscal_observation where cui in (${list.placeholders})`;
      for (const row of await db.all<ObservationRow>(sql, list.params))
        found.set(String(row.cui), toObservation<FiscalRecord>(row));
    }
    return found;
  },

  /** `isRequested`: on a caller's request, so it is kept fresh before others. */
  storeFiscal: (cui: string, observation: Observation<FiscalRecord>, isRequested: boolean): Statement => ({
    sql: `insert into fiscal_observation (cui, found, record, fetched_at, asked_at) values ($1, $2, $3, $4, $5)
      on conflict (cui) do update set found = excluded.found, record = excluded.record, fetched_at = excluded.fetched_at,
        asked_at = coalesce(excluded.asked_at, fiscal_observation.asked_at)`,
    params: [
      Number(cui),
      foundFlag(observation),
      recordOf(observation),
      observation.fetchedAt,
      isRequested ? observation.fetchedAt : null,
    ],
  }),

  /** By `balanceKey`. */
  async balances(units: readonly BalanceUnit[]): Promise<Map<string, Observation<BalanceRecord>>> {
    const list = listOf([...new Set(units.map(({ cui }) => Number(cui)))]);
    const sql = `select cui, year, found, record, fetched_at from balance_observation where cui in (${list.placeholders})`;
    const rows = await db.all<ObservationRow & { year: number }>(sql, list.params);
    return new Map(
      rows.map((row) => [balanceKey({ cui: String(row.cui), year: row.year }), toObservation<BalanceRecord>(row)]),
    );
  },

  storeBalance: ({ cui, year }: BalanceUnit, observation: Observation<BalanceRecord>): Statement => ({
    sql: `insert into balance_observation (cui, year, found, record, fetched_at) values ($1, $2, $3, $4, $5)
      on conflict (cui, year) do update
      set found = excluded.found, record = excluded.record, fetched_at = excluded.fetched_at`,
    params: [Number(cui), year, foundFlag(observation), recordOf(observation), observation.fetchedAt],
  }),

  /** Of those that callers requested, the ones fetched longest ago, before `before`. */
  async oldestRequested(before: string, limit: number): Promise<string[]> {
    const sql = `select cui from fiscal_observation where asked_at is not null and fetched_at < $1
      order by fetched_at limit $2`;
    return codes(await db.all(sql, [before, limit]));
  },

  /** The ones fetched longest ago, before `before`. */
  async oldest(before: string, limit: number): Promise<string[]> {
    const sql = 'select cui from fiscal_observation where fetched_at < $1 order by fetched_at limit $2';
    return codes(await db.all(sql, [before, limit]));
  },

  async observedBetween(first: string, last: string): Promise<Set<string>> {
    const sql = 'select cui from fiscal_observation where cui between $1 and $2';
    return new Set(codes(await db.all(sql, [Number(first), Number(last)])));
  },

  noteRequested: (cuis: readonly string[], at: string): Statement[] =>
    cuis.map((cui) => ({
      sql: 'update fiscal_observation set asked_at = $2 where cui = $1',
      params: [Number(cui), at],
    })),

  forgetRequested: (before: string): Statement => ({
    sql: 'update fiscal_observation set asked_at = null where asked_at < $1',
    params: [before],
  }),

  /** Codes that do not exist are remembered for a day. */
  forgetNotFound: (before: string): Statement[] =>
    ['fiscal_observation', 'balance_observation'].map((table) => ({
      sql: `delete from ${table} where found = 0 and fetched_at < $1`,
      params: [before],
    })),
});

const codes = (rows: { cui: number }[]): string[] => rows.map(({ cui }) => String(cui));

export const foundFlag = (observation: Observation<unknown>): number => (observation.outcome === 'found' ? 1 : 0);

export const recordOf = <Rec>(observation: Observation<Rec>): string | null =>
  observation.outcome === 'found' ? JSON.stringify(observation.record) : null;

export const toObservation = <Rec>(row: ObservationRow): Observation<Rec> =>
  row.found === 1
    ? { outcome: 'found', record: JSON.parse(row.record ?? 'null') as Rec, fetchedAt: row.fetched_at }
    : { outcome: 'notFound', fetchedAt: row.fetched_at };

/** Every observed year of one company. */
export async function balancesObserved(
  db: Database,
  cui: string,
): Promise<{ year: number; observation: Observation<BalanceRecord> }[]> {
  const sql = 'select cui, year, found, record, fetched_at from balance_observation where cui = $1 order by year desc';
  const rows = await db.all<ObservationRow & { year: number }>(sql, [Number(cui)]);
  return rows.map((row) => ({ year: row.year, observation: toObservation<BalanceRecord>(row) }));
}

export interface FiscalUnit {
  cui: string;
  /** Null: the day of the request. */
  day: Day | null;
}

/** For today the plain code, which leases and older releases use. */
export const fiscalKey = ({ cui, day }: FiscalUnit): string => (day === null ? cui : `${cui}/${day}`);
