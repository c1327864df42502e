/** Opens the three stores of an installation on the engine that the settings name, and brings state and live up to the code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Row, Statement } from './database.ts';
import type { Country, Generations } from './dataset.ts';
import { migrate, migrationsOf } from './migrate.ts';
import { openOwnFolder } from './own-folder.ts';
import { openSqlite } from './sqlite.ts';
import { openSqliteGenerations } from './sqlite-shelf.ts';

/** Connections of each thread to state and to live: reads of single rows, so a few serve many requests. */
const STATE_POOL_SIZE = 4;

export interface StoreSettings {
  /** PostgreSQL when given, else SQLite in the folder. */
  databaseUrl: string | null;
  folder: string;
  country: Country;
}

export interface Store {
  readonly engine: Database['engine'];
  /** What must not be lost. */
  readonly state: Database;
  /** What can be fetched again. */
  readonly live: Database;
  readonly generations: Generations;
  close(): Promise<void>;
}

/** Hands statements to the thread that writes for this host, and gives back the rows they returned. */
export type Writer = (store: 'state' | 'live', statements: readonly Statement[]) => Promise<Row[][]>;

/** The dataset alone. */
export async function openGenerations({ databaseUrl, folder, country }: StoreSettings): Promise<Generations> {
  if (databaseUrl === null) return openSqliteGenerations(folder, country);
  const { openPostgresGenerations } = await import('./postgres-shelf.ts');
  return openPostgresGenerations(databaseUrl, country);
}

export async function openStore(settings: StoreSettings): Promise<Store> {
  const { databaseUrl, folder } = settings;
  if (databaseUrl !== null) {
    // Publications and secrets lie there all the same.
    if (existsSync(folder)) openOwnFolder(folder);
    return openPostgresStore(databaseUrl, settings);
  }
  openOwnFolder(folder);
  const generations = await openGenerations(settings);
  const state = openSqlite(join(folder, 'state.db'), { synchronous: 'full' });
  const live = openSqlite(join(folder, 'live.db'), { synchronous: 'normal' });
  return migrated(together(state, live, generations));
}

/** Its driver is loaded only by installations that use it. */
async function openPostgresStore(url: string, settings: StoreSettings): Promise<Store> {
  const { openSchema } = await import('./postgres.ts');
  const generations = await openGenerations(settings);
  const state = await openSchema(url, 'firmoteca_state', { poolSize: STATE_POOL_SIZE });
  const live = await openSchema(url, 'firmoteca_live', { poolSize: STATE_POOL_SIZE });
  return migrated(together(state, live, generations));
}

/**
 * For the serving threads of a host, once `openStore` is through in the thread that writes. With SQLite they read on
 * connections of their own and hand their writes over, so that no request waits for a lock. PostgreSQL takes writes from all.
 */
export async function openReaders(settings: StoreSettings, write: Writer): Promise<Store> {
  const { databaseUrl, folder } = settings;
  if (databaseUrl !== null) return openPostgresStore(databaseUrl, settings);
  const reader = (store: 'state' | 'live'): Database => ({
    ...openSqlite(join(folder, `${store}.db`), { readOnly: true }),
    write: (statements) => write(store, statements),
  });
  return together(reader('state'), reader('live'), await openGenerations(settings));
}

async function migrated(store: Store): Promise<Store> {
  try {
    await migrate(store.state, migrationsOf('state', store.engine));
    await migrate(store.live, migrationsOf('live', store.engine));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

const together = (state: Database, live: Database, generations: Generations): Store => ({
  engine: state.engine,
  state,
  live,
  generations,
  async close() {
    await generations.close();
    await live.close();
    await state.close();
  },
});
