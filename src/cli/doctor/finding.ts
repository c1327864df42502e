/** The result of a check, and access to the state or live store without applying migrations. */

import { join } from 'node:path';
import type { Database } from '#data/store/database.ts';
import { migrationsOf, pendingMigrations } from '#data/store/migrate.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import type { Config } from '#server/config/config.ts';

export interface Finding {
  check: string;
  /** `warning` leaves the exit code at 0. */
  state: 'ok' | 'warning' | 'wrong';
  found: string;
  /** Null for `ok`. */
  advice: string | null;
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, advice: null });

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'warning',
  found,
  advice,
});

export const wrong = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'wrong',
  found,
  advice,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type StoreName = 'state' | 'live';

async function openDatabase(
  { databaseUrl, dataFolder }: Config,
  store: StoreName,
  readOnly: boolean,
): Promise<Database> {
  if (databaseUrl === null) return openSqlite(join(dataFolder, `${store}.db`), { readOnly });
  const { openPostgres } = await import('#data/store/postgres/database.ts');
  return openPostgres(databaseUrl, { searchPath: [`firmoteca_${store}`] });
}

/** No finding while migrations are pending, which another check reports. */
export const findInState = (
  config: Config,
  check: string,
  look: (state: Database) => Promise<Finding>,
): Promise<Finding[]> => findIn(config, 'state', check, look);

export async function findIn(
  config: Config,
  store: StoreName,
  check: string,
  look: (db: Database) => Promise<Finding>,
): Promise<Finding[]> {
  try {
    const found = await withStore(config, store, look);
    return found === null ? [] : [found];
  } catch (error) {
    return [wrong(check, messageOf(error), 'See above.')];
  }
}

/** Null where migrations are pending. */
export async function withStore<Result>(
  config: Config,
  store: StoreName,
  use: (db: Database) => Promise<Result>,
  { readOnly = true }: { readOnly?: boolean } = {},
): Promise<Result | null> {
  const db = await openDatabase(config, store, readOnly);
  try {
    return (await pendingMigrations(db, migrationsOf(store, db.engine))).length > 0 ? null : await use(db);
  } finally {
    await db.close();
  }
}
