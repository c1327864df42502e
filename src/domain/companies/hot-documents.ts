/**
 * In-memory cache of rendered answers, one per thread: a look-up of a hot company reads nothing. A row is valid until a thread
 * renders the company again; the threads of a process share counters of renderings. The caller checks generation, hidden persons
 * and age with each answer, as for a row of the store.
 */
import type { MergedRow } from './documents-table.ts';

/** Some fifteen thousand companies in each serving thread. */
const BYTES_MAX = 64 * 1024 * 1024;
/** Overhead of a row beside its bytes. */
const ROW_BYTES = 500;
/** Another process on the same folder does not share the counters: the cache compares the store's write count this often. */
const REVALIDATE_MS = 1_000;
/** Companies that share a counter lose their rows together, which costs one read. */
const COUNTERS = 65_536;

export const allocateRenderings = (): SharedArrayBuffer =>
  new SharedArrayBuffer(COUNTERS * Int32Array.BYTES_PER_ELEMENT);

export interface Mark {
  renderings: number;
  writes: number;
}

export interface HotDocuments {
  /** True when the last revalidation is too old: `get` returns null until the next one. */
  isDue(now: number): boolean;
  /** Clears the cache when another process wrote since the last revalidation. */
  revalidate(now: number): Promise<void>;
  /** Null: not cached, or rendered again since. */
  get(cui: string, now: number): MergedRow | null;
  /** The caller takes a mark before it reads a row and passes it to `store`: a rendering in between makes the row outdated. */
  mark(cui: string): Mark;
  store(cui: string, row: MergedRow, mark: Mark): void;
  /** Call after the new row is written. */
  invalidate(cui: string): void;
}

/** `writeCount` changes when another process writes to the store. */
export function hotDocuments(
  renderings: SharedArrayBuffer,
  writeCount: () => Promise<number>,
  bytesMax = BYTES_MAX,
): HotDocuments {
  const counters = new Int32Array(renderings);
  const rows = new Map<string, { row: MergedRow; renderings: number }>();
  let bytes = 0;
  let writes = Number.NaN;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const renderingsOf = (cui: string): number => Atomics.load(counters, Number(cui) % COUNTERS);
  const isDue = (now: number): boolean => now - checkedAt >= REVALIDATE_MS;
  const drop = (cui: string, { row }: { row: MergedRow }): void => {
    rows.delete(cui);
    bytes -= row.bytes.length + ROW_BYTES;
  };
  const compareWrites = async (now: number): Promise<void> => {
    const seen = await writeCount();
    if (seen !== writes) {
      rows.clear();
      bytes = 0;
    }
    writes = seen;
    checkedAt = now;
  };

  return {
    isDue,
    revalidate(now) {
      running ??= compareWrites(now).finally(() => {
        running = null;
      });
      return running;
    },
    get(cui, now) {
      const entry = rows.get(cui);
      if (entry === undefined || isDue(now)) return null;
      if (entry.renderings === renderingsOf(cui)) return entry.row;
      drop(cui, entry);
      return null;
    },
    mark: (cui) => ({ renderings: renderingsOf(cui), writes }),
    store(cui, row, mark) {
      if (mark.writes !== writes) return;
      const before = rows.get(cui);
      if (before) drop(cui, before);
      rows.set(cui, { row, renderings: mark.renderings });
      bytes += row.bytes.length + ROW_BYTES;
      // First in, first out: a company that is requested again is cached by its next read.
      while (bytes > bytesMax) {
        const [oldest] = rows;
        if (oldest === undefined) break;
        drop(...oldest);
      }
    },
    invalidate(cui) {
      Atomics.add(counters, Number(cui) % COUNTERS, 1);
    },
  };
}
