/** The database's time in milliseconds since 1970: the one clock that all hosts of an installation share. */
import type { Database } from './database.ts';

/** An SQL expression: the moment of evaluation, also within a transaction. */
export const NOW_MS = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
} as const satisfies Record<Database['engine'], string>;

/**
 * For times that hosts compare: PostgreSQL's clock. On SQLite, which serves one machine, the host's clock, passed as
 * the last parameter with this number so that a test can set it.
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
