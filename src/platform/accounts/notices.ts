/**
 * Emails that notify the owner of a change in the account, and what to do if somebody else made it. A notice beyond the limits is
 * replaced by one summary email, never dropped silently.
 */

import type { Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { QueuedEmail } from '#platform/mail/mailer.ts';
import type { CredentialsRow } from './accounts-table.ts';
import { accountEmail, type EmailText } from './emails.ts';
import { wasWritten } from './events-table.ts';
import type { SignInNeeds, SiteContext } from './sign-in.ts';

export type NoticeKind = keyof typeof ro;

const ro = {
  emailAsked: {
    subject: 'S-a cerut altă adresă pentru contul Firmoteca',
    paragraphs: [
      'Din contul dumneavoastră s-a cerut schimbarea adresei de e-mail. Cea de acum rămâne până când se confirmă cea nouă.',
      'Dacă nu ați fost dumneavoastră, schimbați parola imediat: toate sesiunile se încheie cu ea.',
    ],
    label: 'Siguranța contului',
  },
  emailChanged: {
    subject: 'Adresa contului Firmoteca s-a schimbat',
    paragraphs: [
      'Contul dumneavoastră are de acum altă adresă de e-mail. La aceasta nu mai scriem.',
      'Dacă nu ați fost dumneavoastră, scrieți imediat celui care ține serviciul.',
    ],
    label: 'Firmoteca',
  },
  passwordSet: {
    subject: 'Parola contului Firmoteca s-a schimbat',
    paragraphs: [
      'Contul dumneavoastră are o parolă nouă. Toate celelalte sesiuni s-au încheiat. Aplicațiile conectate și cheile API continuă să funcționeze: verificați-le în cont.',
      'Dacă nu ați fost dumneavoastră, cereți imediat altă parolă: legătura vine la această adresă.',
    ],
    label: 'Cereți altă parolă',
  },
  keyMade: {
    subject: 'O cheie API nouă în contul Firmoteca',
    paragraphs: [
      'În contul dumneavoastră s-a făcut o cheie API. Cine o are întreabă în numele contului.',
      'Dacă nu ați fost dumneavoastră, revocați cheia și schimbați parola imediat.',
    ],
    about: 'Cheia:',
    label: 'Cheile contului',
  },
  passkeyAdded: {
    subject: 'O cheie de acces nouă în contul Firmoteca',
    paragraphs: [
      'La contul dumneavoastră s-a adăugat o cheie de acces (passkey). Cu ea se intră în cont fără parolă.',
      'Dacă nu ați fost dumneavoastră, scoateți-o și schimbați parola imediat.',
    ],
    label: 'Siguranța contului',
  },
  passkeyRemoved: {
    subject: 'O cheie de acces a fost scoasă din contul Firmoteca',
    paragraphs: [
      'Din contul dumneavoastră s-a scos o cheie de acces (passkey). Cu ea nu se mai intră în cont.',
      'Dacă nu ați fost dumneavoastră, schimbați parola imediat: toate sesiunile se încheie cu ea.',
    ],
    label: 'Siguranța contului',
  },
} satisfies Record<string, EmailText>;

const en: Record<NoticeKind, EmailText> = {
  emailAsked: {
    subject: 'Another address was asked for your Firmoteca account',
    paragraphs: [
      'From your account somebody asked for its e-mail address to be changed. The present one stays until the new one is confirmed.',
      'If it was not you, change the password at once: all sessions end with it.',
    ],
    label: 'Security of the account',
  },
  emailChanged: {
    subject: 'The address of your Firmoteca account has changed',
    paragraphs: [
      'Your account has another e-mail address from now on. We write to this one no more.',
      'If it was not you, write to whoever runs the service at once.',
    ],
    label: 'Firmoteca',
  },
  passwordSet: {
    subject: 'The password of your Firmoteca account has changed',
    paragraphs: [
      'Your account has a new password. All other sessions have ended. Connected apps and API keys go on working: look through them in your account.',
      'If it was not you, ask for another password at once: the link comes to this address.',
    ],
    label: 'Ask for another password',
  },
  keyMade: {
    subject: 'A new API key in your Firmoteca account',
    paragraphs: [
      'An API key was made in your account. Whoever has it asks in the name of the account.',
      'If it was not you, revoke the key and change the password at once.',
    ],
    about: 'The key:',
    label: 'Keys of the account',
  },
  passkeyAdded: {
    subject: 'A new passkey in your Firmoteca account',
    paragraphs: [
      'A passkey was added to your account. It opens the account without the password.',
      'If it was not you, remove it and change the password at once.',
    ],
    label: 'Security of the account',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your Firmoteca account',
    paragraphs: [
      'A passkey was removed from your account. It does not open the account any more.',
      'If it was not you, change the password at once: all sessions end with it.',
    ],
    label: 'Security of the account',
  },
};

/** Sent instead of notices beyond the limit: an attacker who creates twenty keys must not hide the next one. */
const many: Record<Language, EmailText> = {
  ro: {
    subject: 'S-au făcut multe în contul Firmoteca',
    paragraphs: [
      'În contul dumneavoastră se fac mai multe schimbări decât vă putem scrie pe rând. În următoarea oră nu vă mai scriem despre fiecare; le găsiți pe toate în lista din cont.',
      'Dacă nu ați fost dumneavoastră, schimbați parola imediat și revocați cheile pe care nu le cunoașteți.',
    ],
    label: 'Ce s-a făcut în cont',
  },
  en: {
    subject: 'Much was done in your Firmoteca account',
    paragraphs: [
      'More is being changed in your account than we can write about one by one. For the next hour we do not write about each; all of it is in the list in your account.',
      'If it was not you, change the password at once and revoke the keys that you do not know.',
    ],
    label: 'What was done in the account',
  },
};

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
  const letter = accountEmail(
    { ro: ro[kind], en: en[kind] },
    {
      ...to,
      path: pagePath(NOTICE_PAGES[kind], language),
      ...(about !== undefined && { about }),
      ...(more && { more }),
    },
  );
  const summary = accountEmail(many, { ...to, path: pagePath('security', language) });
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
  return [PASSKEYS[language][areKept ? 'kept' : 'gone'](names)];
}

const PASSKEYS: Record<Language, Record<'kept' | 'gone', (names: string) => string>> = {
  ro: {
    kept: (names) =>
      `Cheile de acces ale contului au rămas și îl deschid în continuare: ${names}. Dacă una nu este a dumneavoastră, eliminați-o din cont.`,
    gone: (names) => `Cheile de acces ale contului au fost eliminate: ${names}. Le puteți adăuga din nou, din cont.`,
  },
  en: {
    kept: (names) =>
      `The passkeys of the account stay, and open it still: ${names}. If one of them is not yours, remove it in the account.`,
    gone: (names) => `The passkeys of the account were removed: ${names}. You can add yours again, in the account.`,
  },
};
