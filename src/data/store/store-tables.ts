/** The actual tables of state and live: the contents of a back-up, and the order in which they can be restored. */
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

/** No store was ever created there. */
export class NoInstallation extends Error {}

/** A store at one moment. */
export type StoreReader = Pick<Database, 'engine' | 'all' | 'stream'>;

/**
 * Not in back-ups: migrations are recorded separately, change counters only invalidate caches, and checked lists are
 * deleted after days as promised, which a back-up would undo. Emails (`letter`) hold secrets, and a restore would send
 * them again. The rows of `turn` exist only to be locked, and the leader is of running processes.
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

/** Tables with data, in an order in which they can be filled. `excluded`: tables to leave out. */
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

/** A table refers only to earlier tables, and migrations create them in that order. */
function fillingOrder(store: WritableStore, tables: readonly string[]): string[] {
  const created = migrationsOf(store, 'postgres').flatMap(({ statements }) =>
    statements.flatMap((sql) => /\bcreate table (?:if not exists )?([a-z_]+)/.exec(sql)?.[1] ?? []),
  );
  const position = (name: string): number => (created.includes(name) ? created.indexOf(name) : created.length);
  return tables.toSorted((a, b) => position(a) - position(b) || (a < b ? -1 : 1));
}

/** Rows fit only tables of exactly these migrations. */
export const appliedMigrations = (db: StoreReader): Promise<AppliedMigration[]> =>
  db.all('select version, name from schema_migration order by version');

/** Column names are quoted: `before` and `after` are SQL keywords. */
export const columnList = ({ columns }: TableShape): string => columns.map((column) => `"${column}"`).join(', ');

export const rowsOf = (db: StoreReader, table: TableShape) =>
  db.stream(`select ${columnList(table)} from ${table.name}`);

/** Written by the first start and included in back-ups; a state with nothing else counts as empty. */
const MARK = 'secrets_mark';

/** Tables of the state that have rows. */
export async function filledTables(state: Database): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await tablesOf(state, 'state'))
    if (name !== MARK && (await state.one(`select 1 as found from ${name} limit 1`)) !== null) filled.push(name);
  return filled;
}
