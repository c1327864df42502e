/** The state as a check looks at it: to read, whatever its migrations. */
import { join } from 'node:path';
import type { Config } from '#config';
import type { Database } from '#store/database.ts';
import { migrationsOf, pendingMigrations } from '#store/migrate.ts';
import { openSqlite } from '#store/sqlite/database.ts';
import { type Finding, messageOf, wrong } from './finding.ts';

async function openState({ databaseUrl, dataFolder }: Config): Promise<Database> {
  if (databaseUrl === null) return openSqlite(join(dataFolder, 'state.db'), { readOnly: true });
  const { openPostgres } = await import('#store/postgres/database.ts');
  return openPostgres(databaseUrl, { searchPath: ['firmoteca_state'] });
}

/** What a look into the state finds. Nothing in an installation of before there was anything to find: its migrations are told by themselves. */
export async function findInState(
  config: Config,
  check: string,
  look: (state: Database) => Promise<Finding>,
): Promise<Finding[]> {
  try {
    const state = await openState(config);
    try {
      if ((await pendingMigrations(state, migrationsOf('state', state.engine))).length > 0) return [];
      return [await look(state)];
    } finally {
      await state.close();
    }
  } catch (error) {
    return [wrong(check, messageOf(error), 'See above.')];
  }
}
