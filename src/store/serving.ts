/** The generation that is served: opened aside, probed, then switched by one assignment, so that no reader ever waits. */
import type { Database } from './database.ts';
import type { Country, Dataset, Manifest } from './dataset.ts';
import { assertReadable } from './manifest.ts';
import type { Shelf } from './shelf.ts';

/** Readers that took the old generation before a swap may finish on it; no request lasts this long. */
const OLD_GENERATION_MS = 60_000;

export interface Serving {
  current(): Dataset | null;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function serve(shelf: Shelf, country: Country): Serving {
  let current: Dataset | null = null;
  let turn: Promise<void> = Promise.resolve();
  const closing = new Map<Database, NodeJS.Timeout>();

  const retire = (db: Database): void => {
    const timer = setTimeout(() => {
      closing.delete(db);
      // Reading is over; a failure to close must not take the process down.
      db.close().catch(() => {});
    }, OLD_GENERATION_MS);
    closing.set(db, timer.unref());
  };

  const load = async (): Promise<void> => {
    const id = await shelf.pointer();
    if (id === null || id === current?.manifest.id) return;
    try {
      const next = await openGeneration(shelf, id, country);
      if (current) retire(current.db);
      current = next;
    } catch (error) {
      // Two swaps while we were opening: the one we read about may be gone already.
      if ((await shelf.pointer()) === id) throw error;
      return load();
    }
  };

  return {
    current: () => current,
    refresh() {
      turn = turn.catch(() => {}).then(load);
      return turn;
    },
    async close() {
      await turn.catch(() => {});
      for (const [db, timer] of closing) {
        clearTimeout(timer);
        await db.close();
      }
      closing.clear();
      await current?.db.close();
      current = null;
    },
  };
}

/** Throws when it is in another format, of another country, or lacks a table. */
export async function openGeneration(shelf: Shelf, id: string, country: Country): Promise<Dataset> {
  const manifest = await shelf.manifest(id);
  if (!manifest) throw new Error(`Generation ${id} is to be served, but it does not exist.`);
  assertReadable(manifest, country);
  const db = await shelf.open(manifest);
  try {
    await probe(db, manifest);
  } catch (error) {
    await db.close();
    throw error;
  }
  return { manifest, db };
}

/** Every table of every part answers. */
async function probe(db: Database, manifest: Manifest): Promise<void> {
  for (const part of manifest.parts) {
    for (const table of Object.keys(part.rows)) await db.one(`select 1 from ${part.id}."${table}" limit 1`);
  }
}
