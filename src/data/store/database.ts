/**
 * One small interface over two engines. Slices write plain SQL with `$1` placeholders, one text for both;
 * `knowledge` of an engine lives in sqlite/database.ts and postgres/database.ts only.
 */

/** What may be bound. `undefined`, NaN, Date and objects are refused: node:sqlite would bind them as NULL without a word. */
export type Value = string | number | bigint | boolean | null | Uint8Array;

export type Row = Record<string, unknown>;

export interface Statement {
  sql: string;
  params?: readonly Value[];
  /** Where it gives no row back, nothing of the whole write happens: it is undone, and its results end here. */
  isCondition?: boolean;
}

/** A question for within other statements, which depend on whether it finds something; its parameters are numbered from `first` on. */
export type Condition = (first: number) => Statement;

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /** Every row. Counts, sums and bigints come back as numbers on both engines, booleans as 0 and 1, bytes as Uint8Array. */
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /** The first row, or null. */
  one<R = Row>(sql: string, params?: readonly Value[]): Promise<R | null>;
  /** Rows one by one, in bounded memory. Stopping early releases the cursor. */
  stream<R = Row>(sql: string, params?: readonly Value[]): AsyncIterable<R>;
  /** All statements in one transaction, all or none; the rows each of them returned (`returning …`), up to a condition that did not hold. The only way to write. */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  close(): Promise<void>;
}

/** Whether a write happened, from what it returned: false where a condition did not hold. */
export const isWhole = (statements: readonly Statement[], results: readonly (readonly Row[])[]): boolean =>
  results.length === statements.length &&
  statements.every(({ isCondition }, i) => !isCondition || (results[i]?.length ?? 0) > 0);
