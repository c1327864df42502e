/** Counts and values by the next digit of the code: what a market under a beginning of codes is made of. */
import type { Deals } from './deals.ts';

/** Deals whose codes begin so. */
export interface ChildRow {
  /** What was asked, and one digit more. */
  prefix: string;
  kind: 'contract' | 'purchase';
  count: number;
  /** How many of them have a known value. */
  valued: number;
  /** Bani. */
  value: number;
}

const CODE_DIGITS = 8;

export class ChildSums {
  readonly #rows = new Map<string, ChildRow>();
  readonly #prefix: string;
  /** What a code is divided by so that its next digit comes last; null for a whole code, which has none. */
  readonly #divisor: number | null;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#divisor = prefix.length < CODE_DIGITS ? 10 ** (CODE_DIGITS - prefix.length - 1) : null;
  }

  add(kind: ChildRow['kind'], { codes, values, sign, from, to }: Deals): void {
    if (this.#divisor === null) return;
    for (let i = from; i < to; i++) {
      const row = this.#row(kind, Math.trunc((codes[i] as number) / this.#divisor) % 10);
      row.count += sign;
      if (Number.isNaN(values[i])) continue;
      row.valued += sign;
      row.value += (values[i] as number) * sign;
    }
  }

  /** By prefix. Sums that came to nothing are left out. */
  rows(): ChildRow[] {
    return [...this.#rows.values()].filter(({ count }) => count !== 0).sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
  }

  #row(kind: ChildRow['kind'], digit: number): ChildRow {
    return this.#rows.getOrInsertComputed(`${kind} ${digit}`, () => ({
      prefix: `${this.#prefix}${digit}`,
      kind,
      count: 0,
      valued: 0,
      value: 0,
    }));
  }
}
