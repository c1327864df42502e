/** Exchange rates of the national bank, as a generation holds them. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Day } from '#lib/values/date.ts';
import type { Quote } from './quote.ts';
import { SCALE } from './quote.ts';

const kept = new WeakMap<Dataset, Map<string, number | null>>();

/** Lei for one unit of the currency on the bank's last day of the year; null when the year is not loaded or not over yet. */
export async function yearEndRate(dataset: Dataset, currency: string, year: number): Promise<number | null> {
  const known = kept.getOrInsertComputed(dataset, () => new Map<string, number | null>());
  const key = `${currency} ${year}`;
  const rate = known.get(key);
  if (rate !== undefined) return rate;
  const read = await readYearEnd(dataset, currency, year);
  known.set(key, read);
  return read;
}

async function readYearEnd({ db, manifest }: Dataset, currency: string, year: number): Promise<number | null> {
  if (!manifest.parts.some((part) => part.name === 'rates' && (part.asOf ?? '') > `${year}-12-31`)) return null;
  const row = await db.one<{ multiplier: number; value: number }>(
    'select multiplier, value from rate where currency = $1 and day between $2 and $3 order by day desc limit 1',
    [currency, `${year}-01-01`, `${year}-12-31`],
  );
  return row ? row.value / SCALE / row.multiplier : null;
}

/** Whether the generation has rates at all. */
const hasRates = ({ manifest }: Dataset): boolean => manifest.parts.some((part) => part.name === 'rates');

/** All rates of these days. */
export const ratesBetween = async (dataset: Dataset, from: Day, to: Day): Promise<Quote[]> =>
  hasRates(dataset)
    ? dataset.db.all<Quote>(
        'select day, currency, multiplier, value from rate where day between $1 and $2 order by day, currency',
        [from, to],
      )
    : [];

/** Rates of one currency, newest first. */
export const ratesOf = async (dataset: Dataset, currency: string, until: Day, limit: number): Promise<Quote[]> =>
  hasRates(dataset)
    ? dataset.db.all<Quote>(
        'select day, currency, multiplier, value from rate where currency = $1 and day <= $2 order by day desc limit $3',
        [currency, until, limit],
      )
    : [];

/** By the euro, which the bank has never left out: one read of its key. */
export async function newestRateBefore(dataset: Dataset, day: Day): Promise<Day | null> {
  if (!hasRates(dataset)) return null;
  const row = await dataset.db.one<{ day: Day | null }>(
    "select max(day) as day from rate where currency = 'EUR' and day < $1",
    [day],
  );
  return row?.day ?? null;
}
