/**
 * What a back-up file is: gzip over lines of JSON. The first says where it comes from, then each table follows with its rows, one
 * a line, and the last counts the rows and has the digest of all lines before it. Nothing in it depends on the engine.
 */
import type { Value } from '#data/store/database.ts';
import type { Country } from '#data/store/dataset.ts';
import type { AppliedMigration, StoreName } from '#data/store/store-tables.ts';

/** Raised when a reader of this format could not read what is written. */
export const FORMAT = 1;

export interface Header {
  firmoteca: 'back-up';
  format: number;
  madeAt: string;
  /** The release that made it. */
  version: string;
  country: Country;
  engine: 'sqlite' | 'postgres';
  stores: { name: StoreName; migrations: AppliedMigration[] }[];
  /** The whole file of secrets. */
  secrets: Record<string, unknown>;
}

export interface TableLine {
  store: StoreName;
  table: string;
  columns: string[];
}

export interface EndLine {
  end: { rows: Record<string, number>; sha256: string };
}

/** Bytes are no JSON: they stand as `{"bytes":"…"}`, in base64. */
export const writeRow = (row: readonly Value[]): string =>
  JSON.stringify(
    row.map((cell) => (cell instanceof Uint8Array ? { bytes: Buffer.from(cell).toString('base64') } : cell)),
  );

/** Null when it is no row. */
export function readRow(line: unknown): Value[] | null {
  if (!Array.isArray(line)) return null;
  const row = line.map((cell) =>
    typeof cell === 'object' && cell !== null && typeof cell.bytes === 'string'
      ? new Uint8Array(Buffer.from(cell.bytes, 'base64'))
      : cell,
  );
  return row.every(isValue) ? row : null;
}

const isValue = (cell: unknown): cell is Value =>
  cell === null || ['string', 'number'].includes(typeof cell) || cell instanceof Uint8Array;

/** A back-up that cannot be restored: told as it is, and nothing was touched. */
export class BrokenBackup extends Error {}
