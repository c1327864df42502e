/** A store that is filled beside the one in use and replaces it in one transaction: readers see all old rows or all new ones. */
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
  /** The tables of its migrations. */
  tables(): Promise<TableShape[]>;
  /** Inserts rows into one of its tables. */
  load(table: TableShape, rows: readonly Value[][]): Promise<void>;
  /** Number of rows of a table. */
  count(table: string): Promise<number>;
  /** Migrates it to this version, then replaces the rows of the store in use. */
  swap(): Promise<void>;
  /** Removes the shadow store. */
  close(): Promise<void>;
}

/** Where both stores lie, and their names in the swapping transaction. */
interface SwapLocations {
  shadow: Database;
  names: { used: string; shadow: string };
  /** Writes to the one in use and reads the shadow, which is closed elsewhere then. */
  openBoth(): Database;
  remove(): Promise<void>;
}

/** Values of one insert: SQLite binds at most 32,766, PostgreSQL 65,535. */
const VALUES_MAX = 10_000;

/** Empty, with the tables of exactly these migrations. The caller holds the builder's lock. */
export async function openShadowStore(
  { databaseUrl, folder }: StoreSettings,
  store: StoreName,
  applied: readonly AppliedMigration[],
): Promise<ShadowStore> {
  const locations = databaseUrl === null ? sqliteLocations(folder, store) : await postgresLocations(databaseUrl, store);
  const { shadow, names } = locations;
  const all = migrationsOf(store, shadow.engine);
  try {
    await migrate(
      shadow,
      all.filter(({ version }) => applied.some((one) => one.version === version)),
    );
  } catch (error) {
    await locations.remove();
    throw error;
  }
  return {
    tables: () => tablesOf(shadow, store),
    async load(table, rows) {
      const portion = Math.max(1, Math.floor(VALUES_MAX / table.columns.length));
      for (let from = 0; from < rows.length; from += portion)
        await shadow.write([insertion(table, rows.slice(from, from + portion))]);
    },
    count: async (table) => (await shadow.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? 0,
    async swap() {
      await migrate(shadow, all);
      const tables = await tablesOf(shadow, store);
      await shadow.close();
      const both = locations.openBoth();
      try {
        await both.write(swapStatements(both.engine, store, names, tables));
      } finally {
        await both.close();
      }
    },
    close: locations.remove,
  };
}

function insertion(table: TableShape, rows: readonly Value[][]): Statement {
  let n = 0;
  const values = rows.map((row) => `(${row.map(() => `$${++n}`).join(', ')})`);
  return { sql: `insert into ${table.name} (${columnList(table)}) values ${values.join(', ')}`, params: rows.flat() };
}

/** Referring tables are emptied first and filled last. Concurrent writers wait, or get the error of a busy store. */
const swapStatements = (
  engine: Database['engine'],
  store: StoreName,
  { used, shadow }: SwapLocations['names'],
  tables: readonly TableShape[],
): Statement[] => [
  ...(engine === 'postgres'
    ? [{ sql: `lock table ${tables.map(({ name }) => `${used}.${name}`).join(', ')} in exclusive mode` }]
    : []),
  ...tables.toReversed().map(({ name }) => ({ sql: `delete from ${used}.${name}` })),
  ...tables.map((table) => {
    const columns = columnList(table);
    return { sql: `insert into ${used}.${table.name} (${columns}) select ${columns} from ${shadow}.${table.name}` };
  }),
  // Every thread and host reloads its copies.
  ...(store === 'state' ? TOPICS.map(recordChange) : []),
];

function sqliteLocations(folder: string, store: StoreName): SwapLocations {
  const path = join(folder, `${store}-restored.db`);
  const removeFiles = (): void => {
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  };
  // Leftovers of a killed restore.
  removeFiles();
  const shadow = openSqlite(path, { synchronous: 'normal' });
  return {
    shadow,
    names: { used: 'main', shadow: 'restored' },
    openBoth: () =>
      openSqlite(join(folder, `${store}.db`), { synchronous: 'full', attach: [{ name: 'restored', path }] }),
    async remove() {
      await shadow.close();
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
  const shadow = await openSchema(url, schema);
  return {
    shadow,
    names: { used, shadow: schema },
    openBoth: both,
    async remove() {
      await shadow.close();
      await drop();
    },
  };
}
