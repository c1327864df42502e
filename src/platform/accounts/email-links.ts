/**
 * One-time links in emails: requested from a form, opened in a browser, consumed by the form behind them. The secret has 32 bytes and
 * only its digest is stored.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { sha256 } from '#lib/values/hash.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { textsOf } from '#locales/texts.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import {
  accountByEmail,
  accountById,
  addAccountByLink,
  type CredentialsRow,
  lockAccount,
  setEmailByLink,
  setPasswordByLink,
} from './accounts-table.ts';
import {
  addLink,
  clearLinks,
  consumeLink,
  endOtherLinks,
  type LinkPurpose,
  type LinkRow,
  linkByDigest,
} from './email-links-table.ts';
import { type AccountEmailKind, accountEmail, passkeyNoticeText, queueNotice } from './emails.ts';
import { passkeyRows, removePasskeys } from './passkeys-table.ts';
import { digestPassword, type PasswordProblem, passwordProblem } from './password.ts';
import type { Reader } from './sessions.ts';
import {
  type AuthContext,
  recordBrowserEvent,
  type SessionCookies,
  type SignInContext,
  startSession,
} from './sign-in.ts';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3_600_000;

/** A day for sign-up; an hour for links that give access to an existing account. */
const LINK_HOURS: Record<LinkPurpose, number> = { signUp: 24, reset: 1, email: 1 };

export interface NewLink {
  /** Appears in the email only. */
  secret: string;
  /** ms. */
  until: number;
  statement: Statement;
}

export interface LinkRequest {
  purpose: LinkPurpose;
  account: string | null;
  email: string;
  language: Language;
  /** Page after the link was used; default: the account. */
  intent?: SignUpIntent | null;
}

export function createLink({ purpose, account, email, language, intent = null }: LinkRequest, now: number): NewLink {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const until = now + LINK_HOURS[purpose] * HOUR_MS;
  const expires_at = new Date(until).toISOString();
  const row = { digest: sha256(secret), purpose, account_id: account, email, language, expires_at, wish: intent };
  return { secret, until, statement: addLink(row, new Date(now).toISOString()) };
}

/** Null if the text does not have the form of a secret. */
const linkDigest = (secret: string): string | null => (SECRET.test(secret) ? sha256(secret) : null);

/** The page that a visitor came from before signing up. A fixed list, never an address from outside. The words are stored with the link. */
export const SIGN_UP_INTENTS = ['subscribe', 'makeKey', 'connectApp'] as const;
export type SignUpIntent = (typeof SIGN_UP_INTENTS)[number];

/** Null for any other word. */
export const signUpIntentIn = (text: string | null): SignUpIntent | null =>
  SIGN_UP_INTENTS.find((intent) => intent === text) ?? null;

export type LinkEmailKind = 'signUp' | 'reset';

export type EmailRequestResult =
  /** `isForAccounts`: so many emails are requested that only addresses with an account get one. */
  | { outcome: 'sent'; email: string; isForAccounts?: boolean }
  /** The installation sends no more emails this hour. */
  | { outcome: 'full' }
  | { outcome: 'noAddress' }
  | { outcome: 'throttled'; seconds: number };

const TEMPLATES: Record<LinkEmailKind, { registered: AccountEmailKind; unregistered: AccountEmailKind }> = {
  signUp: { registered: 'signUpKnown', unregistered: 'signUp' },
  reset: { registered: 'reset', unregistered: 'resetUnknown' },
};

export interface LinkEmailRequest {
  email: string;
  /** Page after signing in. */
  intent?: SignUpIntent | null;
}

/**
 * Sends the email for a sign-up or a password reset. The response does not reveal whether the address has an account: the lookups, the
 * number of writes and the answer are the same, only the email differs.
 */
export async function requestLinkEmail(
  accounts: AuthContext,
  kind: LinkEmailKind,
  { email: typed, intent = null }: LinkEmailRequest,
  context: SignInContext,
): Promise<EmailRequestResult> {
  const { state, mail, pagePath } = accounts;
  const { now, site } = context;
  const email = readMailAddress(typed);
  if (email === null) return { outcome: 'noAddress' };
  const seconds = await accounts.attempts.email(context);
  if (seconds !== null) return { outcome: 'throttled', seconds };
  const account = await accountByEmail(state, email);
  const language = account?.language ?? context.language;
  const purpose = account ? 'reset' : 'signUp';
  const link = createLink({ purpose, account: account?.id ?? null, email, language, intent }, now);
  const template = TEMPLATES[kind][account ? 'registered' : 'unregistered'];
  const message = accountEmail(textsOf(language).emails.account[template], {
    to: email,
    language,
    site,
    path: pagePath('link', language, link.secret),
    ...(kind === 'signUp' && account && { otherPath: pagePath('signIn', language) }),
  });
  const room = await mail.room(state, now);
  const isForAccount = kind === 'reset' && account !== null;
  const queued = mail.queue(message, { kind, account: account?.id ?? null, isForAccount, now, until: link.until });
  const results = await state.write([
    link.statement,
    // The same number of writes with or without an account, so that timing does not reveal which.
    ...(account ? recordBrowserEvent(context, account.id, 'resetAsked') : [clearLinks(new Date(now).toISOString())]),
    ...queued.statements,
  ]);
  // What is left decides the answer, whether or not the address has an account.
  const left = queued.wasQueued(results) ? room : await mail.room(state, now);
  if (left === 'none' || (kind === 'signUp' && left === 'accounts')) return { outcome: 'full' };
  return { outcome: 'sent', email, isForAccounts: room === 'accounts' };
}

