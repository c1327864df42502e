/** The generation that is served: opened aside, probed, then switched by one assignment, so that no reader ever waits. */
import type { Database } from './database.ts';
import { COMPANIES, type Country, type Dataset, type Part, UnreadablePart } from './dataset.ts';
import type { Shelf } from './generation-store.ts';
import { assertServable, madeAgain, unreadableOf } from './manifest.ts';
import { withoutParts } from './without-parts.ts';

/** Readers that took the old generation before a swap may finish on it; no request lasts this long. */
const OLD_GENERATION_MS = 60_000;

export interface Serving {
  current(): Dataset | null;
  opened(id: string): Promise<Dataset | null>;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function serve(shelf: Shelf, country: Country): Serving {
  let current: OpenGeneration | null = null;
  let turn: Promise<void> = Promise.resolve();
  const closing = new Map<OpenGeneration, NodeJS.Timeout>();

  const retire = (old: OpenGeneration): void => {
    const timer = setTimeout(() => {
      closing.delete(old);
      // Reading is over; a failure to close must not take the process down.
      old.close().catch(() => {});
    }, OLD_GENERATION_MS);
    closing.set(old, timer.unref());
  };

  const load = async (): Promise<void> => {
    const id = await shelf.pointer();
    if (id === null || id === current?.manifest.id) return;
    try {
      const next = await openGeneration(shelf, id, country);
      if (current) retire(current);
      current = next;
    } catch (error) {
      // Two swaps while we were opening: the one we read about may be gone already.
      if ((await shelf.pointer()) === id) throw error;
      return load();
    }
  };

  const refresh = (): Promise<void> => {
    turn = turn.catch(() => {}).then(load);
    return turn;
  };

  /** The one that is served, or one that is still open: it stays so for as long again. */
  const held = (id: string): Dataset | null => {
    if (current?.manifest.id === id) return current;
    const old = closing.keys().find(({ manifest }) => manifest.id === id);
    if (!old) return null;
    clearTimeout(closing.get(old));
    retire(old);
    return old;
  };

  /** Not served any more, but still on the shelf. */
  const reopen = async (id: string): Promise<Dataset | null> => {
    const open = held(id);
    if (open) return open;
    try {
      const old = await openGeneration(shelf, id, country);
      retire(old);
      return old;
    } catch (error) {
      if ((await shelf.manifest(id)) === null) return null;
      throw error;
    }
  };

  return {
    current: () => current,
    refresh,
    async opened(id) {
      const open = held(id);
      if (open) return open;
      // Mostly it is the newest. Where that cannot be opened, an older one may be: the next step says so.
      await refresh().catch(() => {});
      const reopened = turn.catch(() => {}).then(() => reopen(id));
      // Whoever asked for it is told when it fails.
      turn = reopened.then(
        () => {},
        () => {},
      );
      return reopened;
    },
    async close() {
      await turn.catch(() => {});
      for (const [old, timer] of closing) {
        clearTimeout(timer);
        await old.close();
      }
      closing.clear();
      await current?.close();
      current = null;
    },
  };
}

export interface OpenGeneration extends Dataset {
  close(): Promise<void>;
}

/** Throws when a later version wrote it, when it is of another country, or lacks a table. */
export async function openGeneration(shelf: Shelf, id: string, country: Country): Promise<OpenGeneration> {
  const manifest = await shelf.manifest(id);
  if (!manifest) throw new Error(`Generation ${id} is to be served, but it does not exist.`);
  assertServable(manifest, country);
  const unreadable = unreadableOf(manifest);
  const areas = new Map<string, Database>();
  const close = async (): Promise<void> => {
    for (const db of areas.values()) await db.close();
  };
  try {
    for (const [area, parts] of Map.groupBy(manifest.parts, (part) => part.area)) {
      const readable = parts.filter((part) => !unreadable.includes(part));
      const missing = parts.filter((part) => unreadable.includes(part));
      const db = await shelf.open(manifest, area, readable);
      areas.set(area, missing.length > 0 ? withoutParts(db, missing) : db);
      await probe(db, readable);
    }
    const db = areas.get(COMPANIES);
    if (!db) throw new Error(`Generation ${id} holds nothing about companies.`);
    const area = (name: string): Database | null => {
      const missing = unreadable.filter((part) => part.area === name);
      // Here parts are asked one by one, by their ids, which an engine may find although they are not read.
      if (name !== COMPANIES && missing.length > 0) throw new UnreadablePart(madeAgain(missing));
      return areas.get(name) ?? null;
    };
    return { manifest, unreadable, db, area, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Every table of every part answers: one question for each part, because a busy machine takes its time for each. */
async function probe(db: Database, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    const tables = Object.keys(part.rows).map((table) => `exists (select 1 from ${part.id}."${table}")`);
    if (tables.length > 0) await db.one(`select ${tables.join(', ')}`);
  }
}
