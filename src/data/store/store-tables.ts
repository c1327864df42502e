/** The tables of state and live as they really are: what a back-up takes along, and in which order it can be put back. */
import type { Database } from './database.ts';
import { migrationsOf } from './migrate.ts';
import type { WritableStore } from './open.ts';

export type StoreName = 'state' | 'live';

export interface TableShape {
  name: string;
  columns: string[];
}

export interface AppliedMigration {
  version: number;
  name: string;
}

/** Nothing was ever stored there. */
export class NoInstallation extends Error {}

/** A store at one moment. */
export type StoreReader = Pick<Database, 'engine' | 'all' | 'stream'>;

/**
 * Not in back-ups: which migrations were applied is told apart, the counter of changes only wakes those who keep copies, and lists
 * that readers had checked go after days, as they were promised: a back-up would keep them, and a restore bring them back. So it
 * would letters, which hold secrets, and send those again that were sent since. The lines of `turn` are there to be locked, in every
 * installation the same; who leads the duties is of processes that run.
 */
const NO_DATA = new Set([
  'schema_migration',
  'change_count',
  'turn',
  'duty_leader',
  'bulk_check',
  'bulk_check_row',
  'letter',
  'letter_tally',
]);

const COLUMNS = {
  sqlite: `select tables.name as "table", columns.name as "column"
           from sqlite_schema as tables, pragma_table_info(tables.name) as columns
           where tables.type = 'table' and tables.name not like 'sqlite~_%' escape '~'
           order by tables.name, columns.cid`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns
             where table_schema = current_schema() order by table_name, ordinal_position`,
} as const;

/** Those that hold data, in an order in which they can be filled. `leftOut`: what whoever asks has no use for. */
export async function tablesOf(
  db: StoreReader,
  store: WritableStore,
  excluded: ReadonlySet<string> = NO_DATA,
): Promise<TableShape[]> {
  const columns = Map.groupBy(
    await db.all<{ table: string; column: string }>(COLUMNS[db.engine]),
    ({ table }) => table,
  );
  return fillingOrder(store, [...columns.keys()])
    .filter((name) => !excluded.has(name))
    .map((name) => ({ name, columns: (columns.get(name) ?? []).map(({ column }) => column) }));
}

/** A table refers only to those that were made before it, and migrations make them in that order. */
function fillingOrder(store: WritableStore, tables: readonly string[]): string[] {
  const made = migrationsOf(store, 'postgres').flatMap(({ statements }) =>
    statements.flatMap((sql) => /\bcreate table (?:if not exists )?([a-z_]+)/.exec(sql)?.[1] ?? []),
  );
  const place = (name: string): number => (made.includes(name) ? made.indexOf(name) : made.length);
  return tables.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** Rows make sense only with tables of exactly these. */
export const appliedMigrations = (db: StoreReader): Promise<AppliedMigration[]> =>
  db.all('select version, name from schema_migration order by version');

/** Names of columns are quoted: `before` and `after` are words of SQL. */
export const columnList = ({ columns }: TableShape): string => columns.map((column) => `"${column}"`).join(', ');

export const rowsOf = (db: StoreReader, table: TableShape) =>
  db.stream(`select ${columnList(table)} from ${table.name}`);

/** Written by the first start, before there is anything else: it comes with back-ups, and fills nothing. */
const MARK = 'secrets_mark';

/** Tables of the state in which there is anything. */
export async function filledTables(state: Database): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await tablesOf(state, 'state'))
    if (name !== MARK && (await state.one(`select 1 as found from ${name} limit 1`)) !== null) filled.push(name);
  return filled;
}
