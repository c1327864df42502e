/** Counts reads of persons for audit: by day and operation, without what was asked. Written in batches, off the path of the answer. */
import type { Database, Statement } from '#store/database.ts';

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
      await state.write([...full].map(([key, reads]) => addition(key, reads)));
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

function addition(key: string, reads: number): Statement {
  const [day = '', operation = ''] = key.split(' ');
  return {
    sql: `insert into person_read (day, operation, reads) values ($1, $2, $3)
          on conflict (day, operation) do update set reads = person_read.reads + excluded.reads`,
    params: [day, operation, reads],
  };
}

export interface ReadsRow {
  day: string;
  operation: string;
  reads: number;
}

/** Newest day first. */
export const readsByDay = (state: Database): Promise<ReadsRow[]> =>
  state.all<ReadsRow>('select day, operation, reads from person_read order by day desc, operation');
