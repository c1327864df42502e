/** Exchange rates of the national bank, as a generation holds them. */
import type { Dataset } from '#store/dataset.ts';

/** Stored values are ten-thousandths of a leu for `multiplier` units. */
const SCALE = 10_000;

const kept = new WeakMap<Dataset, Map<string, Promise<number | null>>>();

/** Lei for one unit of the currency on the bank's last day of the year; null when the year is not loaded or not over yet. */
export function yearEndRate(dataset: Dataset, currency: string, year: number): Promise<number | null> {
  const known = kept.getOrInsertComputed(dataset, () => new Map<string, Promise<number | null>>());
  return known.getOrInsertComputed(`${currency} ${year}`, () => readYearEnd(dataset, currency, year));
}

async function readYearEnd({ db, manifest }: Dataset, currency: string, year: number): Promise<number | null> {
  if (!manifest.parts.some((part) => part.name === 'rates' && (part.asOf ?? '') > `${year}-12-31`)) return null;
  const row = await db.one<{ multiplier: number; value: number }>(
    'select multiplier, value from rate where currency = $1 and day between $2 and $3 order by day desc limit 1',
    [currency, `${year}-01-01`, `${year}-12-31`],
  );
  return row ? row.value / SCALE / row.multiplier : null;
}
