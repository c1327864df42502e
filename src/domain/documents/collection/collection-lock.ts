/** One collector for a notice at a time, among all threads and hosts. Who dies loses its hold when the time is up. */
import { heldLonger, letGo, taken } from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationRow } from '#domain/documents/tables/rows.ts';
import type { CollectNeeds } from './needs.ts';

const HOLD_MS = 30_000;
const RENEW_MS = 10_000;

export interface Hold {
  row: DocumentationRow;
  /** Fires with the caller's, and when the hold was lost: whoever has it now goes on. */
  signal: AbortSignal;
  letGo(): Promise<void>;
}

/** Null when somebody else holds it, and for one that was withdrawn. */
export async function takeHold(
  notice: string,
  { db, holder, now }: Pick<CollectNeeds, 'db' | 'holder' | 'now'>,
  signal: AbortSignal,
): Promise<Hold | null> {
  const at = now();
  const [rows] = await db.write([taken(notice, holder, at + HOLD_MS, at)]);
  const row = rows?.[0] as DocumentationRow | undefined;
  if (!row) return null;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const [held] = await db.write([heldLonger(notice, holder, now() + HOLD_MS)]);
    if (held?.length === 0) lost.abort(new Error(`Somebody else collects the documents of ${notice} by now.`));
  };
  // A store that is away is told of by the next write that matters.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_MS);
  timer.unref();
  return {
    row,
    signal: AbortSignal.any([signal, lost.signal]),
    async letGo() {
      clearInterval(timer);
      await db.write([letGo(notice, holder)]);
    },
  };
}
