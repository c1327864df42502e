/** The owner's security page: password, email address, sessions and events. */

import { clientNetworkText } from '#lib/values/ip.ts';
import { textsOf } from '#locales/texts.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import { accountByEmail, accountById, removeOwnSession, setPassword } from './accounts-table.ts';
import { assertChangeable, isDemoAccount } from './demo-account.ts';
import { createLink, type EmailRequestResult } from './email-links.ts';
import { endLinksOf } from './email-links-table.ts';
import { accountEmail } from './emails.ts';
import { originOf, recordEventWhere } from './events.ts';
import { type EventRow, eventsOf } from './events-table.ts';
import { queueNotice } from './notices.ts';
import { digestPassword, isOfRightLength } from './password.ts';
import type { Reader } from './sessions.ts';
import {
  isSignedInElsewhere,
  type OpenSession,
  openSessions,
  removeSessions,
  whileSignedIn,
} from './sessions-table.ts';
import {
  recordBrowserEvent,
  type SessionCookies,
  type SignInContext,
  type SignInNeeds,
  startSession,
} from './sign-in.ts';

/** Newest events on the page; the export has all. */
const EVENTS_LISTED_MAX = 50;

export interface OwnAccount {
  email: string | null;
  hasPassword: boolean;
  createdAt: string;
  sessions: OpenSession[];
  events: Omit<EventRow, 'account_id'>[];
}

/** Null if the account was deleted. In the shared demo account every visitor sees only their own session. */
export async function ownAccount(
  { state }: Pick<SignInNeeds, 'state'>,
  reader: Reader,
  now: number,
): Promise<OwnAccount | null> {
  const account = await accountById(state, reader.account);
  if (account === null) return null;
  const only = isDemoAccount(reader.account) ? reader.session : null;
  return {
    email: account.email,
    hasPassword: account.password !== null,
    createdAt: account.created_at,
    sessions: await openSessions(state, reader.account, new Date(now).toISOString(), only),
    events: await eventsOf(state, reader.account, EVENTS_LISTED_MAX),
  };
}

/** Ends all sessions and starts a new one for this browser. `ended`: the session ended while the password waited in the queue. */
export async function changeOwnPassword(
  needs: SignInNeeds,
  reader: Reader,
  password: string,
  context: SignInContext,
): Promise<({ outcome: 'in' } & SessionCookies) | { outcome: 'length' | 'busy' | 'ended' }> {
  assertChangeable(reader.account);
  if (!isOfRightLength(password)) return { outcome: 'length' };
  const digest = await needs.passwordQueue.run(clientNetworkText(context.address), () => digestPassword(password));
  if (digest === null) return { outcome: 'busy' };
  const account = await accountById(needs.state, reader.account);
  if (account === null) return { outcome: 'ended' };
  const first = [
    whileSignedIn(account.id, reader.session),
    setPassword(account.id, digest),
    ...removeSessions(account.id, null),
    endLinksOf(account.id),
  ];
  const last = [
    ...recordBrowserEvent(context, account.id, 'passwordSet'),
    ...queueNotice(needs, 'passwordSet', account, context),
  ];
  const entered = await startSession(needs, context, account.id, { method: 'password' }, { first, last });
  return entered ? { outcome: 'in', ...entered } : { outcome: 'ended' };
}

/** Sends a link to the new address and a notice to the old one. Only the new mailbox learns whether it already has an account. */
export async function requestEmailChange(
  needs: SignInNeeds,
  reader: Reader,
  typed: string,
  context: SignInContext,
): Promise<EmailRequestResult | { outcome: 'same' }> {
  assertChangeable(reader.account);
  const email = readMailAddress(typed);
  if (email === null) return { outcome: 'noAddress' };
  const account = await accountById(needs.state, reader.account);
  if (account === null || account.email === email) return { outcome: 'same' };
  const seconds = await needs.attempts.email(context);
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const { language } = account;
  const owner = await accountByEmail(needs.state, email);
  const link = createLink({ purpose: 'email', account: account.id, email, language }, context.now);
  const path = owner ? needs.pagePath('signIn', language) : needs.pagePath('link', language, link.secret);
  const letter = accountEmail(textsOf(language).emails.account[owner ? 'emailTaken' : 'email'], {
    to: email,
    language,
    site: context.site,
    path,
  });
  const queued = needs.mail.queue(letter, { kind: 'email', account: account.id, now: context.now, until: link.until });
  await needs.state.write([
    link.statement,
    ...recordBrowserEvent(context, account.id, 'emailAsked'),
    ...queued.statements,
    ...queueNotice(needs, 'emailAsked', account, context),
  ]);
  return { outcome: 'sent', email };
}

/** Ends one session of the account, or with null all but this one. */
export async function endSessions(
  { state }: Pick<SignInNeeds, 'state'>,
  reader: Reader,
  session: string | null,
  context: SignInContext,
): Promise<void> {
  assertChangeable(reader.account);
  const { account } = reader;
  const ended = session === null ? removeSessions(account, reader.session) : removeOwnSession(account, session);
  const { address, userAgent, now } = context;
  const found = isSignedInElsewhere(account, reader.session, session, new Date(now).toISOString());
  const event = recordEventWhere(found, account, 'signedOutElsewhere', now, { origin: originOf(address, userAgent) });
  await state.write([event, ...ended]);
}
