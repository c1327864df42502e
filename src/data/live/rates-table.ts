/** Rates that the bank published since the generation was built. */

import type { RateRecord } from '#data/sources/bnr/rates.ts';
import type { Database, Statement, Value } from '#data/store/database.ts';
import { addDays, type Day } from '#lib/values/date.ts';

const SOURCE = 'bnr';
/** Rows in one statement: engines bind some ten thousand values at most, and each row has four. */
const ROWS_AT_ONCE = 500;
/** Older rates are in every generation. */
const RETENTION_DAYS = 800;

export interface RatesFetch {
  newest: Day;
  fetchedAt: string;
}

/** When the bank last answered; null before the first time. */
export const lastRatesFetch = (db: Database): Promise<RatesFetch | null> =>
  db.one<RatesFetch>('select newest, fetched_at as "fetchedAt" from rate_look where source = $1', [SOURCE]);

const COLUMNS = 'day, currency, multiplier, value';

/** All rates of these days. */
export const observedRates = (db: Database, from: Day, to: Day): Promise<RateRecord[]> =>
  db.all<RateRecord>(`select ${COLUMNS} from rate_observation where day between $1 and $2 order by day, currency`, [
    from,
    to,
  ]);

/** Rates of one currency, newest first. */
export const observedRatesOf = (db: Database, currency: string, until: Day, limit: number): Promise<RateRecord[]> =>
  db.all<RateRecord>(
    `select ${COLUMNS} from rate_observation where currency = $1 and day <= $2 order by day desc limit $3`,
    [currency, until, limit],
  );

export async function newestObservedBefore(db: Database, day: Day): Promise<Day | null> {
  const row = await db.one<{ day: Day | null }>('select max(day) as day from rate_observation where day < $1', [day]);
  return row?.day ?? null;
}

export function storeRates(rates: readonly RateRecord[], fetchedAt: string): Statement[] {
  const byKey = new Map(rates.map((rate) => [`${rate.day} ${rate.currency}`, rate]));
  const rows = [...byKey.values()];
  const newest = rows.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const statements: Statement[] = [];
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) statements.push(upsert(rows.slice(i, i + ROWS_AT_ONCE)));
  return [
    ...statements,
    { sql: 'delete from rate_observation where day < $1', params: [addDays(newest, -RETENTION_DAYS)] },
    {
      sql: `insert into rate_look (source, newest, fetched_at) values ($1, $2, $3)
        on conflict (source) do update set newest = excluded.newest, fetched_at = excluded.fetched_at`,
      params: [SOURCE, newest, fetchedAt],
    },
  ];
}

/** The bank sometimes corrects a rate: the last one published counts. */
function upsert(rows: readonly RateRecord[]): Statement {
  const params: Value[] = rows.flatMap(({ day, currency, multiplier, value }) => [day, currency, multiplier, value]);
  const placeholders = rows.map((_, i) => `($${4 * i + 1}, $${4 * i + 2}, $${4 * i + 3}, $${4 * i + 4})`);
  const sql = `insert into rate_observation (${COLUMNS}) values ${placeholders.join(', ')}
    on conflict (day, currency) do update set multiplier = excluded.multiplier, value = excluded.value`;
  return { sql, params };
}
