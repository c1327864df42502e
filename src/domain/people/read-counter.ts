/** Counts reads of persons for audit, by day and operation, without the queries. Writes in batches, outside of the request. */
import type { Database } from '#data/store/database.ts';
import { addReads } from './reads-table.ts';

/** A crash loses at most the counts of this interval. */
const FLUSH_MS = 2_000;

interface ReadCounter {
  count(operation: string, now: number): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function countReads(state: Database, onError: (error: unknown) => void): ReadCounter {
  let counts = new Map<string, number>();
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const batch = counts;
    counts = new Map();
    try {
      await state.write(
        [...batch].map(([key, reads]) => {
          const [day = '', operation = ''] = key.split(' ');
          return addReads(day, operation, reads);
        }),
      );
    } catch (error) {
      for (const [key, reads] of batch) counts.set(key, (counts.get(key) ?? 0) + reads);
      throw error;
    }
  };
  const timer = setInterval(() => flush().catch(onError), FLUSH_MS).unref();
  return {
    count(operation, now) {
      const key = `${new Date(now).toISOString().slice(0, 10)} ${operation}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}
