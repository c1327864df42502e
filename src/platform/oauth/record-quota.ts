/** Quota of records that unauthenticated callers create. A full quota evicts records that nobody used, so that an attacker cannot lock others out. */
import type { Database } from '#data/store/database.ts';
import { clearUntouched, recordsOf } from './records-table.ts';

/** A record unused for this long may be evicted: genuine apps continue sooner. */
const UNTOUCHED_MS = 600_000;
/** Records evicted at once. */
const CLEARED_MAX = 1_000;
/** How long a thread uses its last count plus what it added since; other threads add a few thousand meanwhile at most. */
const COUNTED_MS = 5_000;

type AnonymousRecord = 'Client' | 'Interaction';

export interface RecordQuota {
  /** False if the quota is full of recent records: then they come in faster than they can be evicted. */
  take(kind: AnonymousRecord, now: number): Promise<boolean>;
}

/** `most`: maximum number of rows of each kind. */
export function recordQuota(state: Database, most: number): RecordQuota {
  const counts = new Map<AnonymousRecord, { at: number; rows: Promise<number>; taken: number; isFull: boolean }>();
  const counted = (kind: AnonymousRecord, now: number) => {
    const last = counts.get(kind);
    if (last && now - last.at < COUNTED_MS) return last;
    const next = { at: now, rows: recordsOf(state, kind), taken: 0, isFull: false };
    counts.set(kind, next);
    // A failed count rejects its waiters; the next call counts again.
    next.rows.catch(() => counts.delete(kind));
    return next;
  };
  return {
    async take(kind, now) {
      const count = counted(kind, now);
      if (count.isFull) return false;
      if ((await count.rows) + count.taken++ < most) return true;
      const before = new Date(now - UNTOUCHED_MS).toISOString();
      const [cleared = []] = await state.write([clearUntouched(kind, before, CLEARED_MAX)]);
      count.taken -= cleared.length;
      count.isFull = cleared.length === 0;
      return !count.isFull;
    },
  };
}
