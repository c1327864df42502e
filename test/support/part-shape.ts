/** The shape of a part: its tables as an engine reports them, and a digest of its contents. */
import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { tablesOf } from '#data/ingest/tables.ts';
import type { Database } from '#data/store/database.ts';
import type { PartName } from '#data/store/formats.ts';
import { sha256 } from '#lib/values/hash.ts';

/** Long enough to distinguish formats, and short enough to be compared by eye. */
const short = (digest: string): string => digest.slice(0, 8);

/** A digest of the declarations for both engines, independent of line breaks. */
export const tablesDigest = (name: PartName): string =>
  short(sha256([tablesOf(name, 'sqlite'), tablesOf(name, 'postgres')].join('\n').replace(/\s+/g, ' ').trim()));

/** Tables, columns and indexes of a schema, without the name of the schema. */
export async function shapeOf(db: Database, schema: string): Promise<string[]> {
  if (db.engine === 'sqlite') {
    const rows = await db.all<{ sql: string }>(
      `select sql from "${schema}".sqlite_master where sql is not null and name not like 'sqlite~_%' escape '~'`,
    );
    return rows.map(({ sql }) => sql.replace(/\s+/g, ' ')).sort();
  }
  const columns = await db.all<{ text: string }>(
    `select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, collation_name) as text
     from information_schema.columns where table_schema = $1`,
    [schema],
  );
  const indexes = await db.all<{ text: string }>('select indexdef as text from pg_indexes where schemaname = $1', [
    schema,
  ]);
  return [...columns, ...indexes].map(({ text }) => text.replaceAll(`${schema}.`, '')).sort();
}

export type StoredRow = SQLOutputValue[];

export interface StoredTable {
  name: string;
  /** A full-text index, whose rows are its words. */
  isVirtual: boolean;
  columns: string[];
  rows: StoredRow[];
}

/** All tables of a part’s file, by name. */
export function storedTables(path: string): StoredTable[] {
  const connection = new DatabaseSync(path, { readOnly: true });
  const tables = connection
    .prepare(
      `select name, type from pragma_table_list where schema = 'main' and type in ('table', 'virtual')
       and name not like 'sqlite~_%' escape '~' order by name`,
    )
    .all() as { name: string; type: string }[];
  const stored = tables.map(({ name, type }) => {
    const isVirtual = type === 'virtual';
    if (isVirtual) connection.exec(`create virtual table temp.words_of_${name} using fts5vocab(main, ${name}, row)`);
    const all = connection.prepare(`select * from ${isVirtual ? `words_of_${name}` : name}`);
    return { name, isVirtual, columns: all.columns().map((column) => column.name), rows: all.all().map(Object.values) };
  });
  connection.close();
  return stored;
}

/** A digest of all rows of all tables of a part’s file; of a full-text index, of its words. */
export function contentsDigest(path: string): string {
  const digest = createHash('sha256');
  for (const { name, rows } of storedTables(path)) {
    const lines = rows.map((row) =>
      JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
    );
    digest.update(`${name}\n${lines.sort().join('\n')}\n`);
  }
  return short(digest.digest('hex'));
}

/** Longer texts are listed by their start and a digest. */
const TEXT_MAX = 60;
/** Of larger tables, such as published nomenclatures, a digest is listed. */
const ROWS_MAX = 100;

/** The contents of a table as lines for comparison. */
export function listingOf({ isVirtual, columns, rows }: StoredTable): string {
  const lines = rows.map((row) => JSON.stringify(row.map(entries))).sort();
  const isLong = isVirtual || lines.length > ROWS_MAX;
  return [columns.join(', '), ...(isLong ? [`${lines.length} rows ${short(sha256(lines.join('\n')))}`] : lines)]
    .map((line) => `  ${line}\n`)
    .join('');
}

function entries(value: SQLOutputValue): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes ${short(sha256(value))}`;
  return typeof value === 'string' && value.length > TEXT_MAX
    ? `${value.slice(0, TEXT_MAX)}… ${short(sha256(value))}`
    : value;
}
