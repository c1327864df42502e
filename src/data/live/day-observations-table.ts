/** The tax authority's answers about companies on past days, separate from its answers about today. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { LIST_MAX, listOf } from '#data/store/values.ts';
import type { Day } from '#lib/values/date.ts';
import {
  type FiscalUnit,
  fiscalKey,
  foundFlag,
  type ObservationRow,
  recordOf,
  toObservation,
} from './observations-table.ts';
import type { Observation } from './refresh-result.ts';

type Row = ObservationRow & { day: Day; raw: string | null };

export const dayObservationsTable = (db: Database) => ({
  /** By `fiscalKey`; those never observed are missing. */
  async read(units: readonly FiscalUnit[]): Promise<Map<string, Observation<FiscalRecord>>> {
    const found = new Map<string, Observation<FiscalRecord>>();
    for (const [day, ofDay] of Map.groupBy(units, ({ day }) => day))
      for (let at = 0; at < ofDay.length; at += LIST_MAX) {
        const list = listOf(
          ofDay.slice(at, at + LIST_MAX).map(({ cui }) => Number(cui)),
          2,
        );
        const sql = `select cui, day, found, record, raw, fetched_at from fiscal_day_observation
          where day = $1 and cui in (${list.placeholders})`;
        for (const row of await db.all<Row>(sql, [day, ...list.params]))
          found.set(fiscalKey({ cui: String(row.cui), day }), withRaw(row));
      }
    return found;
  },

  store: (cui: string, day: Day, observation: Observation<FiscalRecord>): Statement => ({
    sql: `insert into fiscal_day_observation (cui, day, found, record, raw, fetched_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (cui, day) do update
      set found = excluded.found, record = excluded.record, raw = excluded.raw, fetched_at = excluded.fetched_at`,
    params: [
      Number(cui),
      day,
      foundFlag(observation),
      recordOf(observation),
      observation.raw ?? null,
      observation.fetchedAt,
    ],
  }),

  /** It can be fetched again. */
  forgetOld: (before: string): Statement => ({
    sql: 'delete from fiscal_day_observation where fetched_at < $1',
    params: [before],
  }),
});

const withRaw = (row: Row): Observation<FiscalRecord> => ({
  ...toObservation<FiscalRecord>(row),
  ...(row.raw !== null && { raw: row.raw }),
});
