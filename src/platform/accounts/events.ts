/** What happened to an account, written down in the same step as it happened, for its owner to read. */
import { randomUUID } from 'node:crypto';
import type { Statement } from '#data/store/database.ts';
import type { EventKind } from './event-kinds.ts';
import { addEvent, addEventWhere, type EventRow } from './events-table.ts';

/** From where it was done: the browser's network and name; null for what no browser did. */
export interface Origin {
  place: string | null;
  agent: string | null;
}

export interface Happening {
  /** What it concerns, such as the hint of a key; never a secret. */
  about?: string | null;
  origin?: Origin | null;
}

export const happened = (account: string, kind: EventKind, now: number, more: Happening = {}): Statement =>
  addEvent(eventRow(account, kind, now, more));

/** The same, where something is found that stands behind it (`addEventWhere`). */
export const happenedWhere = (
  found: Statement,
  account: string,
  kind: EventKind,
  now: number,
  more: Happening = {},
): Statement => addEventWhere(eventRow(account, kind, now, more), found);

const eventRow = (account: string, kind: EventKind, now: number, { about, origin }: Happening): EventRow => ({
  id: randomUUID(),
  account_id: account,
  at: new Date(now).toISOString(),
  kind,
  about: about ?? null,
  place: origin?.place ?? null,
  agent: origin?.agent ?? null,
});
