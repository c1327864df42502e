/** Rows in every table of a store, whichever tables exist, so that new tables are covered. */
import type { Database, Value } from '#data/store/database.ts';
import { columnList, type StoreName, tablesOf } from '#data/store/store-tables.ts';

/** Texts that break manual handling of lines, quotes and encodings. */
const ODD = ['Ștefan „cel Mare”', "O'Brien; drop table x", 'two\nlines\r\nand a \\ and a "', '', '🜁 {"bytes":"AAAA"}'];

const TYPES = {
  sqlite:
    'select name as "column", lower(type) as type, max("notnull", pk > 0) as needed from pragma_table_info($1) order by cid',
  postgres: `select column_name as "column", data_type as type, case when is_nullable = 'NO' then 1 else 0 end as needed
             from information_schema.columns where table_schema = current_schema() and table_name = $1
             order by ordinal_position`,
} as const;

interface Column {
  column: string;
  type: string;
  needed: number;
}

export async function fillStore(db: Database, store: StoreName, rows: number): Promise<void> {
  for (const table of await tablesOf(db, store)) {
    const columns = await db.all<Column>(TYPES[db.engine], [table.name]);
    const values = columns.map((_, i) => `$${i + 1}`).join(', ');
    const sql = `insert into ${table.name} (${columnList(table)}) values (${values})`;
    const statements = Array.from({ length: rows }, (_, n) => ({ sql, params: columns.map((one) => cellOf(one, n)) }));
    await db.write(statements);
  }
}

function cellOf({ column, type, needed }: Column, n: number): Value {
  if (/^(id|.*_id)$/.test(column)) return `id-${n}`;
  if (!needed && n % 3 === 0) return null;
  if (type === 'bytea' || type === 'blob') return new Uint8Array([0, 255, 10, 13, n % 256]);
  if (type.includes('bigint')) return Number.MAX_SAFE_INTEGER - n;
  if (type.includes('int')) return n - 1;
  return `${ODD[n % ODD.length]} ${column} ${n}`;
}

/** Every row of every table, sorted: equal contents mean equal stores. */
export async function contents(db: Database, store: StoreName): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of await tablesOf(db, store)) {
    const rows = await db.all(`select ${columnList(table)} from ${table.name}`);
    all[table.name] = rows.map((row) => JSON.stringify(Object.values(row), bytesAsText)).sort();
  }
  return all;
}

const bytesAsText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
