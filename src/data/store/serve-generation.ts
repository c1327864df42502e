/** The current generation: opened and probed beside the old one, then switched by one assignment, so that no reader waits. */
import type { Database, Value } from './database.ts';
import { COMPANIES, type Country, type Dataset, type Part, UnreadablePart } from './dataset.ts';
import type { GenerationStore } from './generation-store.ts';
import { assertServable, isComplete, rebuildNotice, unreadableOf } from './manifest.ts';

/** Readers of the old generation may finish on it; no request lasts this long. */
const OLD_GENERATION_MS = 60_000;

interface Serving {
  current(): Dataset | null;
  openById(id: string): Promise<Dataset | null>;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function serve(store: GenerationStore, country: Country): Serving {
  let current: OpenGeneration | null = null;
  let queue: Promise<void> = Promise.resolve();
  const closing = new Map<OpenGeneration, NodeJS.Timeout>();

  const retire = (old: OpenGeneration): void => {
    const timer = setTimeout(() => {
      closing.delete(old);
      // A failure to close must not end the process.
      old.close().catch(() => {});
    }, OLD_GENERATION_MS);
    closing.set(old, timer.unref());
  };

  const load = async (): Promise<void> => {
    const id = await store.pointer();
    if (id === null || id === current?.manifest.id) return;
    try {
      const next = await openGeneration(store, id, country);
      if (current) retire(current);
      current = next;
    } catch (error) {
      // Two swaps while opening: the first generation may be removed already.
      if ((await store.pointer()) === id) throw error;
      return load();
    }
  };

  const refresh = (): Promise<void> => {
    queue = queue.catch(() => {}).then(load);
    return queue;
  };

  /** The current generation, or one that is still open, which then stays open for as long again. */
  const openAlready = (id: string): Dataset | null => {
    if (current?.manifest.id === id) return current;
    const old = closing.keys().find(({ manifest }) => manifest.id === id);
    if (!old) return null;
    clearTimeout(closing.get(old));
    retire(old);
    return old;
  };

  /** A retired generation that is still stored. */
  const reopen = async (id: string): Promise<Dataset | null> => {
    const open = openAlready(id);
    if (open) return open;
    try {
      const old = await openGeneration(store, id, country);
      retire(old);
      return old;
    } catch (error) {
      if ((await store.manifest(id)) === null) return null;
      throw error;
    }
  };

  return {
    current: () => current,
    refresh,
    async openById(id) {
      const open = openAlready(id);
      if (open) return open;
      // Usually the newest. If that cannot be opened, an older one may be: the next step throws if not.
      await refresh().catch(() => {});
      const reopened = queue.catch(() => {}).then(() => reopen(id));
      // The caller gets the error.
      queue = reopened.then(
        () => {},
        () => {},
      );
      return reopened;
    },
    async close() {
      await queue.catch(() => {});
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

interface OpenGeneration extends Dataset {
  close(): Promise<void>;
}

/** Throws when a later version wrote it, when it is of another country, or lacks a table. */
export async function openGeneration(store: GenerationStore, id: string, country: Country): Promise<OpenGeneration> {
  const manifest = await store.manifest(id);
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
      const db = await store.open(manifest, area, readable);
      areas.set(area, missing.length > 0 ? withoutParts(db, missing) : db);
      await probe(db, readable);
    }
    const db = areas.get(COMPANIES);
    if (!db) throw new Error(`Generation ${id} holds nothing about companies.`);
    const area = (name: string): Database | null => {
      const missing = unreadable.filter((part) => part.area === name);
      // Parts of these groups are queried by id, under which an engine may find an unreadable one.
      if (name !== COMPANIES && missing.length > 0) throw new UnreadablePart(rebuildNotice(missing));
      return areas.get(name) ?? null;
    };
    return { manifest, unreadable, db, partGroup: area, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Queries every table of every part: one query per part, because each takes its time on a busy machine. */
async function probe(db: Database, parts: readonly Part[]): Promise<void> {
  for (const part of parts) {
    const tables = Object.keys(part.rows).map((table) => `exists (select 1 from ${part.id}."${table}")`);
    if (tables.length > 0) await db.one(`select ${tables.join(', ')}`);
  }
}

function withoutParts(db: Database, missing: readonly Part[]): Database {
  const explained = (error: unknown): unknown =>
    isMissingTable(error) ? new UnreadablePart(rebuildNotice(missing)) : error;
  const tell = (error: unknown): never => {
    throw explained(error);
  };
  return {
    engine: db.engine,
    all: <R>(sql: string, params?: readonly Value[]) => db.all<R>(sql, params).catch(tell),
    one: <R>(sql: string, params?: readonly Value[]) => db.one<R>(sql, params).catch(tell),
    async *stream<R>(sql: string, params?: readonly Value[]) {
      try {
        yield* db.stream<R>(sql, params);
      } catch (error) {
        throw explained(error);
      }
    },
    write: db.write,
    close: db.close,
  };
}

/** SQLite by text, PostgreSQL by `undefined_table`. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('no such table') || (error as { code?: string }).code === '42P01');

/**
 * Queries the generation's database, because an open pool says nothing about the server. Rejects when the store is
 * unavailable.
 */
export async function isDatasetReadable(dataset: Dataset | null): Promise<boolean> {
  if (dataset === null || dataset.unreadable.length > 0) return false;
  const [part] = dataset.manifest.parts;
  const [table] = Object.keys(part?.rows ?? {});
  if (!part || table === undefined) return true;
  const db = dataset.partGroup(part.area);
  if (db === null) return false;
  await db.one(`select 1 from ${part.id}."${table}" limit 1`);
  return true;
}

/** The same, and no part is still to be built or lost. */
export async function isDatasetWhole(dataset: Dataset | null): Promise<boolean> {
  if (dataset === null || !isComplete(dataset.manifest) || (dataset.manifest.lost ?? []).length > 0) return false;
  return isDatasetReadable(dataset);
}
