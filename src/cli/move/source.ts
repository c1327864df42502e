/** The data folder to be moved, locked while it is open. The move changes nothing in it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '#data/store/database.ts';
import type { Manifest, Part } from '#data/store/dataset.ts';
import { byAge, isComplete, namesOf, unreadableOf } from '#data/store/manifest.ts';
import { migrationsOf, pendingMigrations } from '#data/store/migrate.ts';
import type { WritableStore } from '#data/store/open.ts';
import { attachParts, overConnection } from '#data/store/sqlite/database.ts';
import { filesOf, manifestIds, readIfThere, readManifest } from '#data/store/sqlite/files.ts';
import { lockFolder } from '#data/store/sqlite/folder-lock.ts';

export const STORES = ['documents', 'live', 'state'] as const satisfies readonly WritableStore[];

export interface Source {
  /** Oldest first. */
  manifests: Manifest[];
  /** Generations that cannot be served: never finished, or of an older format. They stay in the folder. */
  skipped: string[];
  /** Id of the generation being served; null where there is none. */
  current: string | null;
  stores: Record<WritableStore, Database>;
  /** A connection that reads one part, under its id. */
  openPart(part: Part): DatabaseSync;
  close(): void;
}

export async function openSource(folder: string): Promise<Source> {
  if (!existsSync(join(folder, 'state.db'))) throw new NotMoved(`There is no installation in ${folder}.`);
  const files = filesOf(folder);
  const unlock = lockFolder(files.lock);
  const connections: DatabaseSync[] = [];
  const close = (): void => {
    for (const connection of connections) connection.close();
    unlock();
  };
  try {
    const open = (store: WritableStore): Database => {
      const connection = openExclusive(join(folder, `${store}.db`));
      connections.push(connection);
      return overConnection(connection);
    };
    const stores = { documents: open('documents'), live: open('live'), state: open('state') };
    for (const store of STORES) await assertMigrated(stores[store], store);
    const manifests = byAge(manifestIds(files).flatMap((id) => readManifest(files, id) ?? [])).toReversed();
    const current = readIfThere(files.pointer)?.trim() ?? null;
    for (const manifest of manifests) if (manifest.id === current) assertWhole(manifest);
    return {
      manifests: manifests.filter(isWhole),
      skipped: manifests.filter((manifest) => !isWhole(manifest)).map(({ id }) => id),
      current,
      stores,
      openPart({ id }) {
        const connection = new DatabaseSync(':memory:');
        attachParts(connection, [{ name: id, path: files.part(id) }]);
        return connection;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Fails while another process has the file open, even an idle service. */
function openExclusive(path: string): DatabaseSync {
  const connection = new DatabaseSync(path);
  try {
    connection.exec('pragma locking_mode = exclusive; begin exclusive; commit');
    return connection;
  } catch (error) {
    connection.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new NotMoved('The service is running on this data folder, or a command is: stop it, then move.');
  }
}

const SQLITE_BUSY = 5;

async function assertMigrated(db: Database, store: WritableStore): Promise<void> {
  if ((await pendingMigrations(db, migrationsOf(store, 'sqlite'))).length > 0)
    throw new NotMoved('An older version wrote this data folder: start this version on it once, then move.');
}

const isWhole = (manifest: Manifest): boolean => unreadableOf(manifest).length === 0 && isComplete(manifest);

/** For the served generation: other unreadable ones are skipped. */
function assertWhole(manifest: Manifest): void {
  const unreadable = unreadableOf(manifest);
  if (unreadable.length > 0)
    throw new NotMoved(
      `${namesOf(unreadable)} in generation ${manifest.id} is of a format that this version does not read: run npx firmoteca ingest, then move.`,
    );
  if (!isComplete(manifest))
    throw new NotMoved(`Generation ${manifest.id} is still being built: start the service once more, then move.`);
}

export class NotMoved extends Error {}
