/** A worker thread that repeatedly increments a counter, in parallel with others. */
import { isMainThread, workerData } from 'node:worker_threads';
import { openSchema } from '#data/store/postgres/database.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';

export const ADDITIONS = 100;

async function add(): Promise<void> {
  const { engine, place: location } = workerData as { engine: 'sqlite' | 'postgres'; place: string };
  const db = engine === 'sqlite' ? openSqlite(location) : await openSchema(location, 'test');
  for (let i = 0; i < ADDITIONS; i++) await db.write([{ sql: 'update counter set n = n + 1 where id = 1' }]);
  await db.close();
}

// Not awaited: a test imports this file too, and the runner loads it with `require`.
if (!isMainThread) void add();
