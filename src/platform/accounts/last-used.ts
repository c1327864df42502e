/** Notes when each key, or app, was last used: in memory first, written in batches, off the path of the answer. */
import type { Database, Statement } from '#data/store/database.ts';
import { usedAt } from './keys-table.ts';

/** How far what is stored may lag behind; what a crash may lose. */
const FLUSH_MS = 5_000;
/** A key in steady use is written no more often than this. */
const STEP_MS = 60_000;
/** Keys whose last writing is remembered. */
const REMEMBERED_MAX = 10_000;

export interface LastUsed {
  note(key: string, now: number): void;
  flush(): Promise<void>;
  /** Writes what is still to be written. */
  stop(): Promise<void>;
}

export function lastUsed(
  state: Database,
  onError: (error: unknown) => void,
  statementOf: (id: string, instant: string) => Statement = usedAt,
): LastUsed {
  const written = new Map<string, number>();
  let noted = new Map<string, number>();

  const flush = async (): Promise<void> => {
    if (noted.size === 0) return;
    const full = noted;
    noted = new Map();
    try {
      // In one order: hosts that note the same ones must not wait for each other in a circle.
      const ordered = [...full].sort(([a], [b]) => (a < b ? -1 : 1));
      await state.write(ordered.map(([key, at]) => statementOf(key, new Date(at).toISOString())));
    } catch (error) {
      // Written with the next ones; a key that was used again since is there already, with a later time.
      for (const [key, at] of full) if (!noted.has(key)) noted.set(key, at);
      throw error;
    }
    if (written.size > REMEMBERED_MAX) written.clear();
    for (const [key, at] of full) written.set(key, at);
  };
  const timer = setInterval(() => flush().catch(onError), FLUSH_MS).unref();
  return {
    note(key, now) {
      if (now - (written.get(key) ?? 0) >= STEP_MS) noted.set(key, now);
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}
