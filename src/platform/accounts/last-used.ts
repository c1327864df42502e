/** Records when each key or app was last used: in memory, written in batches, never while a caller waits. */
import type { Database, Statement } from '#data/store/database.ts';
import { setLastUsed } from './keys-table.ts';

/** Longest lag of the stored instants, and the most that a crash loses. */
const FLUSH_MS = 5_000;
/** Shortest interval between two writes of one key. */
const STEP_MS = 60_000;
/** Keys whose last write is remembered. */
const REMEMBERED_MAX = 10_000;

export type LastUsed = ReturnType<typeof lastUsed>;

export function lastUsed(
  state: Database,
  onError: (error: unknown) => void,
  statementOf: (id: string, instant: string) => Statement = setLastUsed,
) {
  const writtenAt = new Map<string, number>();
  let pending = new Map<string, number>();

  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      // A fixed order prevents deadlocks between hosts that write the same keys.
      const ordered = [...batch].sort(([a], [b]) => (a < b ? -1 : 1));
      await state.write(ordered.map(([key, at]) => statementOf(key, new Date(at).toISOString())));
    } catch (error) {
      // Retried with the next batch, unless a later use is noted already.
      for (const [key, at] of batch) if (!pending.has(key)) pending.set(key, at);
      throw error;
    }
    if (writtenAt.size > REMEMBERED_MAX) writtenAt.clear();
    for (const [key, at] of batch) writtenAt.set(key, at);
  };
  const timer = setInterval(() => flush().catch(onError), FLUSH_MS).unref();
  return {
    note(key: string, now: number): void {
      if (now - (writtenAt.get(key) ?? 0) >= STEP_MS) pending.set(key, now);
    },
    flush,
    /** Writes the remaining instants. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}
