/** Tables to be published: columns with their kinds, and files that rows are written to. */

/** A day is its number since 1970, money is bani. */
export type ColumnKind = 'text' | 'day' | 'money' | 'number';
export type Value = string | number | null;

export interface Column<Row> {
  header: string;
  kind: ColumnKind;
  of(row: Row): Value;
}

export interface TableShape {
  headers: readonly string[];
  kinds: readonly ColumnKind[];
}

export interface TableFile {
  row(values: readonly Value[]): void;
  /** Writes the buffered rows; the caller flushes now and then, since `row` does not wait. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Days from Excel's epoch, which counts 1900 as a leap year, to 1970. */
export const EXCEL_EPOCH_DAYS = 25_569;

export const xmlText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;

/** `123456` bani → `1234.56`, as programs write it. */
export const decimals = (bani: number): string => {
  const text = String(Math.abs(bani)).padStart(3, '0');
  return `${bani < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
};
