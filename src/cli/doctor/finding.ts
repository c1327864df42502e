/** The result of one check, and how a check reads the state or live store before its migrations are applied. */

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
  /** What to do about it; null when all is well. */
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

type Kept = 'state' | 'live';

async function openKept({ databaseUrl, dataFolder }: Config, kept: Kept, readOnly: boolean): Promise<Database> {
  if (databaseUrl === null) return openSqlite(join(dataFolder, `${kept}.db`), { readOnly });
  const { openPostgres } = await import('#data/store/postgres/database.ts');
  return openPostgres(databaseUrl, { searchPath: [`firmoteca_${kept}`] });
}

/** A finding in the state. None while migrations are pending, which another check reports. */
export const findInState = (
  config: Config,
  check: string,
  look: (state: Database) => Promise<Finding>,
): Promise<Finding[]> => findIn(config, 'state', check, look);

export async function findIn(
  config: Config,
  kept: Kept,
  check: string,
  look: (db: Database) => Promise<Finding>,
): Promise<Finding[]> {
  try {
    const found = await withStore(config, kept, look);
    return found === null ? [] : [found];
  } catch (error) {
    return [wrong(check, messageOf(error), 'See above.')];
  }
}

/** Null where migrations are pending. */
export async function withStore<Made>(
  config: Config,
  kept: Kept,
  use: (db: Database) => Promise<Made>,
  { readOnly = true }: { readOnly?: boolean } = {},
): Promise<Made | null> {
  const db = await openKept(config, kept, readOnly);
  try {
    return (await pendingMigrations(db, migrationsOf(kept, db.engine))).length > 0 ? null : await use(db);
  } finally {
    await db.close();
  }
}
