/** Amounts of money are stored as whole bani (hundredths of a leu) and leave as lei. */

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
 * More than anything that the state buys costs: in a year the whole country earns two thousand billion lei. What is above is a slip of
 * the pen or of a column, and a few of them would add up to a sum that no number holds.
 */
const DEAL_BANI_MAX = 100_000_000_000_000;

/** The same for what one deal is worth; null also when it is beyond all deals. */
export function parseDealBani(text: string): number | null {
  const bani = parseBani(text);
  return bani !== null && Math.abs(bani) <= DEAL_BANI_MAX ? bani : null;
}

export const toLei = (bani: number): number => bani / 100;

export const leiOrNull = (bani: number | null): number | null => (bani === null ? null : bani / 100);

/** What some deals are worth together: nothing when there are none, null when there are some and nobody knows their values. */
export const sumOrNull = (count: number, bani: number | null): number | null => (count === 0 ? 0 : leiOrNull(bani));
