/** What the owner of an account sees of its safety and does for it: password, address, other browsers, the list of what happened. */
import { clientNetworkText } from '#lib/values/ip.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import type { Asked } from './account-requests.ts';
import { assertChangeable, isDemoAccount } from './demo-account.ts';
import { accountLetter, askedLetter } from './emails.ts';
import { accountOfEmail, accountOfId, newPassword, removeOwnSession } from './entrance-table.ts';
import { happenedWhere } from './events.ts';
import { type EventRow, eventsOf } from './events-table.ts';
import { makeLink } from './links.ts';
import { endLinksOf } from './links-table.ts';
import { originOf } from './network-label.ts';
import { notice } from './notices.ts';
import { digestPassword, isOfRightLength } from './password.ts';
import type { Reader } from './sessions.ts';
import {
  isSignedInElsewhere,
  type OpenSession,
  openSessions,
  removeSessions,
  whileSignedIn,
} from './sessions-table.ts';
import { type Entered, type EntranceNeeds, enter, from, type SignInContext } from './sign-in-context.ts';

/** Newest of the list that a page shows; the export has all of them. */
const EVENTS_SHOWN = 50;

export interface OwnAccount {
  email: string | null;
  hasPassword: boolean;
  createdAt: string;
  sessions: OpenSession[];
  events: Omit<EventRow, 'account_id'>[];
}

/** Null for an account that is gone. Who else uses the demo's account is nobody's business. */
export async function ownAccount(
  { state }: Pick<EntranceNeeds, 'state'>,
  reader: Reader,
  now: number,
): Promise<OwnAccount | null> {
  const account = await accountOfId(state, reader.account);
  if (account === null) return null;
  const only = isDemoAccount(reader.account) ? reader.session : null;
  return {
    email: account.email,
    hasPassword: account.password !== null,
    createdAt: account.created_at,
    sessions: await openSessions(state, reader.account, new Date(now).toISOString(), only),
    events: await eventsOf(state, reader.account, EVENTS_SHOWN),
  };
}

/** All sessions end, also where somebody else had one; this browser gets a new one. `ended`: it was signed out while its password waited. */
export async function changeOwnPassword(
  needs: EntranceNeeds,
  reader: Reader,
  password: string,
  coming: SignInContext,
): Promise<({ outcome: 'in' } & Entered) | { outcome: 'length' | 'busy' | 'ended' }> {
  assertChangeable(reader.account);
  if (!isOfRightLength(password)) return { outcome: 'length' };
  const digest = await needs.line.run(clientNetworkText(coming.address), () => digestPassword(password));
  if (digest === null) return { outcome: 'busy' };
  const account = await accountOfId(needs.state, reader.account);
  if (account === null) return { outcome: 'ended' };
  const first = [
    whileSignedIn(account.id, reader.session),
    newPassword(account.id, digest),
    ...removeSessions(account.id, null),
    endLinksOf(account.id),
  ];
  const last = [...from(coming, account.id, 'passwordSet'), ...notice(needs, 'passwordSet', account, coming)];
  const entered = await enter(needs, coming, account.id, { method: 'password' }, { first, last });
  return entered ? { outcome: 'in', ...entered } : { outcome: 'ended' };
}

/** A link goes to the new address, the news to the old one. Whether the new one has an account is told to nobody but its owner. */
export async function askForEmail(
  needs: EntranceNeeds,
  reader: Reader,
  typed: string,
  coming: SignInContext,
): Promise<Asked | { outcome: 'same' }> {
  assertChangeable(reader.account);
  const email = readMailAddress(typed);
  if (email === null) return { outcome: 'noAddress' };
  const account = await accountOfId(needs.state, reader.account);
  if (account === null || account.email === email) return { outcome: 'same' };
  const seconds = await needs.attempts.letter(coming);
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const { language } = account;
  const holder = await accountOfEmail(needs.state, email);
  const link = makeLink({ purpose: 'email', account: account.id, email, language }, coming.now);
  const path = holder ? needs.places('signIn', language) : needs.places('link', language, link.secret);
  const letter = accountLetter(askedLetter(holder ? 'emailTaken' : 'email'), {
    to: email,
    language,
    site: coming.site,
    path,
  });
  const queued = needs.mail.queue(letter, { kind: 'email', account: account.id, now: coming.now, until: link.until });
  await needs.state.write([
    link.statement,
    ...from(coming, account.id, 'emailAsked'),
    ...queued.statements,
    ...notice(needs, 'emailAsked', account, coming),
  ]);
  return { outcome: 'sent', email };
}

/** One browser of the account, or with null all but this one. */
export async function endSessions(
  { state }: Pick<EntranceNeeds, 'state'>,
  reader: Reader,
  session: string | null,
  coming: SignInContext,
): Promise<void> {
  assertChangeable(reader.account);
  const { account } = reader;
  const ended = session === null ? removeSessions(account, reader.session) : removeOwnSession(account, session);
  const { address, userAgent, now } = coming;
  const found = isSignedInElsewhere(account, reader.session, session, new Date(now).toISOString());
  const told = happenedWhere(found, account, 'signedOutElsewhere', now, { origin: originOf(address, userAgent) });
  await state.write([told, ...ended]);
}
