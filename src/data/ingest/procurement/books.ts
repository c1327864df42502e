/**
 * Accounts of a load: the value of the rows of each file and what became of it, to the ban. Three independent code paths report `read`
 * (from the cells of a file), `stored` (from the rows of the tables) and excluded amounts with reasons, so that an amount lost by one of
 * them shows as a difference. Amounts are in the currency of their column: lei of contracts, the published value of purchases, award
 * notices and notices, and the damages in reports.
 */
import type { Tally } from '#data/ingest/report.ts';

/** Negative damages are a typing error; the true ones are unknown. */
export const NEGATIVE = 'of damages below zero, which are unknown';
export const notNegative = (bani: number | null): number | null => (bani !== null && bani < 0 ? null : bani);

/** A sum over millions of rows: added as numbers while these are exact. */
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
  excluded: Map<string, { rows: number; sum: Sum }>;
}

export class Books {
  readonly #accounts = new Map<string, Account>();
  /** The last account, which millions of consecutive rows belong to. */
  #open: Account | null = null;

  read(file: string, list: string, bani: number | null): void {
    this.#account(file, list).read.add(bani ?? 0);
  }

  /** Negative for removed rows. */
  stored(file: string, list: string, bani: number | null): void {
    this.#account(file, list).stored.add(bani ?? 0);
  }

  /** `rows` of the file with the total value `bani` are not stored. */
  exclude(file: string, list: string, reason: string, bani: number | null, rows = 1): void {
    const entry = this.#account(file, list).excluded.getOrInsertComputed(reason, () => ({ rows: 0, sum: new Sum() }));
    entry.rows += rows;
    entry.sum.add(bani ?? 0);
  }

  /** Throws when the account of a file does not balance, or the total of a table differs from the stored amounts. */
  close(tally: Tally, totals: ReadonlyMap<string, bigint>): void {
    const stored = new Map<string, bigint>([...totals.keys()].map((list) => [list, 0n]));
    for (const account of this.#accounts.values()) {
      const { file, list } = account;
      const aside = [...account.excluded].map(([reason, { rows, sum }]) => ({ reason, rows, lei: leiOf(sum.bani) }));
      const rest = [...account.excluded.values()].reduce((left, { sum }) => left - sum.bani, account.read.bani);
      if (rest !== account.stored.bani)
        throw new Error(
          `${file}: ${list} worth ${leiOf(account.read.bani)} were read and ${leiOf(rest)} should be stored, not ${leiOf(account.stored.bani)}.`,
        );
      stored.set(list, (stored.get(list) ?? 0n) + account.stored.bani);
      tally.books.push({ file, list, read: leiOf(account.read.bani), stored: leiOf(account.stored.bani), aside });
    }
    for (const [list, bani] of totals)
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
      excluded: new Map(),
    }));
    return this.#open;
  }
}

/** `-1234.05`: exact, which a number would not be. */
function leiOf(bani: bigint): string {
  const digits = String(bani < 0n ? -bani : bani).padStart(3, '0');
  return `${bani < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
