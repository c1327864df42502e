/** A live store for tests on either engine, with one connection for each simulated process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { openSchema } from '#data/store/postgres/database.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { testDatabase } from './postgres-server.ts';

export interface LiveStore {
  open(): Promise<Database>;
  drop(): Promise<void>;
}

export async function liveStore(engine: Database['engine']): Promise<LiveStore> {
  const store = engine === 'sqlite' ? inFolder() : await onServer();
  const first = await store.open();
  await migrate(first, migrationsOf('live', engine));
  return store;
}

function inFolder(): LiveStore {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-live-'));
  const open = async () => openSqlite(join(folder, 'live.db'), { synchronous: 'normal' });
  return closing(open, async () => rmSync(folder, { recursive: true }));
}

async function onServer(): Promise<LiveStore> {
  const { url, stop } = await testDatabase();
  return closing(() => openSchema(url, 'live'), stop);
}

function closing(open: () => Promise<Database>, drop: () => Promise<void>): LiveStore {
  const opened: Database[] = [];
  return {
    async open() {
      const database = await open();
      opened.push(database);
      return database;
    },
    async drop() {
      for (const database of opened) await database.close();
      await drop();
    },
  };
}
