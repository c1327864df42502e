/** Texts of account emails that a visitor or owner requested, in both languages, and the builder of all account emails. */

import type { Language } from '#lib/i18n/message.ts';
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
export type AccountEmailKind = 'signUp' | 'signUpKnown' | 'reset' | 'resetUnknown' | 'email' | 'emailTaken';

const ro: Record<AccountEmailKind, EmailText> = {
  signUp: {
    subject: 'Contul dumneavoastră Firmoteca',
    paragraphs: [
      'Cineva, probabil dumneavoastră, vrea un cont cu această adresă. Alegeți o parolă și contul este deschis.',
    ],
    label: 'Deschideți contul',
    closing: [
      'Legătura este valabilă 24 de ore și poate fi folosită o singură dată.',
      'Dacă nu ați cerut un cont, nu faceți nimic: fără această legătură nu se deschide niciunul.',
    ],
  },
  signUpKnown: {
    subject: 'Aveți deja un cont Firmoteca',
    paragraphs: [
      'Cineva, probabil dumneavoastră, a cerut un cont cu această adresă. Există deja unul: intrați cu parola pe care o știți.',
      'Dacă ați uitat-o, alegeți alta cu legătura de mai jos.',
    ],
    label: 'Alegeți o parolă nouă',
    closing: [
      'Legătura este valabilă o oră și poate fi folosită o singură dată.',
      'Dacă nu ați cerut nimic, nu faceți nimic: contul rămâne cum este.',
    ],
  },
  reset: {
    subject: 'O parolă nouă pentru contul Firmoteca',
    paragraphs: ['Cineva, probabil dumneavoastră, a cerut o parolă nouă pentru contul cu această adresă.'],
    label: 'Alegeți parola nouă',
    closing: [
      'Legătura este valabilă o oră și poate fi folosită o singură dată. Cu parola nouă se încheie toate sesiunile deschise.',
      'Dacă nu ați cerut nimic, nu faceți nimic: parola rămâne cea de acum.',
    ],
  },
  resetUnknown: {
    subject: 'Nu există un cont Firmoteca cu această adresă',
    paragraphs: [
      'Cineva, probabil dumneavoastră, a cerut o parolă nouă pentru un cont cu această adresă. Nu există niciunul: poate l-ați deschis cu altă adresă.',
      'Dacă doriți un cont cu această adresă, îl puteți deschide acum.',
    ],
    label: 'Deschideți un cont',
    closing: [
      'Legătura este valabilă 24 de ore și poate fi folosită o singură dată.',
      'Dacă nu ați cerut nimic, nu faceți nimic.',
    ],
  },
  email: {
    subject: 'Confirmați adresa nouă a contului Firmoteca',
    paragraphs: [
      'Ați cerut ca această adresă să fie a contului dumneavoastră. Se schimbă abia după ce confirmați, din cont.',
    ],
    label: 'Confirmați adresa',
    closing: [
      'Legătura este valabilă o oră și poate fi folosită o singură dată.',
      'Dacă nu ați cerut nimic, nu faceți nimic: cineva a scris adresa dumneavoastră din greșeală.',
    ],
  },
  emailTaken: {
    subject: 'Adresa dumneavoastră are deja un cont Firmoteca',
    paragraphs: [
      'Cineva a cerut ca această adresă să fie a altui cont. Ea are deja contul ei, așa că nu s-a schimbat nimic.',
      'Dacă dumneavoastră ați cerut, ștergeți mai întâi unul dintre conturi.',
    ],
    label: 'Intrați în cont',
  },
};

const en: Record<AccountEmailKind, EmailText> = {
  signUp: {
    subject: 'Your Firmoteca account',
    paragraphs: [
      'Somebody, probably you, wants an account with this address. Choose a password and the account is open.',
    ],
    label: 'Open the account',
    closing: [
      'The link works once, for 24 hours.',
      'If you did not ask for an account, do nothing: without this link none is opened.',
    ],
  },
  signUpKnown: {
    subject: 'You already have a Firmoteca account',
    paragraphs: [
      'Somebody, probably you, asked for an account with this address. There is one already: sign in with the password that you know.',
      'If you forgot it, choose another with the link below.',
    ],
    label: 'Choose a new password',
    closing: [
      'The link works once, for one hour.',
      'If you asked for nothing, do nothing: the account stays as it is.',
    ],
  },
  reset: {
    subject: 'A new password for your Firmoteca account',
    paragraphs: ['Somebody, probably you, asked for a new password for the account with this address.'],
    label: 'Choose the new password',
    closing: [
      'The link works once, for one hour. With the new password all open sessions end.',
      'If you asked for nothing, do nothing: the password stays as it is.',
    ],
  },
  resetUnknown: {
    subject: 'There is no Firmoteca account with this address',
    paragraphs: [
      'Somebody, probably you, asked for a new password for an account with this address. There is none: you may have opened yours with another one.',
      'If you want an account with this address, you can open it now.',
    ],
    label: 'Open an account',
    closing: ['The link works once, for 24 hours.', 'If you asked for nothing, do nothing.'],
  },
  email: {
    subject: 'Confirm the new address of your Firmoteca account',
    paragraphs: [
      'You asked for this address to be that of your account. It changes once you confirm it, from the account.',
    ],
    label: 'Confirm the address',
    closing: [
      'The link works once, for one hour.',
      'If you asked for nothing, do nothing: somebody wrote your address by mistake.',
    ],
  },
  emailTaken: {
    subject: 'Your address already has a Firmoteca account',
    paragraphs: [
      'Somebody asked for this address to be that of another account. It has an account of its own, so nothing was changed.',
      'If it was you, delete one of the two accounts first.',
    ],
    label: 'Sign in',
  },
};

export const accountEmailText = (kind: AccountEmailKind): Record<Language, EmailText> => ({
  ro: ro[kind],
  en: en[kind],
});

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
  words: Record<Language, EmailText>,
  { to, language, site, path, otherPath, about, more = [] }: AccountEmailOptions,
): Email {
  const { subject, label, closing = [], about: aboutLabel, paragraphs } = words[language];
  const [first = '', ...rest] = paragraphs;
  const aboutLine = aboutLabel === undefined || about === undefined ? [] : [`${aboutLabel} ${about}`];
  const other = otherPath === undefined ? [] : [`${OTHER[language]} ${site}${otherPath}`];
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

const OTHER: Record<Language, string> = { ro: 'Pagina de intrare în cont:', en: 'The page to sign in:' };
