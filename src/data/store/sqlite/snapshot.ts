/** A snapshot of SQLite files: a read transaction on each, which the write-ahead log isolates from later writes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NoInstallation, type StoreName, type StoreReader } from '#data/store/store-tables.ts';
import { overConnection } from './database.ts';
import { filesOf, readIfThere } from './files.ts';

/** How long to wait for a process that is checkpointing its log. */
const BUSY_TIMEOUT_MS = 5_000;

export function snapshotSqlite(folder: string, stores: readonly StoreName[]) {
  const connections = new Map<StoreName, DatabaseSync>();
  const close = (): void => {
    for (const connection of connections.values()) connection.close();
  };
  try {
    for (const store of stores) {
      if (!existsSync(join(folder, `${store}.db`))) throw new NoInstallation(`There is no installation in ${folder}.`);
      const connection = new DatabaseSync(join(folder, `${store}.db`), { readOnly: true, timeout: BUSY_TIMEOUT_MS });
      connections.set(store, connection);
      // A transaction's snapshot is taken by its first read.
      connection.exec('begin');
      connection.prepare('select count(*) from sqlite_schema').get();
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    country: async () => readIfThere(filesOf(folder).country)?.trim() ?? null,
    reader: async (store: StoreName): Promise<StoreReader> => overConnection(connections.get(store) as DatabaseSync),
    close: async () => close(),
  };
}
