/** What is kept of accounts no longer than it is of use: links that ended, with the addresses of people who never opened one; old events. */
import type { Database } from '#data/store/database.ts';
import { clearEvents } from './events-table.ts';
import { clearLinks } from './links-table.ts';
import { clearSessions } from './sessions-table.ts';

/** A year, and the month in which somebody looks for what happened in it. */
const EVENTS_DAYS = 400;
const DAY_MS = 86_400_000;

export async function tidyAccounts(state: Database, now: number): Promise<void> {
  const instant = new Date(now).toISOString();
  await state.write([
    clearLinks(instant),
    clearSessions(instant),
    clearEvents(new Date(now - EVENTS_DAYS * DAY_MS).toISOString()),
  ]);
}
