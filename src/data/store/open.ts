/** Opens the stores of an installation on the configured engine, and migrates state, live and documents. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangeState, changeState } from './changes/change-state.ts';
import type { Database, Row, Statement } from './database.ts';
import type { Country, Generations, OnRows, Part, ReservedPart } from './dataset.ts';
import type { UnfinishedPart } from './generation-store.ts';
import { migrate, migrationsOf } from './migrate.ts';
import { openOwnFolder } from './own-folder.ts';
import { openSqlite } from './sqlite/database.ts';
import { filesOf } from './sqlite/files.ts';
import { openSqliteGenerations } from './sqlite/generation-store.ts';
import { newSqlitePart } from './sqlite/parts.ts';
import type { StandbyLocation } from './standby/standby-state.ts';

/** Queries of state and live take milliseconds; a slower server is overloaded. */
const STATE_MS = 5_000;
/** The same for a serving thread's reads of the dataset; slower reads run in an analytics worker with a longer timeout. */
const SERVED_READ_MS = 10_000;

export interface StoreSettings {
  /** PostgreSQL when given, else SQLite in the folder. */
  databaseUrl: string | null;
  folder: string;
  country: Country;
  /** For the command that moves another installation into this database; other processes refuse a half-filled one. */
  isMoveTarget?: boolean;
  /** PostgreSQL only: the standby for dataset reads; omitted: the primary. */
  standby?: StandbyLocation | null;
  /** Maximum connections of this thread to PostgreSQL. */
  connections?: number | undefined;
}

/** For threads that open what `openStore` has migrated in the writing thread. */
interface ThreadOptions {
  /** Timeout of a read of the dataset. */
  readMs: number;
}

export interface Store {
  /** To open it in further threads of the process. */
  readonly settings: StoreSettings;
  readonly engine: Database['engine'];
  /** Data that must not be lost. */
  readonly state: Database;
  /** Data that can be fetched again. */
  readonly live: Database;
  /** Collected tender documents and their texts: outside the back-up, beside the files themselves. */
  readonly documents: Database;
  readonly generations: Generations;
  /** The state published by this process's watcher. */
  readonly changes: ChangeState;
  close(): Promise<void>;
}

export type WritableStore = 'state' | 'live' | 'documents';

/** Passes statements to the host's writing thread; returns their rows. */
export type Writer = (store: WritableStore, statements: readonly Statement[]) => Promise<Row[][]>;

/** The dataset alone. `joining`: for a thread of a process that has opened it already. */
export async function openGenerations(settings: StoreSettings, joining?: ThreadOptions): Promise<Generations> {
  const { databaseUrl, folder, country, connections, standby } = settings;
  if (databaseUrl === null) return openSqliteGenerations(folder, country);
  const { openPostgresGenerations } = await import('./postgres/generation-store.ts');
  return openPostgresGenerations(databaseUrl, country, {
    readMs: joining?.readMs,
    isRunning: joining !== undefined,
    connections,
    standby,
  });
}

/** In the thread that fills the part. */
export async function openReservedPart(
  { databaseUrl, folder, connections }: StoreSettings,
  ...part: [ReservedPart, readonly Part[], OnRows]
): Promise<UnfinishedPart> {
  if (databaseUrl === null) return newSqlitePart(filesOf(folder), ...part);
  const { newPostgresPart } = await import('./postgres/parts.ts');
  return newPostgresPart({ url: databaseUrl, connections }, ...part);
}

export async function openStore(settings: StoreSettings): Promise<Store> {
  const { databaseUrl, folder } = settings;
  if (databaseUrl !== null) {
    // Publications and secrets lie in the folder also with PostgreSQL.
    if (existsSync(folder)) openOwnFolder(folder);
    if (!settings.isMoveTarget) await assertWhole(databaseUrl);
    return openPostgresStore(databaseUrl, settings);
  }
  openOwnFolder(folder);
  const generations = await openGenerations(settings);
  const state = openSqlite(join(folder, 'state.db'), { synchronous: 'full' });
  const live = openSqlite(join(folder, 'live.db'), { synchronous: 'normal' });
  const documents = openSqlite(join(folder, 'documents.db'), { synchronous: 'normal' });
  return migrateStores(combineStores({ settings, state, live, documents, generations }));
}

async function assertWhole(url: string): Promise<void> {
  const { assertNotMoving } = await import('./postgres/move-mark.ts');
  await assertNotMoving(url);
}

/** Imported dynamically: only installations on PostgreSQL load the driver. */
async function openPostgresStore(url: string, settings: StoreSettings, joining?: ThreadOptions): Promise<Store> {
  const { openMigrated } = await import('./postgres/database.ts');
  const opened: { close(): Promise<void> }[] = [];
  const keep = <Opened extends { close(): Promise<void> }>(one: Opened): Opened => {
    opened.push(one);
    return one;
  };
  const { connections } = settings;
  const options = { connections, statementTimeoutMs: STATE_MS, isRunning: joining !== undefined };
  const open = (set: WritableStore): Promise<Database> =>
    openMigrated(url, `firmoteca_${set}`, migrationsOf(set, 'postgres'), options);
  try {
    const generations = keep(await openGenerations(settings, joining));
    const state = keep(await open('state'));
    const live = keep(await open('live'));
    return combineStores({ settings, state, live, documents: keep(await open('documents')), generations });
  } catch (error) {
    for (const one of opened) await one.close();
    throw error;
  }
}

/**
 * For a host's serving threads, after `openStore` in the writing thread. On SQLite they read on their own connections
 * and pass writes on, so that no request waits for a lock. PostgreSQL takes writes from every thread. `changes`: of the
 * process's watcher; omitted: the thread polls.
 */
export async function openReaders(
  settings: StoreSettings,
  write: Writer,
  changes: ChangeState = changeState(),
): Promise<Store> {
  const { databaseUrl, folder } = settings;
  if (databaseUrl !== null)
    return { ...(await openPostgresStore(databaseUrl, settings, { readMs: SERVED_READ_MS })), changes };
  const reader = (store: WritableStore): Database => ({
    ...openSqlite(join(folder, `${store}.db`), { readOnly: true }),
    write: (statements) => write(store, statements),
  });
  const generations = await openGenerations(settings);
  const [state, live, documents] = [reader('state'), reader('live'), reader('documents')];
  return { ...combineStores({ settings, state, live, documents, generations }), changes };
}

async function migrateStores(store: Store): Promise<Store> {
  try {
    await migrate(store.state, migrationsOf('state', store.engine));
    await migrate(store.live, migrationsOf('live', store.engine));
    await migrate(store.documents, migrationsOf('documents', store.engine));
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

const combineStores = (opened: Omit<Store, 'engine' | 'changes' | 'close'>): Store => ({
  ...opened,
  engine: opened.state.engine,
  changes: changeState(),
  async close() {
    await opened.generations.close();
    await opened.documents.close();
    await opened.live.close();
    await opened.state.close();
  },
});
