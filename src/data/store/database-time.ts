/** The time as the database has it, in milliseconds since 1970: the one clock that all hosts of an installation share. */
import type { Database } from './database.ts';

/** Goes into a statement; at the moment at which it is asked, also within a transaction. */
export const NOW_MS = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
} as const satisfies Record<Database['engine'], string>;

/**
 * The same for moments that hosts compare: PostgreSQL's, whatever clock a host has. SQLite lies on one machine, whose clock is the
 * database's: it is handed in, so that a test can tell it, as the parameter with this number, which must be the last.
 */
export const sharedNow = (
  { engine }: Pick<Database, 'engine'>,
  hostNow: number,
  parameter: number,
): { sql: string; params: number[] } =>
  engine === 'postgres' ? { sql: NOW_MS.postgres, params: [] } : { sql: `$${parameter}`, params: [hostNow] };

export async function databaseNow(db: Database): Promise<number> {
  const row = await db.one<{ now: number }>(`select ${NOW_MS[db.engine]} as now`);
  if (row === null) throw new Error('The database does not tell the time.');
  return row.now;
}
