/**
 * One interface over two engines. Modules write plain SQL with `$1` placeholders, one text for both; only
 * sqlite/database.ts and postgres/database.ts differ.
 */

/** Bindable values. `undefined`, NaN, Date and objects are refused: node:sqlite would silently bind them as NULL. */
export type Value = string | number | bigint | boolean | null | Uint8Array;

export type Row = Record<string, unknown>;

export interface Statement {
  sql: string;
  params?: readonly Value[];
  /** If it returns no row, the whole write is rolled back and its results end here. */
  isCondition?: boolean;
}

/** A subquery for other statements that depend on whether it returns a row; its parameters are numbered from `first` on. */
export type Condition = (first: number) => Statement;

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  /** Every row. Counts, sums and bigints come back as numbers on both engines, booleans as 0 and 1, bytes as Uint8Array. */
  all<R = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  /** The first row, or null. */
  one<R = Row>(sql: string, params?: readonly Value[]): Promise<R | null>;
  /** Rows one by one, in bounded memory. Stopping early releases the cursor. */
  stream<R = Row>(sql: string, params?: readonly Value[]): AsyncIterable<R>;
  /**
   * All statements in one transaction; returns the rows of each (`returning …`), up to a condition that failed. The
   * only way to write.
   */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  close(): Promise<void>;
}

/** What a query needs that only reads. */
export type Reads = Pick<Database, 'engine' | 'all' | 'one'>;

/** Whether a write was committed, from its results: false where a condition failed. */
export const isWhole = (statements: readonly Statement[], results: readonly (readonly Row[])[]): boolean =>
  results.length === statements.length &&
  statements.every(({ isCondition }, i) => !isCondition || (results[i]?.length ?? 0) > 0);
