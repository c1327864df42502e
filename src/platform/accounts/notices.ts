/**
 * Emails that notify the owner of a change in the account, and what to do if somebody else made it. A notice beyond the limits is
 * replaced by one summary email, never dropped silently.
 */

import type { Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import type { QueuedEmail } from '#platform/mail/mailer.ts';
import type { CredentialsRow } from './accounts-table.ts';
import { accountEmail } from './emails.ts';
import { wasWritten } from './events-table.ts';
import type { SignInNeeds, SiteContext } from './sign-in.ts';

export type NoticeKind = keyof Texts['emails']['notices'];

const NOTICE_PAGES = {
  emailAsked: 'security',
  emailChanged: 'home',
  passwordSet: 'password',
  keyMade: 'keys',
  passkeyAdded: 'security',
  passkeyRemoved: 'security',
} as const satisfies Record<NoticeKind, string>;

export type NoticeNeeds = Pick<SignInNeeds, 'mail' | 'pagePath'>;

export interface NoticeOptions {
  /** Never a secret. */
  about?: string;
  /** Further paragraphs. */
  more?: readonly string[];
  /** The event that the same write records: the email is queued only if that event is recorded. */
  event?: Statement;
}

/** Statements for the end of a write. The email goes to the address before the change; none if the account had no address. */
export function queueNotice(
  { mail, pagePath }: NoticeNeeds,
  kind: NoticeKind,
  { id, email, language }: Pick<CredentialsRow, 'id' | 'email' | 'language'>,
  { site, now }: SiteContext,
  { about, more, event }: NoticeOptions = {},
): QueuedEmail['statements'] {
  if (email === null) return [];
  const to = { to: email, language, site };
  const { notices, manyNotices } = textsOf(language).emails;
  const letter = accountEmail(notices[kind], {
    ...to,
    path: pagePath(NOTICE_PAGES[kind], language),
    ...(about !== undefined && { about }),
    ...(more && { more }),
  });
  const summary = accountEmail(manyNotices, { ...to, path: pagePath('security', language) });
  return mail.queue(letter, {
    kind,
    account: id,
    isNotice: true,
    now,
    fallback: { email: summary, kind: 'manyNotices' },
    ...(event && { where: wasWritten(event) }),
  }).statements;
}

/** After a password reset: which passkeys still open the account, or no longer do. Empty if it has none. */
export function passkeyNoticeText(
  language: Language,
  passkeys: readonly { name: string }[],
  areKept: boolean,
): string[] {
  if (passkeys.length === 0) return [];
  const names = passkeys.map(({ name }) => (language === 'ro' ? `„${name}”` : `“${name}”`)).join(', ');
  return [textsOf(language).emails.passkeys[areKept ? 'kept' : 'gone'](names)];
}
