/** Counts what accounts ask, in memory: a few additions per request, written in batches off the path of the answer. */
import type { Finished } from '#http/server.ts';
import type { Database } from '#store/database.ts';
import { type UsageRow, usageAdditions } from './usage-table.ts';

/** How far what is stored may lag behind; what a crash may lose. */
const FLUSH_MS = 5_000;
const DAY_MS = 86_400_000;

/** For each operation: all requests, those that were refused, those that failed. */
const CELLS = 3;

export interface UsageCounter {
  count(finished: Finished): void;
  flush(): Promise<void>;
  flushes(): Flushes;
  /** Writes what is still to be written. */
  stop(): Promise<void>;
}

export interface Flushes {
  done: number;
  failed: number;
}

interface KeyCounts {
  account: string;
  key: string;
  day: number;
  cells: Uint32Array;
}

export function usageCounter(
  state: Database,
  operations: readonly string[],
  onError: (error: unknown) => void,
): UsageCounter {
  const indexes = new Map(operations.map((id, index) => [id, index]));
  const flushes: Flushes = { done: 0, failed: 0 };
  let counts = new Map<string, KeyCounts>();
  /** Of days that ended since the last writing, and of writings that failed. */
  let unwritten: UsageRow[] = [];

  const rowsOf = (all: Iterable<KeyCounts>): UsageRow[] => [...all].flatMap((one) => rows(one, operations));

  const countsOf = (account: string, key: string | null, day: number): KeyCounts => {
    const id = key ?? `browsers of ${account}`;
    const known = counts.get(id);
    if (known?.day === day) return known;
    if (known) unwritten.push(...rowsOf([known]));
    const made = { account, key: key ?? '', day, cells: new Uint32Array(operations.length * CELLS) };
    counts.set(id, made);
    return made;
  };

  const flush = async (): Promise<void> => {
    const due = merged([...unwritten, ...rowsOf(counts.values())]);
    if (due.length === 0) return;
    unwritten = [];
    counts = new Map();
    try {
      await state.write(usageAdditions(due));
      flushes.done++;
    } catch (error) {
      flushes.failed++;
      unwritten.push(...due);
      throw error;
    }
  };
  const timer = setInterval(() => flush().catch(onError), FLUSH_MS).unref();

  return {
    count({ request: { caller, operation, now }, status }) {
      const index = indexes.get(operation ?? '');
      if (index === undefined || !caller || caller.account === null) return;
      const { cells } = countsOf(caller.account, caller.key, Math.floor(now / DAY_MS));
      const at = index * CELLS;
      cells[at] = Number(cells[at]) + 1;
      if (status >= 400) {
        const kind = at + (status < 500 ? 1 : 2);
        cells[kind] = Number(cells[kind]) + 1;
      }
    },
    flush,
    flushes: () => flushes,
    async stop() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}

function rows({ account, key, day, cells }: KeyCounts, operations: readonly string[]): UsageRow[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return operations.flatMap((operation, index) => {
    const [requests = 0, refused = 0, failed = 0] = cells.subarray(index * CELLS);
    return requests === 0
      ? []
      : [{ account_id: account, day: date, key_id: key, operation, requests, refused, failed }];
  });
}

/** A writing that failed and the next one may speak of the same row, which one statement must not name twice. */
function merged(all: readonly UsageRow[]): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const row of all) {
    const id = `${row.account_id} ${row.day} ${row.key_id} ${row.operation}`;
    const sum = sums.get(id);
    if (!sum) sums.set(id, { ...row });
    else {
      sum.requests += row.requests;
      sum.refused += row.refused;
      sum.failed += row.failed;
    }
  }
  return [...sums.values()];
}
