/** Opens the three stores of an installation on the engine that the settings name, and brings state and live up to the code. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Row, Statement } from './database.ts';
import type { Country, Generations } from './dataset.ts';
import { migrate, migrationsOf } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import { openSqliteGenerations } from './sqlite-generations.ts';

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

/** Hands statements to whoever writes for this host, and gives back what they returned. */
export type Writer = (store: 'state' | 'live', statements: readonly Statement[]) => Promise<Row[][]>;

export const openStore = (settings: StoreSettings): Promise<Store> => openSqliteStore(settings);

async function openSqliteStore({ folder, country }: StoreSettings): Promise<Store> {
  mkdirSync(folder, { recursive: true });
  const generations = await openSqliteGenerations(folder, country);
  const state = openSqlite(join(folder, 'state.db'), { synchronous: 'full' });
  const live = openSqlite(join(folder, 'live.db'), { synchronous: 'normal' });
  await migrate(state, migrationsOf('state', 'sqlite'));
  await migrate(live, migrationsOf('live', 'sqlite'));
  return together(state, live, generations);
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
