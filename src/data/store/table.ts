/**
 * A table of the dataset, defined once: the definition gives its DDL, the type of its rows, and the order of its columns in a bulk load.
 *
 *     export const debt = table('debt', { cui: bigint().primaryKey(), total: bigint().notNull(), as_of: text().notNull() });
 *     await part.load(debt, rows); // rows: Row<typeof debt>[]
 */
import type { ColumnText } from '#lib/values/column-text.ts';
import type { Value } from './database.ts';
import { checkRow } from './values.ts';

/** A column in PostgreSQL's dialect (ddl.ts translates it). `T`: the values that a row of a load may have. */
export class Column<T> {
  declare readonly value: T;
  readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
  }

  notNull(): Column<NonNullable<T>> {
    return new Column(`${this.sql} not null`);
  }

  primaryKey(): Column<NonNullable<T>> {
    return new Column(`${this.sql} primary key`);
  }

  /** Sorted by its bytes, the same way on both engines. */
  bytewise(): Column<T> {
    return new Column(`${this.sql} collate "C"`);
  }
}

export const integer = () => new Column<number | null>('integer');
export const bigint = () => new Column<number | null>('bigint');
export const double = () => new Column<number | null>('double precision');
export const text = () => new Column<string | null>('text');
export const bytes = () => new Column<Uint8Array | null>('bytea');
/** Stored as 0 or 1. */
export const flag = () => new Column<boolean | number | null>('integer');

type Columns = Readonly<Record<string, Column<Value>>>;

/** A table as a bulk load needs it. */
export interface LoadTarget<C extends Columns = Columns> {
  readonly name: string;
  readonly columns: C;
}

export interface Table<C extends Columns = Columns> extends LoadTarget<C> {
  /** `create table …;` and the end of the line, in PostgreSQL's dialect. */
  readonly ddl: string;
}

export type Row<T extends LoadTarget> = {
  [Name in keyof T['columns'] & string]: Named<T['columns'][Name]['value'], Name>;
};
type Named<V, Name extends string> = V extends string ? ColumnText<Name> : V;

/** A row as a query returns it. */
export type StoredRow<T extends LoadTarget> = {
  [Name in keyof T['columns'] & string]: Stored<T['columns'][Name]['value']>;
};
/** Flags are stored as numbers. */
type Stored<V> = boolean extends V ? Exclude<V, boolean> : V;

export type Rows<R> = Iterable<R> | AsyncIterable<R>;

interface TableOptions<C extends Columns> {
  /** Of several columns. A key of one column is `primaryKey()` of that column. */
  primaryKey?: readonly (keyof C & string)[];
  /** A table of little more than its key: SQLite stores it without row ids. */
  clustered?: boolean;
  /** Without blanks inside the parentheses. Formats of parts are digests of the text, so both layouts stay. */
  compact?: boolean;
}

export function table<C extends Columns>(
  name: string,
  columns: C,
  { primaryKey, clustered = false, compact = false }: TableOptions<C> = {},
): Table<C> {
  const lines = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
  if (primaryKey) lines.push(`primary key (${primaryKey.join(', ')})`);
  const body = compact ? lines.join(', ') : `\n  ${lines.join(',\n  ')}\n`;
  return { name, columns, ddl: `create table ${name} (${body})${clustered ? ' /* clustered */' : ''};\n` };
}

/** DDL of several tables. */
export const ddlOf = (...tables: readonly Table[]): string => tables.map(({ ddl }) => ddl).join('');

/** Puts a row into the order of the columns; throws on values that cannot be stored. */
export function rowReader({ name, columns }: LoadTarget): {
  names: string[];
  /** The array is reused by the next call. */
  values(row: Readonly<Record<string, Value>>): Value[];
} {
  const names = Object.keys(columns);
  const values = new Array<Value>(names.length);
  let count = 0;
  return {
    names,
    values(row) {
      for (let i = 0; i < names.length; i++) values[i] = row[names[i] as string] as Value;
      checkRow(name, names, values, ++count);
      return values;
    },
  };
}
