/** Requests for the documents of a notice: a requested notice is collected before all scheduled ones. */
import { signalWork } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { waitingCount } from '#domain/documents/tables/documentation-table.ts';
import {
  type DocumentedNotice,
  insertDocumentation,
  requestLook,
} from '#domain/documents/tables/documentation-writes-table.ts';

/** A complete look younger than this is not repeated because a file is missing since. */
const RECENT_LOOK_MS = 10 * 60_000;
/** Files that never arrived are requested from the source at most this often. */
const ABANDONED_MS = 86_400_000;
/** Length of the queue: at half a minute each, later notices would wait for hours. */
const WAITING_MAX = 1_000;
/** Queue length up to which callers without Pro may join, so that one visitor cannot make us fetch the whole country. */
const WAITING_MAX_WITHOUT_PRO = 20;
/** Requests without Pro are queued as if sent later by this time: Pro goes first, and no request waits forever. */
const FREE_DELAY_MS = 10 * 60_000;

interface Requester {
  isPro: boolean;
}

/** For serving threads, which write nothing else to this store. `now`: milliseconds. False: the queue is full. */
export async function requestDocuments(
  db: Database,
  notice: DocumentedNotice,
  now: number,
  { isPro }: Requester = { isPro: true },
): Promise<boolean> {
  if ((await waitingCount(db)) >= (isPro ? WAITING_MAX : WAITING_MAX_WITHOUT_PRO)) return false;
  const at = new Date(now).toISOString();
  const lookedBefore = new Date(now - RECENT_LOOK_MS).toISOString();
  const abandonedBefore = new Date(now - ABANDONED_MS).toISOString();
  const queuedAt = isPro ? now : now + FREE_DELAY_MS;
  await db.write([
    insertDocumentation(notice, at, now),
    requestLook(notice.notice, { now, queuedAt, lookedBefore, abandonedBefore }),
    ...signalWork(db, 'documents'),
  ]);
  return true;
}

const TYPE_IDS: Readonly<Record<string, number>> = { CN: 2, DC: 6, PC: 7, RFQ: 12, SCN: 17 };

/**
 * Exports name only the kind of a notice; lists of documents are requested by the system's number of that kind. `type`: the letters before
 * the notice number. Null for a kind without documents.
 */
export const noticeTypeId = (type: string): number | null => TYPE_IDS[type] ?? null;
