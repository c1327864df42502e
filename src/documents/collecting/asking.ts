/** A caller waits for the documents of a notice: it comes before all that is collected because its time has come. */
import { announced, asked, type DocumentedNotice } from '#documents/tables/documentation-writes-table.ts';
import type { Database } from '#store/database.ts';

/** What was looked at so lately is not looked at again because somebody asks: a file that does not come is no reason to hammer. */
const JUST_LOOKED_MS = 10 * 60_000;

/** For serving threads, which write nothing else here. `now`: milliseconds. */
export async function askFor(db: Database, notice: DocumentedNotice, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  const lookedBefore = new Date(now - JUST_LOOKED_MS).toISOString();
  await db.write([announced(notice, at, now), asked(notice.notice, now, lookedBefore)]);
}
