/** A published rate, with exact arithmetic: fractions of whole numbers, never a float. */
import type { Day } from '#lib/values/date.ts';

/** Published values are stored as whole ten-thousandths of a leu. */
export const SCALE = 10_000;

export interface Quote {
  day: Day;
  currency: string;
  /** Units of the currency that `value` is the price of. */
  multiplier: number;
  /** Ten-thousandths of a leu. */
  value: number;
}

/** The leu, the base of all quotes. */
export const LEU = { multiplier: 1, value: SCALE } as const;

type Price = Pick<Quote, 'multiplier' | 'value'>;

/** The nearest double to the true rate: both whole numbers are exact. */
export const perUnit = ({ value, multiplier }: Price): number => value / (SCALE * multiplier);

export const published = ({ value }: Price): number => value / SCALE;

/** How much the price of one unit rose. */
export const changeOf = (now: Price, before: Price): number =>
  (now.value * before.multiplier - before.value * now.multiplier) / (SCALE * now.multiplier * before.multiplier);

/** Decimals of the amount that a caller may send. */
export const AMOUNT_DECIMALS = 6;
const RESULT_DECIMALS = 4;
/** Enough for the smallest unit against gold; the result is not computed from it. */
const RATE_DECIMALS = 12;

/** The amount and the rate from one currency to the other through the leu, as decimal texts. Halves are rounded up. */
export function convert(amount: string, from: Price, to: Price): { amount: string; rate: string; result: string } {
  const [whole = '', decimals = ''] = amount.split('.');
  const parts = BigInt(whole + decimals.padEnd(AMOUNT_DECIMALS, '0'));
  const above = BigInt(from.value) * BigInt(to.multiplier);
  const below = BigInt(from.multiplier) * BigInt(to.value);
  const unit = 10n ** BigInt(AMOUNT_DECIMALS);
  return {
    amount: withoutZeros(quotient(parts, unit, AMOUNT_DECIMALS)),
    rate: withoutZeros(quotient(above, below, RATE_DECIMALS)),
    result: quotient(parts * above, unit * below, RESULT_DECIMALS),
  };
}

function quotient(above: bigint, below: bigint, decimals: number): string {
  const rounded = (2n * above * 10n ** BigInt(decimals) + below) / (2n * below);
  const digits = String(rounded).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const withoutZeros = (decimal: string): string => decimal.replace(/\.?0+$/, '');
