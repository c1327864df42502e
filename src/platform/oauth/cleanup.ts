/** What is kept of apps no longer than it is of use. */
import type { Database } from '#data/store/database.ts';
import { clearGrants } from './connected-apps-table.ts';
import { REFRESH_SECONDS, REQUEST_SECONDS } from './provider.ts';
import { clearRecords } from './records-table.ts';

const DAY_MS = 86_400_000;
/** An app registers when somebody adds it, and is used in the same hour; or never. */
const UNUSED_MS = DAY_MS;
/** An app that comes after longer is told `invalid_client`, and registers again. */
const IDLE_MS = 90 * DAY_MS;

export async function tidyApps(state: Database, now: number): Promise<void> {
  const ago = (ms: number): string => new Date(now - ms).toISOString();
  await state.write([
    ...clearRecords(ago(0), ago(UNUSED_MS), ago(IDLE_MS)),
    clearGrants(ago(REQUEST_SECONDS * 1_000), ago(REFRESH_SECONDS * 1_000)),
  ]);
}
