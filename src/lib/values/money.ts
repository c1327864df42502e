/** Amounts of money are stored as whole bani (hundredths of a leu) and published as lei. */

/** `'1234.5'` → 123450 without passing through a float; null when it is no plain decimal or does not fit a safe integer. */
export function parseBani(text: string): number | null {
  const match = /^\s*(-?)([0-9]{1,15})(?:\.([0-9]*))?\s*$/.exec(text);
  if (!match) return null;
  const [, sign, lei = '', decimals = ''] = match;
  const rounded = Number(decimals.padEnd(3, '0')[2]) >= 5 ? 1 : 0;
  const bani = Number(lei) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2)) + rounded;
  if (!Number.isSafeInteger(bani)) return null;
  return sign === '-' && bani !== 0 ? -bani : bani;
}

/**
 * No public purchase costs more: the country's GDP is two thousand billion lei a year. Larger values are typing errors, and a few of
 * them would overflow a sum.
 */
const DEAL_BANI_MAX = 100_000_000_000_000;

/** The value of one deal; null also when it is implausibly high. */
export function parseDealBani(text: string): number | null {
  const bani = parseBani(text);
  return bani !== null && Math.abs(bani) <= DEAL_BANI_MAX ? bani : null;
}

export const toLei = (bani: number): number => bani / 100;

export const leiOrNull = (bani: number | null): number | null => (bani === null ? null : bani / 100);

/** The total value of deals: 0 when there are none, null when there are some without known values. */
export const sumOrNull = (count: number, bani: number | null): number | null => (count === 0 ? 0 : leiOrNull(bani));