export interface LinkDetails {
  purpose: LinkRow['purpose'];
  email: string;
  /** Null before sign-up. */
  account: string | null;
  /** Names of passkeys that the reset removes unless the owner keeps them; oldest first. */
  passkeys: string[];
}

/** Fields of the form behind a link. */
export interface LinkForm {
  secret: string;
  password: string;
  /** Default false: the owner needed the email, so no passkey is at hand, and one of them may belong to a stranger. */
  keepsPasskeys?: boolean;
}

/**
 * `gone`: the link was used or has expired. `length`: the password has a wrong length. `busy`: the password queue is full. `taken`: the
 * address has another account now. `other`: the link belongs to another account than the session.
 */
export type LinkResult =
  | ({ outcome: 'in'; intent: SignUpIntent | null } & SessionCookies)
  | { outcome: PasswordProblem | 'changed' | 'expired' | 'busy' | 'blocked' | 'taken' | 'other' };

/** Describes a link without consuming it: mail programs open links too. */
export async function openLink(
  { state }: Pick<AuthContext, 'state'>,
  secret: string,
  now: number,
): Promise<LinkDetails | null> {
  const link = await linkOf(state, secret, now);
  if (link === null) return null;
  const { purpose, email, account_id: account } = link;
  const rows = purpose === 'reset' && account !== null ? await passkeyRows(state, account) : [];
  return { purpose, email, account, passkeys: rows.map(({ name }) => name) };
}

export async function followLink(
  accounts: AuthContext,
  { secret, password, keepsPasskeys = false }: LinkForm,
  reader: Reader | null,
  context: SignInContext,
): Promise<LinkResult> {
  const link = await linkOf(accounts.state, secret, context.now);
  if (link === null) return { outcome: 'expired' };
  if (link.purpose === 'email') return changeEmail(accounts, link, reader, context);
  const problem = await passwordProblem(password);
  if (problem !== null) return { outcome: problem };
  const account = link.account_id === null ? null : await accountById(accounts.state, link.account_id);
  if (account?.blocked_at) return { outcome: 'blocked' };
  const digest = await accounts.passwordQueue.run(clientNetworkText(context.address), () => digestPassword(password));
  if (digest === null) return { outcome: 'busy' };
  if (account === null) return signUp(accounts, link, digest, context);
  return reset(accounts, link, account, { digest, keepsPasskeys }, context);
}

async function signUp(
  accounts: AuthContext,
  link: LinkRow,
  password: string,
  context: SignInContext,
): Promise<LinkResult> {
  const [id, spent, now] = [randomUUID(), spentDigest(), new Date(context.now).toISOString()];
  const entered = await startSession(
    accounts,
    context,
    id,
    { method: 'link' },
    {
      first: [consumeLink(link.digest, spent, now), ...addAccountByLink(spent, { id, password, now })],
      last: recordBrowserEvent(context, id, 'created'),
    },
  );
  if (entered) return { outcome: 'in', intent: signUpIntentIn(link.wish), ...entered };
  return { outcome: (await linkByDigest(accounts.state, link.digest, now)) === null ? 'expired' : 'taken' };
}

async function reset(
  accounts: AuthContext,
  link: LinkRow,
  account: CredentialsRow,
  { digest, keepsPasskeys }: { digest: string; keepsPasskeys: boolean },
  context: SignInContext,
): Promise<LinkResult> {
  const passkeys = await passkeyRows(accounts.state, account.id);
  const removed = keepsPasskeys ? [] : passkeys;
  const [spent, now] = [spentDigest(), new Date(context.now).toISOString()];
  // The event list is ordered by time.
  const after = { ...context, now: context.now + 1 };
  const entered = await startSession(
    accounts,
    context,
    account.id,
    { method: 'link' },
    {
      first: [
        consumeLink(link.digest, spent, now),
        ...setPasswordByLink(spent, digest),
        endOtherLinks(spent),
        ...(keepsPasskeys ? [] : [removePasskeys(account.id)]),
      ],
      last: [
        ...recordBrowserEvent(context, account.id, 'passwordSet'),
        ...removed.flatMap(({ name }) => recordBrowserEvent(context, account.id, 'passkeyRemoved', name)),
        ...recordBrowserEvent(after, account.id, 'signedIn'),
        ...queueNotice(accounts, 'passwordSet', account, context, {
          more: passkeyNoticeText(account.language, passkeys, keepsPasskeys),
        }),
      ],
    },
  );
  return entered ? { outcome: 'in', intent: signUpIntentIn(link.wish), ...entered } : { outcome: 'expired' };
}

/** Requires a session of the account: a mistyped address must not hand the account to a stranger. */
async function changeEmail(
  accounts: AuthContext,
  link: LinkRow,
  reader: Reader | null,
  context: SignInContext,
): Promise<LinkResult> {
  if (reader === null || reader.account !== link.account_id) return { outcome: 'other' };
  const account = await accountById(accounts.state, reader.account);
  if (account === null) return { outcome: 'expired' };
  const spent = spentDigest();
  const [, won, changed] = await accounts.state.write([
    lockAccount(account.id),
    consumeLink(link.digest, spent, new Date(context.now).toISOString()),
    setEmailByLink(spent),
    endOtherLinks(spent),
    ...recordBrowserEvent(context, account.id, 'emailChanged'),
    ...queueNotice(accounts, 'emailChanged', account, context),
  ]);
  if (won?.length !== 1) return { outcome: 'expired' };
  return { outcome: changed?.length === 1 ? 'changed' : 'taken' };
}

async function linkOf(state: AuthContext['state'], secret: string, now: number): Promise<LinkRow | null> {
  const digest = linkDigest(secret);
  return digest === null ? null : linkByDigest(state, digest, new Date(now).toISOString());
}

const spentDigest = (): string => `used ${randomUUID()}`;
