/** A caller waits for the documents of a notice: it comes before all that is collected because its time has come. */
import { calling } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { waitingCount } from '#domain/documents/tables/documentation-table.ts';
import {
  announced,
  type DocumentedNotice,
  documentsRequested,
} from '#domain/documents/tables/documentation-writes-table.ts';

/** What was whole at so late a look is not looked at again because a file is missing since. */
const JUST_LOOKED_MS = 10 * 60_000;
/** Files that never came are looked for at most this often, whoever requests them. */
const GIVEN_UP_MS = 86_400_000;
/** Notices in line: at some half a minute each, nobody would live to see the last of more. */
const WAITING_MAX = 1_000;
/** Whoever has no Pro joins a shorter line only, so that one visitor does not have us fetch the whole country. */
const WAITING_MAX_WITHOUT_PRO = 20;
/** Who has no Pro stands in line as if he had come so much later: Pro goes first, and nobody waits for ever. */
const LATER_MS = 10 * 60_000;

interface Requester {
  isPro: boolean;
}

/** For serving threads, which write nothing else here. `now`: milliseconds. False: the line is too long to join. */
export async function requestDocuments(
  db: Database,
  notice: DocumentedNotice,
  now: number,
  { isPro }: Requester = { isPro: true },
): Promise<boolean> {
  if ((await waitingCount(db)) >= (isPro ? WAITING_MAX : WAITING_MAX_WITHOUT_PRO)) return false;
  const at = new Date(now).toISOString();
  const lookedBefore = new Date(now - JUST_LOOKED_MS).toISOString();
  const givenUpBefore = new Date(now - GIVEN_UP_MS).toISOString();
  const queuedAt = isPro ? now : now + LATER_MS;
  await db.write([
    announced(notice, at, now),
    documentsRequested(notice.notice, { now, place: queuedAt, lookedBefore, givenUpBefore }),
    ...calling(db, 'documents'),
  ]);
  return true;
}

const TYPE_IDS: Readonly<Record<string, number>> = { CN: 2, DC: 6, PC: 7, RFQ: 12, SCN: 17 };

/** `type`: the letters in front of its number. Null for a kind whose documents are not asked for. */
export const noticeTypeId = (type: string): number | null => TYPE_IDS[type] ?? null;
