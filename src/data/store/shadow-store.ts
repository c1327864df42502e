/** A store that is filled beside the one in use and takes its place in one transaction: whoever reads sees the old rows or the new ones. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { TOPICS } from './changes/change-state.ts';
import { recordChange } from './changes/counter.ts';
import type { Database, Statement, Value } from './database.ts';
import { migrate, migrationsOf } from './migrate.ts';
import type { StoreSettings } from './open.ts';
import { openSqlite } from './sqlite/database.ts';
import { type AppliedMigration, columnList, type StoreName, type TableShape, tablesOf } from './store-tables.ts';

export interface ShadowStore {
  /** Those that its migrations made. */
  tables(): Promise<TableShape[]>;
  /** Puts rows into one of its tables. */
  load(table: TableShape, rows: readonly Value[][]): Promise<void>;
  /** Rows of a table, as they lie there now. */
  count(table: string): Promise<number>;
  /** Migrates it to this version, then gives its rows to the store in use, whose own are gone. */
  swap(): Promise<void>;
  /** Removes what lies aside. */
  close(): Promise<void>;
}

/** Where the store in use and the one aside lie, and what the transaction that swaps calls them. */
interface SwapLocations {
  shadow: Database;
  names: { used: string; aside: string };
  /** Writes to one and reads the other; nothing else has the one aside open then. */
  openBoth(): Database;
  remove(): Promise<void>;
}

/** Values of one insert: SQLite binds at most 32,766, PostgreSQL 65,535. */
const VALUES_MAX = 10_000;

/** Empty, with tables of exactly the migrations that are named. Whoever opens it holds the lock of those who build. */
export async function openShadowStore(
  { databaseUrl, folder }: StoreSettings,
  store: StoreName,
  applied: readonly AppliedMigration[],
): Promise<ShadowStore> {
  const places = databaseUrl === null ? sqliteLocations(folder, store) : await postgresLocations(databaseUrl, store);
  const { shadow: aside, names } = places;
  const all = migrationsOf(store, aside.engine);
  try {
    await migrate(
      aside,
      all.filter(({ version }) => applied.some((one) => one.version === version)),
    );
  } catch (error) {
    await places.remove();
    throw error;
  }
  return {
    tables: () => tablesOf(aside, store),
    async load(table, rows) {
      const portion = Math.max(1, Math.floor(VALUES_MAX / table.columns.length));
      for (let from = 0; from < rows.length; from += portion)
        await aside.write([insertion(table, rows.slice(from, from + portion))]);
    },
    count: async (table) => (await aside.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? 0,
    async swap() {
      await migrate(aside, all);
      const tables = await tablesOf(aside, store);
      await aside.close();
      const both = places.openBoth();
      try {
        await both.write(swapStatements(both.engine, store, names, tables));
      } finally {
        await both.close();
      }
    },
    close: places.remove,
  };
}

function insertion(table: TableShape, rows: readonly Value[][]): Statement {
  let n = 0;
  const values = rows.map((row) => `(${row.map(() => `$${++n}`).join(', ')})`);
  return { sql: `insert into ${table.name} (${columnList(table)}) values ${values.join(', ')}`, params: rows.flat() };
}

/** What refers to others goes first and comes last. Writers wait until it is done, or are told that the store is busy. */
const swapStatements = (
  engine: Database['engine'],
  store: StoreName,
  { used, aside }: SwapLocations['names'],
  tables: readonly TableShape[],
): Statement[] => [
  ...(engine === 'postgres'
    ? [{ sql: `lock table ${tables.map(({ name }) => `${used}.${name}`).join(', ')} in exclusive mode` }]
    : []),
  ...tables.toReversed().map(({ name }) => ({ sql: `delete from ${used}.${name}` })),
  ...tables.map((table) => {
    const columns = columnList(table);
    return { sql: `insert into ${used}.${table.name} (${columns}) select ${columns} from ${aside}.${table.name}` };
  }),
  // Every thread and host reads anew what it keeps copies of.
  ...(store === 'state' ? TOPICS.map(recordChange) : []),
];

function sqliteLocations(folder: string, store: StoreName): SwapLocations {
  const path = join(folder, `${store}-restored.db`);
  const removeFiles = (): void => {
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  };
  // What a killed restore left.
  removeFiles();
  const aside = openSqlite(path, { synchronous: 'normal' });
  return {
    shadow: aside,
    names: { used: 'main', aside: 'restored' },
    openBoth: () =>
      openSqlite(join(folder, `${store}.db`), { synchronous: 'full', attach: [{ name: 'restored', path }] }),
    async remove() {
      await aside.close();
      removeFiles();
    },
  };
}

async function postgresLocations(url: string, store: StoreName): Promise<SwapLocations> {
  const { openPostgres, openSchema } = await import('./postgres/database.ts');
  const [used, schema] = [`firmoteca_${store}`, `firmoteca_${store}_restored`];
  const both = (): Database => openPostgres(url, { searchPath: [used] });
  const drop = async (): Promise<void> => {
    const db = both();
    await db.write([{ sql: `drop schema if exists ${schema} cascade` }]).finally(() => db.close());
  };
  await drop();
  const aside = await openSchema(url, schema);
  return {
    shadow: aside,
    names: { used, aside: schema },
    openBoth: both,
    async remove() {
      await aside.close();
      await drop();
    },
  };
}
