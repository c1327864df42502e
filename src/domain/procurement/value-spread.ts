/**
 * The spread of values: percentiles from a histogram, each off by less than 1 %. The bins come from a number's own
 * bits: its power of two and the first six bits after it.
 */
import { toLei } from '#lib/values/money.ts';
import type { Deals } from './deals.ts';

/** Lei. */
export type Percentiles = Record<'p10' | 'p25' | 'p50' | 'p75' | 'p90', number>;

const BITS = 6;
const PER_POWER = 2 ** BITS;
/** Whole bani below 2^53. */
const POWERS = 53;
const BINS = POWERS * PER_POWER;
/** In the upper half of a number the exponent is followed by twenty bits of the fraction. */
const FRACTION_BITS = 20;
const POWER_ZERO = 1023;

export class Spread {
  readonly #bins = new Float64Array(BINS);

  /** Values above zero. */
  add({ values, sign, from, to }: Deals): void {
    const bins = this.#bins;
    const halves = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
    for (let i = from; i < to; i++) {
      if (!((values[i] as number) > 0)) continue;
      const bin = ((halves[2 * i + 1] as number) >>> (FRACTION_BITS - BITS)) - POWER_ZERO * PER_POWER;
      bins[bin] = (bins[bin] as number) + sign;
    }
  }

  with(other: Spread): Spread {
    const both = new Spread();
    for (let bin = 0; bin < BINS; bin++) both.#bins[bin] = (this.#bins[bin] as number) + (other.#bins[bin] as number);
    return both;
  }

  /** Null when no deal has a value. */
  percentiles(): Percentiles | null {
    let total = 0;
    for (let bin = 0; bin < BINS; bin++) total += this.#bins[bin] as number;
    if (total === 0) return null;
    const found: number[] = [];
    for (let bin = 0, below = 0; bin < BINS && found.length < SHARES.length; bin++) {
      below += this.#bins[bin] as number;
      // The nearest rank: the smallest value with this share at or below it.
      while (below >= Math.max(1, Math.ceil((SHARES[found.length] ?? Number.NaN) * total)))
        found.push(toLei(middleOf(bin)));
    }
    const [p10, p25, p50, p75, p90] = found as [number, number, number, number, number];
    return { p10, p25, p50, p75, p90 };
  }
}

const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9];

/** Whole bani. A bin of width one or less has only its lower bound. */
function middleOf(bin: number): number {
  const width = 2 ** (Math.trunc(bin / PER_POWER) - BITS);
  const beginning = width * (PER_POWER + (bin % PER_POWER));
  return width <= 1 ? beginning : Math.trunc(beginning + width / 2);
}
