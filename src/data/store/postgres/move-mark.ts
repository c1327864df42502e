/**
 * A mark in a PostgreSQL database into which another installation is being moved: while it exists, no process opens the
 * database.
 */
import type { Database } from '#data/store/database.ts';
import { HalfMoved } from '#data/store/dataset.ts';
import { openPostgres } from './database.ts';

const MARK_MS = 5_000;

export async function assertNotMoving(url: string): Promise<void> {
  const db = openMarked(url);
  try {
    if (await isMarked(db)) throw new HalfMoved();
  } finally {
    await db.close();
  }
}

export const openMarked = (url: string): Database =>
  openPostgres(url, { searchPath: ['firmoteca'], poolSize: 1, statementTimeoutMs: MARK_MS });

export async function isMarked(db: Database): Promise<boolean> {
  const row = await db.one<{ found: string | null }>("select to_regclass('firmoteca.moving')::text as found");
  return row?.found != null;
}

/** Whether Firmoteca never wrote to it. */
export async function isUnused(db: Database): Promise<boolean> {
  const row = await db.one<{ found: string | null }>("select to_regnamespace('firmoteca')::text as found");
  return row?.found == null;
}

export const mark = (db: Database): Promise<unknown> =>
  db.write([
    { sql: 'create schema if not exists firmoteca' },
    { sql: 'create table if not exists firmoteca.moving (since timestamptz not null default now())' },
  ]);

export const unmark = (db: Database): Promise<unknown> => db.write([{ sql: 'drop table if exists moving' }]);
