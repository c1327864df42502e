/** The builder of all emails about accounts. */

import type { Language } from '#lib/i18n/message.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { type Email, emailOf } from '#platform/mail/email.ts';

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

/** Path of a page that an email links to; `code` is the secret of a link. */
export type PagePath = (
  page: 'link' | 'signIn' | 'password' | 'security' | 'keys' | 'home',
  language: Language,
  code?: string,
) => string;

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
