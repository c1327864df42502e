/** The generation that is served: opened aside, probed, then switched by one assignment, so that no reader ever waits. */
import { type Database, type Value } from './database.ts';
import { COMPANIES, UnreadablePart, type Country, type Dataset, type Part } from './dataset.ts';
import { type GenerationStore } from './generation-store.ts';
import { assertServable, isComplete, rebuildNotice, unreadableOf } from './manifest.ts';

/** Readers that took the old generation before a swap may finish on it; no request lasts this long. */
const OLD_GENERATION_MS = 60_000;

interface Serving {
  current(): Dataset | null;
  openById(id: string): Promise<Dataset | null>;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function serve(shelf: GenerationStore, country: Country): Serving {
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
    async openById(id) {
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

interface OpenGeneration extends Dataset {
  close(): Promise<void>;
}

/** Throws when a later version wrote it, when it is of another country, or lacks a table. */
export async function openGeneration(shelf: GenerationStore, id: string, country: Country): Promise<OpenGeneration> {
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
      if (name !== COMPANIES && missing.length > 0) throw new UnreadablePart(rebuildNotice(missing));
      return areas.get(name) ?? null;
    };
    return { manifest, unreadable, db, partGroup: area, close };
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

function withoutParts(db: Database, missing: readonly Part[]): Database {
  const told = (error: unknown): unknown => (isMissingTable(error) ? new UnreadablePart(rebuildNotice(missing)) : error);
  const tell = (error: unknown): never => {
    throw told(error);
  };
  return {
    engine: db.engine,
    all: <R>(sql: string, params?: readonly Value[]) => db.all<R>(sql, params).catch(tell),
    one: <R>(sql: string, params?: readonly Value[]) => db.one<R>(sql, params).catch(tell),
    async *stream<R>(sql: string, params?: readonly Value[]) {
      try {
        yield* db.stream<R>(sql, params);
      } catch (error) {
        throw told(error);
      }
    },
    write: db.write,
    close: db.close,
  };
}

/** As SQLite says it in words, and PostgreSQL by `undefined_table`. */
const isMissingTable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('no such table') || (error as { code?: string }).code === '42P01');

/** Rejects when the store is away. */
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

/** The same, and nothing is to come that it does not have yet, and nothing was lost. */
export async function isDatasetWhole(dataset: Dataset | null): Promise<boolean> {
  if (dataset === null || !isComplete(dataset.manifest) || (dataset.manifest.lost ?? []).length > 0) return false;
  return isDatasetReadable(dataset);
}
