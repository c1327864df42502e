/** The state as a check looks at it: to read, whatever its migrations. */
import { join } from 'node:path';
import type { Config } from '#config';
import type { Database } from '#store/database.ts';
import { openSqlite } from '#store/sqlite.ts';

export async function openState({ databaseUrl, dataFolder }: Config): Promise<Database> {
  if (databaseUrl === null) return openSqlite(join(dataFolder, 'state.db'), { readOnly: true });
  const { openPostgres } = await import('#store/postgres.ts');
  return openPostgres(databaseUrl, { searchPath: ['firmoteca_state'], poolSize: 1 });
}
