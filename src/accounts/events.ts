/** What happened to an account, written down in the same step as it happened, for its owner to read. */
import { randomUUID } from 'node:crypto';
import type { Statement } from '#store/database.ts';
import type { EventKind } from './event-kinds.ts';
import { addEvent } from './events-table.ts';

/** From where it was done: the browser's network and name; null for what no browser did. */
export interface Origin {
  place: string | null;
  agent: string | null;
}

/** `about`: what it concerns, such as the hint of a key; never a secret. */
export const happened = (
  account: string,
  kind: EventKind,
  now: number,
  { about = null, origin = null }: { about?: string | null; origin?: Origin | null } = {},
): Statement =>
  addEvent({
    id: randomUUID(),
    account_id: account,
    at: new Date(now).toISOString(),
    kind,
    about,
    place: origin?.place ?? null,
    agent: origin?.agent ?? null,
  });
