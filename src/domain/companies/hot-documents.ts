/**
 * Answers that this thread gave before, kept in memory: a look-up of a hot company reads nothing. A row is good until
 * somebody renders the company anew, which every thread of the process tells the others by a counter in memory that they share.
 * The generation, hidden persons and the age of what was observed are looked at with each answer, as they are for a row of the store.
 */
import type { MergedRow } from './documents-table.ts';

/** Some fifteen thousand companies in each serving thread. */
const BYTES_MAX = 64 * 1024 * 1024;
/** What a row costs beside its bytes. */
const ROW_BYTES = 500;
/** Another process on the same folder tells nobody what it rendered: this often we look whether anybody wrote at all. */
const LOOK_MS = 1_000;
/** Companies that share a counter lose their rows together, which costs a read and is otherwise without harm. */
const COUNTERS = 65_536;

export const allocateRenderings = (): SharedArrayBuffer =>
  new SharedArrayBuffer(COUNTERS * Int32Array.BYTES_PER_ELEMENT);

export interface Mark {
  renderings: number;
  written: number;
}

export interface HotDocuments {
  /** Whether the last look is a second old: then nothing is at hand before the next one. */
  isDue(now: number): boolean;
  /** Whether anybody wrote since the last look: then nothing that is here is good any more. */
  look(now: number): Promise<void>;
  /** Null: it is not here, or was rendered anew since. */
  get(cui: string, now: number): MergedRow | null;
  /** To be taken before the row is read, and given with it: what was rendered in between must not be covered by an older row. */
  mark(cui: string): Mark;
  keep(cui: string, row: MergedRow, mark: Mark): void;
  /** After the new row was written. */
  renderedAnew(cui: string): void;
}

/** `writtenByOthers`: another number when anybody wrote to the store meanwhile. */
export function hotDocuments(
  renderings: SharedArrayBuffer,
  writtenByOthers: () => Promise<number>,
  bytesMax = BYTES_MAX,
): HotDocuments {
  const counters = new Int32Array(renderings);
  const rows = new Map<string, { row: MergedRow; renderings: number }>();
  let bytes = 0;
  let written = Number.NaN;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  const renderingsOf = (cui: string): number => Atomics.load(counters, Number(cui) % COUNTERS);
  const isDue = (now: number): boolean => now - lookedAt >= LOOK_MS;
  const drop = (cui: string, { row }: { row: MergedRow }): void => {
    rows.delete(cui);
    bytes -= row.body.length + ROW_BYTES;
  };
  const lookNow = async (now: number): Promise<void> => {
    const seen = await writtenByOthers();
    if (seen !== written) {
      rows.clear();
      bytes = 0;
    }
    written = seen;
    lookedAt = now;
  };

  return {
    isDue,
    look(now) {
      looking ??= lookNow(now).finally(() => {
        looking = null;
      });
      return looking;
    },
    get(cui, now) {
      const found = rows.get(cui);
      if (found === undefined || isDue(now)) return null;
      if (found.renderings === renderingsOf(cui)) return found.row;
      drop(cui, found);
      return null;
    },
    mark: (cui) => ({ renderings: renderingsOf(cui), written }),
    keep(cui, row, mark) {
      if (mark.written !== written) return;
      const before = rows.get(cui);
      if (before) drop(cui, before);
      rows.set(cui, { row, renderings: mark.renderings });
      bytes += row.body.length + ROW_BYTES;
      // Those that came first go first: whoever is asked for again comes back with the next read.
      while (bytes > bytesMax) {
        const [oldest] = rows;
        if (oldest === undefined) break;
        drop(...oldest);
      }
    },
    renderedAnew(cui) {
      Atomics.add(counters, Number(cui) % COUNTERS, 1);
    },
  };
}
