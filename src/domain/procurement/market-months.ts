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

export class MonthSums {
  readonly #rows = new Map<string, MonthRow>();

  add(kind: Kind, { days, values, sign, from, to }: Deals): void {
    for (let i = from; i < to; ) {
      // Days ascend: a month ends where the next begins.
      const month = Math.trunc((days[i] as number) / 100);
      const end = (month + 1) * 100;
      let [count, valued, value] = [0, 0, 0];
      for (; i < to && (days[i] as number) < end; i++) {
        count++;
        if (!((values[i] as number) > 0)) continue;
        valued++;
        value += values[i] as number;
      }
      const row = this.#row(kind, month);
      row.count += count * sign;
      row.valued += valued * sign;
      row.value += value * sign;
    }
  }

  /** Oldest first, without empty sums. */
  rows(): MonthRow[] {
    return [...this.#rows.values()].filter(({ count }) => count !== 0).sort((a, b) => (a.month < b.month ? -1 : 1));
  }

  #row(kind: Kind, number: number): MonthRow {
    return this.#rows.getOrInsertComputed(`${number} ${kind}`, () => {
      const digits = String(number).padStart(6, '0');
      const month = number === 0 ? '' : `${digits.slice(0, 4)}-${digits.slice(4)}`;
      return { month, kind, count: 0, valued: 0, value: 0 };
    });
  }
}
