/** The owner's security page: password, email address, sessions and events. */

import { clientNetworkText } from '#lib/values/ip.ts';
import { textsOf } from '#locales/texts.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import { accountByEmail, accountById, removeOwnSession, setPassword } from './accounts-table.ts';
import { assertChangeable, isDemoAccount } from './demo-account.ts';
import { createLink, type EmailRequestResult } from './email-links.ts';
import { endLinksOf } from './email-links-table.ts';
import { accountEmail, queueNotice } from './emails.ts';
import { originOf, recordEventWhere } from './events.ts';
import { type EventRow, eventsOf } from './events-table.ts';
import { digestPassword, type PasswordProblem, passwordProblem } from './password.ts';
import type { Reader } from './sessions.ts';
import {
  isSignedInElsewhere,
  type OpenSession,
  openSessions,
  removeSessions,
  whileSignedIn,
} from './sessions-table.ts';
import {
  type AuthContext,
  recordBrowserEvent,
  type SessionCookies,
  type SignInContext,
  startSession,
} from './sign-in.ts';

/** Newest events on the page; the export contains all. */
const EVENTS_MAX = 50;

export interface OwnAccount {
  email: string | null;
  hasPassword: boolean;
  createdAt: string;
  sessions: OpenSession[];
  events: Omit<EventRow, 'account_id'>[];
}

/** Null if the account was deleted. In the shared demo account every visitor sees only their own session. */
export async function ownAccount(
  { state }: Pick<AuthContext, 'state'>,
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
    events: await eventsOf(state, reader.account, EVENTS_MAX),
  };
}

/** Ends all sessions and starts a new one for this browser. `ended`: the session ended while the password waited in the queue. */
export async function changeOwnPassword(
  accounts: AuthContext,
  reader: Reader,
  password: string,
  context: SignInContext,
): Promise<({ outcome: 'in' } & SessionCookies) | { outcome: PasswordProblem | 'busy' | 'ended' }> {
  assertChangeable(reader.account);
  const problem = await passwordProblem(password);
  if (problem !== null) return { outcome: problem };
  const digest = await accounts.passwordQueue.run(clientNetworkText(context.address), () => digestPassword(password));
  if (digest === null) return { outcome: 'busy' };
  const account = await accountById(accounts.state, reader.account);
  if (account === null) return { outcome: 'ended' };
  const first = [
    whileSignedIn(account.id, reader.session),
    setPassword(account.id, digest),
    ...removeSessions(account.id, null),
    endLinksOf(account.id),
  ];
  const last = [
    ...recordBrowserEvent(context, account.id, 'passwordSet'),
    ...queueNotice(accounts, 'passwordSet', account, context),
  ];
  const entered = await startSession(accounts, context, account.id, { method: 'password' }, { first, last });
  return entered ? { outcome: 'in', ...entered } : { outcome: 'ended' };
}

/** Sends a link to the new address and a notice to the old one. Only the new mailbox learns whether it already has an account. */
export async function requestEmailChange(
  accounts: AuthContext,
  reader: Reader,
  typed: string,
  context: SignInContext,
): Promise<EmailRequestResult | { outcome: 'same' }> {
  assertChangeable(reader.account);
  const email = readMailAddress(typed);
  if (email === null) return { outcome: 'noAddress' };
  const account = await accountById(accounts.state, reader.account);
  if (account === null || account.email === email) return { outcome: 'same' };
  const seconds = await accounts.attempts.email(context);
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const { language } = account;
  const owner = await accountByEmail(accounts.state, email);
  const link = createLink({ purpose: 'email', account: account.id, email, language }, context.now);
  const path = owner ? accounts.pagePath('signIn', language) : accounts.pagePath('link', language, link.secret);
  const message = accountEmail(textsOf(language).emails.account[owner ? 'emailTaken' : 'email'], {
    to: email,
    language,
    site: context.site,
    path,
  });
  const queued = accounts.mail.queue(message, {
    kind: 'email',
    account: account.id,
    isForAccount: true,
    now: context.now,
    until: link.until,
  });
  if ((await accounts.mail.room(accounts.state, context.now)) === 'none') return { outcome: 'full' };
  await accounts.state.write([
    link.statement,
    ...recordBrowserEvent(context, account.id, 'emailAsked'),
    ...queued.statements,
    ...queueNotice(accounts, 'emailAsked', account, context),
  ]);
  return { outcome: 'sent', email };
}

/** Ends one session of the account, or with null all but this one. */
export async function endSessions(
  { state }: Pick<AuthContext, 'state'>,
  reader: Reader,
  session: string | null,
  context: SignInContext,
): Promise<void> {
  assertChangeable(reader.account);
  const { account } = reader;
  const ended = session === null ? removeSessions(account, reader.session) : removeOwnSession(account, session);
  const { address, userAgent, now } = context;
  const condition = isSignedInElsewhere(account, reader.session, session, new Date(now).toISOString());
  const event = recordEventWhere(condition, account, 'signedOutElsewhere', now, {
    origin: originOf(address, userAgent),
  });
  await state.write([event, ...ended]);
}
