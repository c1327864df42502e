/** Account events (the audit list of an account) in the state store. */
import type { Condition, Database, Statement } from '#data/store/database.ts';

export interface EventRow {
  id: string;
  account_id: string;
  at: string;
  kind: EventKind;
  about: string | null;
  place: string | null;
  agent: string | null;
}

export const addEvent = ({ id, account_id, at, kind, about, place, agent }: EventRow): Statement => ({
  sql: `insert into account_event (id, account_id, at, kind, about, place, agent) values ($1, $2, $3, $4, $5, $6, $7)`,
  params: [id, account_id, at, kind, about, place, agent],
});

/** Adds the event only if a query finds a row in the same write. The query numbers its parameters from $8. */
export const addEventWhere = (
  { id, account_id, at, kind, about, place, agent }: EventRow,
  { sql, params = [] }: Statement,
): Statement => ({
  sql: `insert into account_event (id, account_id, at, kind, about, place, agent)
        select $1, $2, $3, $4, $5, $6, $7 where exists (${sql})`,
  params: [id, account_id, at, kind, about, place, agent, ...params],
});

/** Condition for an email: this event was recorded. */
export const isRecorded =
  ({ params: [id = null] = [] }: Statement): Condition =>
  (first) => ({ sql: `select 1 from account_event where id = $${first}`, params: [id] });

/** Newest first. */
export const eventsOf = (state: Database, account: string, most: number): Promise<EventRow[]> =>
  state.all<EventRow>('select * from account_event where account_id = $1 order by at desc, id limit $2', [
    account,
    most,
  ]);

export const clearEvents = (before: string): Statement => ({
  sql: 'delete from account_event where at < $1',
  params: [before],
});

/** Every kind of account event. The words are stored. */
export const EVENT_KINDS = [
  'created',
  'signedIn',
  'signedOut',
  'signedOutElsewhere',
  'provedAgain',
  'passwordSet',
  'passwordWrong',
  'resetAsked',
  'emailAsked',
  'emailChanged',
  'passkeyAdded',
  'passkeyRemoved',
  'keyMade',
  'keyRevoked',
  'appConnected',
  'appRemoved',
  'appAsked',
  'checkoutOpened',
  'subscriptionChanged',
  'planGranted',
  'exported',
  'deletionAsked',
  'blocked',
  'unblocked',
  'helped',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
