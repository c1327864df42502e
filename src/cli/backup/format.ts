/**
 * The format of a back-up file: gzip over lines of JSON. The first line is the header; then each table follows, with one line per row;
 * the last line has the counts of rows and the digest of all lines before it. The format does not depend on the engine.
 */

import type { Value } from '#data/store/database.ts';
import type { Country } from '#data/store/dataset.ts';
import type { AppliedMigration, StoreName } from '#data/store/store-tables.ts';

/** Raised with every change that a reader of this format could not read. */
export const FORMAT = 1;

export interface Header {
  firmoteca: 'back-up';
  format: number;
  madeAt: string;
  /** The release that wrote the file. */
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

/** Bytes are written as `{"bytes":"…"}`, in base64. */
export const writeRow = (row: readonly Value[]): string =>
  JSON.stringify(
    row.map((cell) => (cell instanceof Uint8Array ? { bytes: Buffer.from(cell).toString('base64') } : cell)),
  );

/** Null for another line. */
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

/** A back-up that cannot be restored. Nothing was changed. */
export class BrokenBackup extends Error {}

export function headerOf(value: unknown, file: string): Header {
  const header = (value ?? {}) as Partial<Header>;
  if (header.firmoteca !== 'back-up' || !Number.isInteger(header.format))
    throw new BrokenBackup(`${file} is no back-up of Firmoteca.`);
  if ((header.format as number) > FORMAT)
    throw new BrokenBackup(
      `${file} was written by a newer version of Firmoteca (${header.version}, format ${header.format}; this one reads up to ${FORMAT}). Restore it with that version.`,
    );
  const defect = defectOf(header);
  if (defect !== null) throw new BrokenBackup(`${file} is damaged: ${defect}. Take another back-up.`);
  return header as Header;
}

/** Null for a valid header. Names of stores and engines name folders of migrations. */
function defectOf({ engine, country, madeAt, version, stores, secrets }: Partial<Header>): string | null {
  if (engine !== 'sqlite' && engine !== 'postgres') return 'it does not name its engine';
  if (![country, madeAt, version].every((text) => typeof text === 'string')) return 'it does not name its origin';
  if (!Array.isArray(stores) || stores.length === 0 || !stores.every(isStore)) return 'it does not list its contents';
  if (new Set(stores.map(({ name }) => name)).size < stores.length) return 'it contains a store twice';
  return hasPepper(secrets) ? null : 'it lacks secrets';
}

/** The next start creates other missing secrets; without the pepper no key would work. */
const hasPepper = (secrets: unknown): boolean => {
  const { keyPepper } = (secrets ?? {}) as Record<string, unknown>;
  return typeof keyPepper === 'string' && keyPepper !== '';
};

function isStore(store: unknown): boolean {
  const { name, migrations } = (store ?? {}) as Partial<Header['stores'][number]>;
  return (
    (name === 'state' || name === 'live') &&
    Array.isArray(migrations) &&
    migrations.every((each) => Number.isInteger(each?.version) && typeof each.name === 'string')
  );
}
