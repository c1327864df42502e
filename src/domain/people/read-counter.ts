/** Counts reads of persons for audit: by day and operation, without what was asked. Written in batches, off the path of the answer. */
import type { Database } from '#data/store/database.ts';
import { addReads } from './reads-table.ts';

/** What a crash may lose. */
const FLUSH_MS = 2_000;

export interface ReadCounter {
  count(operation: string, now: number): void;
  flush(): Promise<void>;
  /** Writes what is still to be written. */
  stop(): Promise<void>;
}

export function countReads(state: Database, onError: (error: unknown) => void): ReadCounter {
  let counts = new Map<string, number>();
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const full = counts;
    counts = new Map();
    try {
      await state.write(
        [...full].map(([key, reads]) => {
          const [day = '', operation = ''] = key.split(' ');
          return addReads(day, operation, reads);
        }),
      );
    } catch (error) {
      for (const [key, reads] of full) counts.set(key, (counts.get(key) ?? 0) + reads);
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
