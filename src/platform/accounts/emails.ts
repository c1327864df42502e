/** Emails about accounts: the builder, and notices to the owner about changes in the account. */

import type { Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { type Email, emailOf } from '#platform/mail/email.ts';
import type { QueuedEmail } from '#platform/mail/mailer.ts';
import type { CredentialsRow } from './accounts-table.ts';
import { isRecorded } from './events-table.ts';
import type { AuthContext, SiteContext } from './sign-in.ts';

export interface EmailText {
  subject: string;
  paragraphs: readonly string[];
  /** Label in front of `AccountEmailOptions.about`. */
  about?: string;
  /** Text of the link. */
  label?: string;
  closing?: readonly string[];
}

/** `…Known`: the address has an account; `…Unknown`: it has none. Only the reader of the mailbox learns which. */
export type AccountEmailKind = keyof Texts['emails']['account'];

export interface AccountEmailOptions {
  to: string;
  language: Language;
  /** Origin of the installation. */
  site: string;
  /** Path of the link. */
  path: string;
  /** Path of a second link, below the first. */
  otherPath?: string;
  /** Object of the email, such as the hint of a key; never a secret. */
  about?: string;
  /** Further paragraphs. */
  more?: readonly string[];
}

export function accountEmail(
  text: EmailText,
  { to, language, site, path, otherPath, about, more = [] }: AccountEmailOptions,
): Email {
  const { subject, label, closing = [], about: aboutLabel, paragraphs } = text;
  const [first = '', ...rest] = paragraphs;
  const aboutLine = aboutLabel === undefined || about === undefined ? [] : [`${aboutLabel} ${about}`];
  const other = otherPath === undefined ? [] : [`${textsOf(language).emails.signInPage} ${site}${otherPath}`];
  return emailOf({
    subject,
    to,
    language,
    site,
    paragraphs: [first, ...aboutLine, ...rest, ...more],
    closing: [...other, ...closing],
    ...(label && { link: { address: site + path, label } }),
  });
}

export type NoticeKind = keyof Texts['emails']['notices'];

const NOTICE_PAGES = {
  emailAsked: 'security',
  emailChanged: 'home',
  passwordSet: 'password',
  keyMade: 'keys',
  keyRevoked: 'keys',
  appConnected: 'apps',
  passkeyAdded: 'security',
  passkeyRemoved: 'security',
} as const satisfies Record<NoticeKind, string>;

export interface NoticeOptions {
  /** Never a secret. */
  about?: string;
  /** Further paragraphs. */
  more?: readonly string[];
  /** The event that the same write records: the email is queued only if that event is recorded. */
  event?: Statement;
}

/**
 * Statements for the end of a write, with an email that tells the owner about the change and what to do if a stranger made it. It goes to the
 * address before the change. Beyond the limits, one summary email replaces the notices.
 */
export function queueNotice(
  { mail, pagePath }: Pick<AuthContext, 'mail' | 'pagePath'>,
  kind: NoticeKind,
  { id, email, language }: Pick<CredentialsRow, 'id' | 'email' | 'language'>,
  { site, now }: SiteContext,
  { about, more, event }: NoticeOptions = {},
): QueuedEmail['statements'] {
  if (email === null) return [];
  const to = { to: email, language, site };
  const { notices, manyNotices } = textsOf(language).emails;
  const notice = accountEmail(notices[kind], {
    ...to,
    path: pagePath(NOTICE_PAGES[kind], language),
    ...(about !== undefined && { about }),
    ...(more && { more }),
  });
  const summary = accountEmail(manyNotices, { ...to, path: pagePath('security', language) });
  return mail.queue(notice, {
    kind,
    account: id,
    isNotice: true,
    now,
    fallback: { email: summary, kind: 'manyNotices' },
    ...(event && { where: isRecorded(event) }),
  }).statements;
}

/** After a password reset: names the passkeys that still open the account, or no longer do. */
export function passkeyNoticeText(
  language: Language,
  passkeys: readonly { name: string }[],
  isKept: boolean,
): string[] {
  if (passkeys.length === 0) return [];
  const names = passkeys.map(({ name }) => (language === 'ro' ? `„${name}”` : `“${name}”`)).join(', ');
  return [textsOf(language).emails.passkeys[isKept ? 'retained' : 'removed'](names)];
}
