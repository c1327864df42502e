/**
 * Answers that this thread gave a moment ago, kept in memory: a look-up of a hot company reads nothing. A row is good until
 * somebody renders the company anew, which every thread of the process tells the others by a counter in memory that they share.
 * The generation, hidden persons and the age of what was observed are looked at with each answer, as they are for a row of the store.
 */
import type { MergedRow } from './documents-table.ts';

/** Some fifteen thousand companies in each serving thread. */
const BYTES_MAX = 64 * 1024 * 1024;
/** What a row costs beside its bytes. */
const ROW_BYTES = 500;
/** Another process on the same folder tells nobody: what it rendered is seen after this. */
const KEPT_MS = 1_000;
/** Companies that share a counter lose their rows together, which costs a read and is otherwise without harm. */
const COUNTERS = 65_536;

export const allocateRenderings = (): SharedArrayBuffer =>
  new SharedArrayBuffer(COUNTERS * Int32Array.BYTES_PER_ELEMENT);

export interface HotDocuments {
  /** Null: it is not here, was rendered anew since, or has been here for a second. */
  get(cui: string, now: number): MergedRow | null;
  /** To be read before the row is, and given with it: what was rendered in between must not be covered by an older row. */
  mark(cui: string): number;
  keep(cui: string, row: MergedRow, mark: number, now: number): void;
  /** After the new row was written. */
  renderedAnew(cui: string): void;
}

export function hotDocuments(renderings: SharedArrayBuffer, bytesMax = BYTES_MAX): HotDocuments {
  const counters = new Int32Array(renderings);
  const rows = new Map<string, { row: MergedRow; mark: number; until: number }>();
  let bytes = 0;

  const mark = (cui: string): number => Atomics.load(counters, Number(cui) % COUNTERS);
  const drop = (cui: string, { row }: { row: MergedRow }): void => {
    rows.delete(cui);
    bytes -= row.body.length + ROW_BYTES;
  };

  return {
    get(cui, now) {
      const found = rows.get(cui);
      if (found === undefined) return null;
      if (found.mark === mark(cui) && now < found.until) return found.row;
      drop(cui, found);
      return null;
    },
    mark,
    keep(cui, row, at, now) {
      const before = rows.get(cui);
      if (before) drop(cui, before);
      rows.set(cui, { row, mark: at, until: now + KEPT_MS });
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
