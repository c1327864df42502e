/** The letters about an account, in both languages: what was asked for, what was done, and what to do when it was somebody else. */
import { type Letter, letterOf } from '#mail/letter.ts';
import type { Language } from '#sentences/sentence.ts';

interface Words {
  subject: string;
  paragraphs: readonly string[];
  /** What the link is called; it leads where the writer of the letter says. */
  label?: string;
  closing?: readonly string[];
}

/** `…Known`: the address has an account already; `…Unknown`: it has none. Nobody but its owner learns which. */
export type AccountLetter =
  | 'signUp'
  | 'signUpKnown'
  | 'reset'
  | 'resetUnknown'
  | 'email'
  | 'emailTaken'
  | 'emailAsked'
  | 'emailChanged'
  | 'passwordSet';

const ro: Record<AccountLetter, Words> = {
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
      'Contul dumneavoastră are o parolă nouă. Toate celelalte sesiuni s-au încheiat.',
      'Dacă nu ați fost dumneavoastră, cereți imediat altă parolă: legătura vine la această adresă.',
    ],
    label: 'Cereți altă parolă',
  },
};

const en: Record<AccountLetter, Words> = {
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
      'Your account has a new password. All other sessions have ended.',
      'If it was not you, ask for another password at once: the link comes to this address.',
    ],
    label: 'Ask for another password',
  },
};

const words: Record<Language, Record<AccountLetter, Words>> = { ro, en };

/** Pages that letters lead to; `code` is the secret of a link. */
export type LetterPlaces = (
  page: 'link' | 'signIn' | 'password' | 'security' | 'home',
  language: Language,
  code?: string,
) => string;

export interface Addressed {
  to: string;
  language: Language;
  /** Address of the installation. */
  site: string;
  /** Where its link leads: a path of ours. */
  path: string;
  /** Another way, written below it. */
  otherPath?: string;
  /** What else there is to say this time. */
  more?: readonly string[];
}

export function accountLetter(
  kind: AccountLetter,
  { to, language, site, path, otherPath, more = [] }: Addressed,
): Letter {
  const { label, closing = [], paragraphs, subject } = words[language][kind];
  const other = otherPath === undefined ? [] : [`${OTHER[language]} ${site}${otherPath}`];
  return letterOf({
    ...{ subject, paragraphs: [...paragraphs, ...more] },
    ...{ to, language, site, closing: [...other, ...closing] },
    ...(label && { link: { address: site + path, label } }),
  });
}

const OTHER: Record<Language, string> = { ro: 'Pagina de intrare în cont:', en: 'The page to sign in:' };

/** With a new password by letter: which passkeys open the account still, or do no more. Nothing where it has none. */
export function passkeyWords(language: Language, passkeys: readonly { name: string }[], areKept: boolean): string[] {
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
