/**
 * The books of what was read: what the rows of each file were worth, and what became of it, to the ban. `read` comes from the cells of a
 * file, `stored` from what was put into the tables, `aside` from those who left something out and said why; the three are told by
 * different hands, so that money that one of them loses is missed by the others. Amounts are in the currency of their column: lei of
 * contracts, what purchases, award notices and notices say, and the damages in reports.
 */
import type { Tally } from '#data/ingest/report.ts';

/** Nothing that is bought is worth less than nothing: such a value is a slip, and what was meant is unknown. */
export const NEGATIVE = 'of values below zero, which are unknown';
export const notNegative = (bani: number | null): number | null => (bani !== null && bani < 0 ? null : bani);

/** Amounts of millions of rows: added as numbers while these are exact. */
class Sum {
  #exact = 0n;
  #rest = 0;

  add(bani: number): void {
    if (Math.abs(this.#rest) + Math.abs(bani) > Number.MAX_SAFE_INTEGER) this.#flush();
    this.#rest += bani;
  }

  get bani(): bigint {
    this.#flush();
    return this.#exact;
  }

  #flush(): void {
    this.#exact += BigInt(this.#rest);
    this.#rest = 0;
  }
}

interface Account {
  file: string;
  list: string;
  read: Sum;
  stored: Sum;
  aside: Map<string, { rows: number; sum: Sum }>;
}

export class Books {
  readonly #accounts = new Map<string, Account>();
  /** The last one: millions of rows in a row belong to it. */
  #open: Account | null = null;

  read(file: string, list: string, bani: number | null): void {
    this.#account(file, list).read.add(bani ?? 0);
  }

  /** Negative for what is taken out again. */
  stored(file: string, list: string, bani: number | null): void {
    this.#account(file, list).stored.add(bani ?? 0);
  }

  /** `rows` of the file, worth `bani` together, are not stored, or not once more. */
  aside(file: string, list: string, reason: string, bani: number | null, rows = 1): void {
    const entry = this.#account(file, list).aside.getOrInsertComputed(reason, () => ({ rows: 0, sum: new Sum() }));
    entry.rows += rows;
    entry.sum.add(bani ?? 0);
  }

  /** Throws when a file's money is not where the books say, or a table does not hold what all files together put there. */
  close(tally: Tally, held: ReadonlyMap<string, bigint>): void {
    const stored = new Map<string, bigint>([...held.keys()].map((list) => [list, 0n]));
    for (const account of this.#accounts.values()) {
      const { file, list } = account;
      const aside = [...account.aside].map(([reason, { rows, sum }]) => ({ reason, rows, lei: leiOf(sum.bani) }));
      const left = [...account.aside.values()].reduce((rest, { sum }) => rest - sum.bani, account.read.bani);
      if (left !== account.stored.bani)
        throw new Error(
          `${file}: ${list} worth ${leiOf(account.read.bani)} were read and ${leiOf(left)} should be stored, not ${leiOf(account.stored.bani)}.`,
        );
      stored.set(list, (stored.get(list) ?? 0n) + account.stored.bani);
      tally.books.push({ file, list, read: leiOf(account.read.bani), stored: leiOf(account.stored.bani), aside });
    }
    for (const [list, bani] of held)
      if (bani !== stored.get(list))
        throw new Error(`${list} worth ${leiOf(stored.get(list) ?? 0n)} were stored, ${leiOf(bani)} are in the table.`);
  }

  #account(file: string, list: string): Account {
    if (this.#open?.file === file && this.#open.list === list) return this.#open;
    this.#open = this.#accounts.getOrInsertComputed(`${file}\n${list}`, () => ({
      file,
      list,
      read: new Sum(),
      stored: new Sum(),
      aside: new Map(),
    }));
    return this.#open;
  }
}

/** `-1234.05`: exact, which a number would not be. */
function leiOf(bani: bigint): string {
  const digits = String(bani < 0n ? -bani : bani).padStart(3, '0');
  return `${bani < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
