/** The bank's rates as one book: a generation's, and over them what the bank told since. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Day } from '#lib/values/date.ts';
import type { RatesNeeds } from './needs.ts';
import type { Quote } from './quote.ts';
import { ratesBetween, ratesOf } from './rates-table.ts';

/** The bank quotes it on every day on which it quotes anything. */
const ALWAYS_QUOTED = 'EUR';

export interface Book {
  /** Bank days until this one, newest first. */
  days(until: Day, count: number): Promise<Day[]>;
  /** All rates of these days (in any order), by day. */
  quotes(days: readonly Day[]): Promise<Map<Day, Quote[]>>;
  /** Rates of one currency until this day, newest first. */
  of(currency: string, until: Day, count: number): Promise<Quote[]>;
}

export function bookOf(dataset: Dataset, observed: RatesNeeds['observed']): Book {
  async function of(currency: string, until: Day, count: number): Promise<Quote[]> {
    const [loaded, since] = await Promise.all([
      ratesOf(dataset, currency, until, count),
      observed.of(currency, until, count),
    ]);
    const byDay = new Map([...loaded, ...since].map((quote) => [quote.day, quote]));
    return [...byDay.values()].sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, count);
  }
  return {
    of,
    days: async (until, count) => (await of(ALWAYS_QUOTED, until, count)).map(({ day }) => day),
    async quotes(days) {
      const [from = '', to = from] = [days.toSorted().at(0), days.toSorted().at(-1)];
      const [loaded, since] = await Promise.all([ratesBetween(dataset, from, to), observed.between(from, to)]);
      // A day that the bank told again counts as it was told last, as a whole: a currency may have been taken back.
      return new Map([...Map.groupBy(loaded, dayOf), ...Map.groupBy(since, dayOf)]);
    },
  };
}

const dayOf = ({ day }: Quote): Day => day;
