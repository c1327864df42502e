/** Counts and values by month. */
import type { Deals } from './deals.ts';

export const KINDS = ['contract', 'framework', 'callOff', 'purchase', 'unstated', 'award'] as const;
export type Kind = (typeof KINDS)[number];

export interface MonthRow {
  /** `2026-03`; empty for deals without a day. */
  month: string;
  kind: Kind;
  count: number;
  /** How many of them have a known value. */
  valued: number;
  /** Bani. */
  value: number;
}

/** Of a block of deals. */
export interface BlockSums {
  count: number;
  valued: number;
  value: number;
  /** Published as zero, and below. */
  zero: number;
  negative: number;
}

export class MonthSums {
  /** By month and kind as one number. */
  readonly #rows = new Map<number, MonthRow>();

  /** Returns the sums over the block. */
  add(kind: Kind, { days, values, sign, from, to }: Deals): BlockSums {
    const sums: BlockSums = { count: (to - from) * sign, valued: 0, value: 0, zero: 0, negative: 0 };
    for (let i = from; i < to; ) {
      // Days ascend: a month ends where the next begins.
      const month = Math.trunc((days[i] as number) / 100);
      const end = (month + 1) * 100;
      let count = 0;
      let valued = 0;
      let value = 0;
      let zero = 0;
      let negative = 0;
      for (; i < to && (days[i] as number) < end; i++) {
        const own = values[i] as number;
        count++;
        if (own > 0) {
          valued++;
          value += own;
        } else if (own === 0) zero++;
        else if (own < 0) negative++;
      }
      const row = this.#row(kind, month);
      row.count += count * sign;
      row.valued += valued * sign;
      row.value += value * sign;
      sums.valued += valued * sign;
      sums.value += value * sign;
      sums.zero += zero * sign;
      sums.negative += negative * sign;
    }
    return sums;
  }

  /** Oldest first, without empty sums. */
  rows(): MonthRow[] {
    return [...this.#rows.values()].filter(({ count }) => count !== 0).sort((a, b) => (a.month < b.month ? -1 : 1));
  }

  #row(kind: Kind, number: number): MonthRow {
    return this.#rows.getOrInsertComputed(number * KINDS.length + KINDS.indexOf(kind), () => {
      const digits = String(number).padStart(6, '0');
      const month = number === 0 ? '' : `${digits.slice(0, 4)}-${digits.slice(4)}`;
      return { month, kind, count: 0, valued: 0, value: 0 };
    });
  }
}
