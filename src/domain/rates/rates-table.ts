/** Exchange rates of the national bank: of a generation, and over them the bank's newer ones. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Day } from '#lib/values/date.ts';
import { type Quote, SCALE } from './quote.ts';

const yearEndRates = new WeakMap<Dataset, Map<string, number | null>>();

export interface RatesContext {
  /** Rates that the bank has published since the generation was built. */
  observed: {
    /** The time and newest day of the bank's last answer; null before the first one. */
    look(): Promise<{ newest: Day; fetchedAt: string } | null>;
    between(from: Day, to: Day): Promise<Quote[]>;
    /** Newest first. */
    of(currency: string, until: Day, limit: number): Promise<Quote[]>;
  };
  /** Requests the bank's rates, once for all waiting callers, into `observed`. */
  refresh(waitMs: number): Promise<'found' | 'notFound' | 'unavailable' | 'pending'>;
  licence: string;
  /** The bank's web page of rates, for answers. */
  page: string | null;
  today(): Day;
}

/** The bank quotes it on every bank day. */
const ALWAYS_QUOTED = 'EUR';

export interface RateTable {
  /** Bank days until this one, newest first. */
  days(until: Day, count: number): Promise<Day[]>;
  /** All rates of these days (in any order), by day. */
  quotes(days: readonly Day[]): Promise<Map<Day, Quote[]>>;
  /** Rates of one currency until this day, newest first. */
  of(currency: string, until: Day, count: number): Promise<Quote[]>;
}

export function rateTableOf(dataset: Dataset, observed: RatesContext['observed']): RateTable {
  async function of(currency: string, until: Day, count: number): Promise<Quote[]> {
    const [loaded, newer] = await Promise.all([
      ratesOf(dataset, currency, until, count),
      observed.of(currency, until, count),
    ]);
    const byDay = new Map([...loaded, ...newer].map((quote) => [quote.day, quote]));
    return [...byDay.values()].sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, count);
  }
  return {
    of,
    days: async (until, count) => (await of(ALWAYS_QUOTED, until, count)).map(({ day }) => day),
    async quotes(days) {
      const [from = '', to = from] = [days.toSorted().at(0), days.toSorted().at(-1)];
      const [loaded, newer] = await Promise.all([ratesBetween(dataset, from, to), observed.between(from, to)]);
      // A republished day replaces the whole stored day: the bank may have removed a currency.
      return new Map([...Map.groupBy(loaded, dayOf), ...Map.groupBy(newer, dayOf)]);
    },
  };
}

const dayOf = ({ day }: Quote): Day => day;

/** Lei for one unit of the currency on the bank's last day of the year; null when the year is not loaded or not over yet. */
export async function yearEndRate(dataset: Dataset, currency: string, year: number): Promise<number | null> {
  const cached = yearEndRates.getOrInsertComputed(dataset, () => new Map<string, number | null>());
  const key = `${currency} ${year}`;
  const rate = cached.get(key);
  if (rate !== undefined) return rate;
  const read = await readYearEnd(dataset, currency, year);
  cached.set(key, read);
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
const ratesBetween = async (dataset: Dataset, from: Day, to: Day): Promise<Quote[]> =>
  hasRates(dataset)
    ? dataset.db.all<Quote>(
        'select day, currency, multiplier, value from rate where day between $1 and $2 order by day, currency',
        [from, to],
      )
    : [];

/** Rates of one currency, newest first. */
const ratesOf = async (dataset: Dataset, currency: string, until: Day, limit: number): Promise<Quote[]> =>
  hasRates(dataset)
    ? dataset.db.all<Quote>(
        'select day, currency, multiplier, value from rate where currency = $1 and day <= $2 order by day desc limit $3',
        [currency, until, limit],
      )
    : [];

/** By the euro, which every bank day has: one read of its key. */
export async function newestRateBefore(dataset: Dataset, day: Day): Promise<Day | null> {
  if (!hasRates(dataset)) return null;
  const row = await dataset.db.one<{ day: Day | null }>(
    "select max(day) as day from rate where currency = 'EUR' and day < $1",
    [day],
  );
  return row?.day ?? null;
}
