/** Signing in and out, and reauthentication. A wrong password takes as long as an unknown account. */

import type { Context } from '#api/context.ts';
import { isWhole, type Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { accountByEmail, accountById, type CredentialsRow, lockAccount, removeOwnSession } from './accounts-table.ts';
import { DEMO_ACCOUNT, isDemoAccount } from './demo-account.ts';
import { originOf, recordEvent } from './events.ts';
import type { EventKind } from './events-table.ts';
import { isPassword, type PasswordQueue } from './password.ts';
import type { BrowserSessions, Proof, Reader } from './sessions.ts';
import type { KnownBrowsers, SignInAttempts } from './sign-in-attempts.ts';

/** `wrong`: password, address or both. `busy`: the password queue is full. */
export type SignInResult =
  | ({ outcome: 'in' } & SessionCookies)
  | { outcome: 'wrong' | 'blocked' | 'busy' }
  | { outcome: 'throttled'; seconds: number };

/** Runs a write without waiting: a wrong password must not take longer if the account exists. */
export type RunInBackground = (writing: () => Promise<unknown>) => void;

export async function signIn(
  accounts: AuthContext & { runInBackground: RunInBackground },
  { email: typed, password }: { email: string; password: string },
  context: SignInContext,
): Promise<SignInResult> {
  const { state, known, attempts, passwordQueue } = accounts;
  const { address, now } = context;
  const email = readMailAddress(typed) ?? '';
  const account = await accountByEmail(state, email);
  const browser = known.nameOf(context.known, account?.id ?? '', now);
  const name = browser && `${browser} ${account?.id}`;
  const seconds = await attempts.password({ email, known: name, address, now });
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const queueKey = name ?? clientNetworkText(address);
  const isRight = await passwordQueue.run(queueKey, () => isPassword(password, account?.password ?? null));
  if (isRight === null) return { outcome: 'busy' };
  if (!isRight || account === null) {
    if (account) accounts.runInBackground(() => state.write(recordBrowserEvent(context, account.id, 'passwordWrong')));
    return { outcome: 'wrong' };
  }
  if (account.blocked_at !== null) return { outcome: 'blocked' };
  const entered = await startPasswordSession(accounts, context, account, 'signedIn');
  return entered ? { outcome: 'in', ...entered } : { outcome: 'wrong' };
}

/** The signed-in owner types the password again. */
export async function reauthenticate(
  accounts: AuthContext,
  reader: Reader,
  password: string,
  context: SignInContext,
): Promise<SignInResult> {
  const account = await accountById(accounts.state, reader.account);
  const known = `${reader.session} ${reader.account}`;
  const seconds = await accounts.attempts.password({ email: '', known, address: context.address, now: context.now });
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const isRight = await accounts.passwordQueue.run(known, () => isPassword(password, account?.password ?? null));
  if (isRight === null) return { outcome: 'busy' };
  if (account === null) return { outcome: 'wrong' };
  if (!isRight) {
    await accounts.state.write(recordBrowserEvent(context, reader.account, 'passwordWrong'));
    return { outcome: 'wrong' };
  }
  const entered = await startPasswordSession(accounts, context, account, 'provedAgain');
  return entered ? { outcome: 'in', ...entered } : { outcome: 'wrong' };
}

/** Null if the password was changed meanwhile: the old password must not open a session after all sessions were ended. */
const startPasswordSession = (
  accounts: AuthContext,
  context: SignInContext,
  { id, password }: CredentialsRow,
  kind: EventKind,
): Promise<SessionCookies | null> =>
  startSession(
    accounts,
    context,
    id,
    { method: 'password', password },
    { last: recordBrowserEvent(context, id, kind) },
  );

/** Signs in to the demo account, without a password. */
export async function enterDemo(accounts: AuthContext, context: SignInContext): Promise<SessionCookies> {
  const entered = await startSession(accounts, context, DEMO_ACCOUNT, { method: 'demo' });
  if (entered === null) throw new Error('The demo account does not exist.');
  return entered;
}

export async function signOut(
  { state }: Pick<AuthContext, 'state'>,
  reader: Reader,
  context: SignInContext,
): Promise<void> {
  await state.write([
    lockAccount(reader.account),
    ...removeOwnSession(reader.account, reader.session),
    ...recordBrowserEvent(context, reader.account, 'signedOut'),
  ]);
}

/** The origin under which the reader reached us, for links in emails and for passkeys, and the time of the request. */
export interface SiteContext {
  site: string;
  /** ms. */
  now: number;
}

export interface SignInContext extends SiteContext {
  /** Client address, behind trusted proxies. */
  address: string;
  /** The browser's `known` cookie, unverified. */
  known: string | null;
  userAgent: string | undefined;
  language: Language;
  /** The browser's current session, which ends when a new one starts. */
  session: string | null;
}

export type AuthContext = Pick<Context, 'state'> & {
  sessions: Pick<BrowserSessions, 'prepare'>;
  known: KnownBrowsers;
  passwordQueue: PasswordQueue;
  attempts: SignInAttempts;
  mail: Mailer;
  /** Path of a page that an email links to; `code` is the secret of a link. */
  pagePath(
    page: 'link' | 'signIn' | 'password' | 'security' | 'keys' | 'apps' | 'home',
    language: Language,
    code?: string,
  ): string;
};

/** Cookies of a new session. */
export interface SessionCookies {
  cookie: string;
  known: string;
}

/** Records an event caused by this browser. Events of the shared demo account are not recorded. */
export const recordBrowserEvent = (
  { address, userAgent, now }: SignInContext,
  account: string,
  kind: EventKind,
  about: string | null = null,
): Statement[] =>
  isDemoAccount(account) ? [] : [recordEvent(account, kind, now, { about, origin: originOf(address, userAgent) })];

/**
 * Starts a session with a new cookie, in one write with `first` (conditions and changes) and `last` (events and emails). Null if a
 * condition fails, the account was deleted or blocked, or its password changed meanwhile; then nothing was written.
 */
export async function startSession(
  { state, sessions, known }: Pick<AuthContext, 'state' | 'sessions' | 'known'>,
  context: SignInContext,
  account: string,
  proof: Omit<Proof, 'agent'>,
  { first = [], last = [] }: { first?: readonly Statement[]; last?: readonly Statement[] } = {},
): Promise<SessionCookies | null> {
  const { agent } = originOf(context.address, context.userAgent);
  const session = sessions.prepare(account, context.now, { ...proof, agent }, context.session);
  const statements = [lockAccount(account), ...first, ...session.statements, ...last];
  if (!isWhole(statements, await state.write(statements))) return null;
  return { cookie: session.cookie, known: known.note(account, context.now, context.known) };
}
