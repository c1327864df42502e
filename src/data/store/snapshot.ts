/** State and live at one moment, read while others write: the input of a back-up. */
import type { StoreSettings } from './open.ts';
import { snapshotSqlite } from './sqlite/snapshot.ts';
import type { StoreName, StoreReader } from './store-tables.ts';

export interface Snapshot {
  /** The country of the installation; null without one. */
  country(): Promise<string | null>;
  /** One at a time: a stream is read to its end before the next query. */
  reader(store: StoreName): Promise<StoreReader>;
  close(): Promise<void>;
}

export async function openSnapshot(settings: StoreSettings, stores: readonly StoreName[]): Promise<Snapshot> {
  const { databaseUrl, folder } = settings;
  if (databaseUrl === null) return snapshotSqlite(folder, stores);
  const { snapshotPostgres } = await import('./postgres/snapshot.ts');
  return snapshotPostgres(databaseUrl);
}
