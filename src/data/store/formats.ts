/**
 * The format of each part that this version writes and reads. A part of another format is never read; it is rebuilt
 * (docs/decisions.md, "Generations"). test/data/formats.test.ts compares the digests with the tables and with parts
 * built from a small sample.
 */

interface Format {
  /** Incremented by every change; orders formats. */
  version: number;
  /** Digest of the declared tables and indexes (ingest/tables.ts). */
  tables: string;
  /** Digest of the contents: folded names, packed deals. */
  contents: string;
}

/** In the order of manifests and reports. */
const formats = {
  registry: { version: 4, tables: '41375f9d', contents: 'e0712b14' },
  finances: { version: 2, tables: 'c4218cfe', contents: 'bfb73eba' },
  rates: { version: 1, tables: '083b3a9c', contents: 'f44cda01' },
  shareholders: { version: 4, tables: '8924dcfa', contents: '15557189' },
  debts: { version: 1, tables: '1f53f4a9', contents: '0bdea6c3' },
  history: { version: 2, tables: '1a322574', contents: 'c795d565' },
  entities: { version: 1, tables: '78f306d5', contents: '923b6973' },
  search: { version: 9, tables: 'dba6d79e', contents: '3b7e11c3' },
  rankings: { version: 2, tables: '28613dd0', contents: '42dbfe96' },
  gazette: { version: 3, tables: 'c6535015', contents: '28e3c88b' },
  procurement: { version: 10, tables: 'ad3dd512', contents: 'bf9e7d7c' },
  recent: { version: 9, tables: 'ad3dd512', contents: 'c642ce53' },
} as const satisfies Record<string, Format>;

export type PartName = keyof typeof formats;

export const partNames = Object.keys(formats) as PartName[];

/** As a manifest states it: `3-0a1b2c3d-4e5f6071`. Undefined for an unknown name. */
export function formatOf(name: string): string | undefined {
  const format = (formats as Record<string, Format>)[name];
  return format && `${format.version}-${format.tables}-${format.contents}`;
}

/** Parts of earlier releases that nothing reads any more, with their last version: the next build leaves them out. */
const retired: Record<string, number> = { companies: 8 };

/** Parts written before formats existed have none. */
interface PartFormat {
  name: string;
  format?: string;
}

export const isReadable = ({ name, format }: PartFormat): boolean => name in retired || format === formatOf(name);

/** Whether a later version of Firmoteca wrote it: rebuilding it here would undo that version's work. */
export const isNewer = ({ name, format }: PartFormat): boolean =>
  versionOf(format) > (retired[name] ?? versionOf(formatOf(name)));

const versionOf = (format: string | undefined): number => Number.parseInt(format ?? '0', 10);
