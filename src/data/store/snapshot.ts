/** State and live as they are at one moment, read in peace while others go on writing: what a back-up is made from. */
import type { StoreSettings } from './open.ts';
import { snapshotSqlite } from './sqlite/snapshot.ts';
import type { StoreName, StoreReader } from './store-tables.ts';

export interface Snapshot {
  /** The country that the installation is of; null when there is no installation. */
  country(): Promise<string | null>;
  /** One at a time: a stream is read to its end before the next question. */
  reader(store: StoreName): Promise<StoreReader>;
  close(): Promise<void>;
}

export async function openSnapshot(settings: StoreSettings, stores: readonly StoreName[]): Promise<Snapshot> {
  const { databaseUrl, folder } = settings;
  if (databaseUrl === null) return snapshotSqlite(folder, stores);
  const { snapshotPostgres } = await import('./postgres/snapshot.ts');
  return snapshotPostgres(databaseUrl);
}
