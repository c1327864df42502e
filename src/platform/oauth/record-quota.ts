/** Room for what strangers leave here. Where it is filled, what nobody came back for makes room, so that nobody shuts others out. */
import type { Database } from '#data/store/database.ts';
import { clearUntouched, recordsOf } from './records-table.ts';

/** Who registers or asks comes back within it, or hardly ever. */
const UNTOUCHED_MS = 600_000;
/** As many make room at once. */
const CLEARED_MAX = 1_000;
/** For so long a thread goes by its last count and what it let in since: other threads let in a few thousand meanwhile, at most. */
const COUNTED_MS = 5_000;

type StrangersRecord = 'Client' | 'Interaction';

export interface RecordQuota {
  /** Takes a place; false where there is none and all of it is young: then somebody fills it faster than anybody tidies. */
  take(kind: StrangersRecord, now: number): Promise<boolean>;
}

/** `most`: rows of each kind. */
export function recordQuota(state: Database, most: number): RecordQuota {
  const counts = new Map<StrangersRecord, { at: number; rows: Promise<number>; taken: number; isFull: boolean }>();
  const counted = (kind: StrangersRecord, now: number) => {
    const last = counts.get(kind);
    if (last && now - last.at < COUNTED_MS) return last;
    const next = { at: now, rows: recordsOf(state, kind), taken: 0, isFull: false };
    counts.set(kind, next);
    // Whoever waits for it is told; the next one counts again.
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
