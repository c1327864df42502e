/** Quota of records that unauthenticated callers create. A full quota evicts unused records, so that an attacker cannot lock others out. */
import type { Database } from '#data/store/database.ts';
import { evictUnused, recordsOf } from './records-table.ts';

/** A record unused for this long may be evicted: genuine apps continue sooner. */
const UNUSED_MS = 600_000;
/** Records evicted at once. */
const EVICTED_MAX = 1_000;
/** How long a thread uses its last count plus the rows that it added; other threads add at most a few thousand meanwhile. */
const COUNT_TTL_MS = 5_000;

type AnonymousRecord = 'Client' | 'Interaction';

export type RecordQuota = ReturnType<typeof recordQuota>;

/** `most`: maximum number of rows of each kind. */
export function recordQuota(state: Database, most: number) {
  const counts = new Map<AnonymousRecord, { at: number; rows: Promise<number>; added: number; isFull: boolean }>();
  const currentCount = (kind: AnonymousRecord, now: number) => {
    const last = counts.get(kind);
    if (last && now - last.at < COUNT_TTL_MS) return last;
    const next = { at: now, rows: recordsOf(state, kind), added: 0, isFull: false };
    counts.set(kind, next);
    // A failed count rejects its waiters; the next call counts again.
    next.rows.catch(() => counts.delete(kind));
    return next;
  };
  return {
    /** False if the quota is full of recent records, which cannot be evicted yet. */
    async take(kind: AnonymousRecord, now: number): Promise<boolean> {
      const count = currentCount(kind, now);
      if (count.isFull) return false;
      if ((await count.rows) + count.added++ < most) return true;
      const before = new Date(now - UNUSED_MS).toISOString();
      const [cleared = []] = await state.write([evictUnused(kind, before, EVICTED_MAX)]);
      count.added -= cleared.length;
      count.isFull = cleared.length === 0;
      return !count.isFull;
    },
  };
}
