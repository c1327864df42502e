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

export const toLei = (bani: number): number => bani / 100;

export const leiOrNull = (bani: number | null): number | null => (bani === null ? null : bani / 100);

/** What some deals are worth together: nothing when there are none, null when there are some and nobody knows their values. */
export const sumOrNull = (count: number, bani: number | null): number | null => (count === 0 ? 0 : leiOrNull(bani));
