/** Errands and calls of tools are kept no longer than they are of use. */
import type { Database } from '#data/store/database.ts';
import { clearApprovals } from './approvals-table.ts';
import { clearCalls } from './calls-table.ts';

/** An errand ends after half an hour; what became of it is told in the events of the account. */
const APPROVALS_DAYS = 7;
/** As long as somebody may ask what an app did. */
const CALLS_DAYS = 90;
const DAY_MS = 86_400_000;

export async function tidyApprovals(state: Database, now: number): Promise<void> {
  const ago = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  await state.write([clearApprovals(ago(APPROVALS_DAYS)), clearCalls(ago(CALLS_DAYS).slice(0, 10))]);
}
