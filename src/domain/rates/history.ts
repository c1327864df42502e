/** Rates of a range of days, of all currencies or of one; as published, or averaged by month or year. */
import { type Day, daysBetween } from '#lib/values/date.ts';
import { BASE, dayRates } from './day-rates.ts';
import type { Quote } from './quote.ts';
import type { RateTable } from './rates-table.ts';

type DayRates = ReturnType<typeof dayRates>;

/** Bank days without a range. */
const HISTORY_DAYS = 10;

/** Days of a range: of all currencies a quarter, averages a year, of one currency ten years. An answer stays below half a megabyte. */
const DAYS_MAX = { all: 92, average: 366, one: 3_660 } as const;

export interface HistoryQuery {
  currency?: string | undefined;
  dateFrom?: Day | undefined;
  dateTo?: Day | undefined;
  average?: 'month' | 'year' | undefined;
}

/** The most days between the first and the last one of a query. */
export const daysMax = ({ currency, average }: HistoryQuery): number =>
  DAYS_MAX[currency !== undefined ? 'one' : average !== undefined ? 'average' : 'all'];

/** The first day of a query; null for the last ten bank days. Averages without one begin with the year. */
export const firstDay = ({ dateFrom, average }: HistoryQuery, last: Day): Day | null =>
  dateFrom ?? (average === undefined ? null : `${last.slice(0, 4)}-01-01`);

/** Newest first. */
export async function history(query: HistoryQuery, last: Day, table: RateTable): Promise<DayRates[]> {
  const { currency, average } = query;
  const from = firstDay(query, last);
  // One day more, for the change of the first.
  const read = await table.days(last, from === null ? HISTORY_DAYS + 1 : Math.max(1, daysBetween(from, last) + 2));
  const days = from === null ? read.slice(0, HISTORY_DAYS) : read.filter((day) => day >= from);
  const quotes =
    currency === undefined
      ? await table.quotes(read.slice(0, days.length + 1))
      : Map.groupBy(await table.of(currency, last, read.length), ({ day }) => day);
  const quoted = days
    .map((day, i) => dayRates(day, quotes.get(day) ?? [], quotes.get(read[i + 1] ?? '') ?? []))
    .filter(({ rates }) => rates.length > 0);
  if (average === undefined) return quoted;
  const length = average === 'month' ? 'YYYY-MM'.length : 'YYYY'.length;
  return [...Map.groupBy(quoted, ({ date }) => date.slice(0, length))].map(([period, own]) =>
    averaged(
      period,
      own.map(({ date }) => date),
      own.flatMap(({ date }) => quotes.get(date) ?? []),
    ),
  );
}

/** The mean of the published rates, rounded to their four decimals as the bank does. */
function averaged(period: string, days: readonly Day[], quotes: readonly Quote[]): DayRates {
  const means = [...Map.groupBy(quotes, ({ currency }) => currency)]
    .map(([currency, own]): Quote => {
      const multiplier = Math.max(...own.map((quote) => quote.multiplier));
      const sum = own.reduce((total, quote) => total + (quote.value * multiplier) / quote.multiplier, 0);
      return { day: days[0] ?? '', currency, multiplier, value: Math.round(sum / own.length) };
    })
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
  const { rates } = dayRates(days[0] ?? '', means, []);
  return { date: days[0] ?? '', period, bankDays: days.length, base: BASE, rates };
}
