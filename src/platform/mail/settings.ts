/** How letters leave this installation, from its settings: by a mail server, into the demo's outbox, or not at all. */
import { readMailAddress } from './address.ts';

export interface Sender {
  name: string;
  address: string;
}

export interface Smtp {
  host: string;
  port: number;
  /** `whole`: TLS from the first byte. `upgraded`: STARTTLS, or nothing is said. `none`: in the clear. */
  tls: 'whole' | 'upgraded' | 'none';
  user: string | null;
  password: string | null;
  /** Read at every connection, so that a new one needs no restart. */
  passwordFile: string | null;
  from: Sender;
}

export interface MailSettings {
  /** `outbox`: nothing leaves, the demo shows it. Null: there is no mail here. */
  by: Smtp | 'outbox' | null;
  hourMax: number;
}

/** As they were read, each for itself. */
export interface MailInput {
  isDemo: boolean;
  /** A demo that others reach: its outbox would show them each other's letters. */
  isPutUp: boolean;
  publicUrl: string | null;
  url: URL | null;
  passwordFile: string | null;
  tls: 'required' | 'none';
  from: Sender | null;
  hourMax: number;
}

export function mailOf(given: MailInput, wrong: (name: string, expected: string) => Error): MailSettings {
  const { isDemo, isPutUp, url, hourMax } = given;
  if (isDemo) return { by: isPutUp ? null : 'outbox', hourMax };
  if (url === null) return { by: null, hourMax };
  const { from, passwordFile, publicUrl } = given;
  if (from === null) throw wrong('MAIL_FROM', 'given where SMTP_URL is: the address that letters come from');
  // A link made from what a request says of its host leads wherever its sender wants.
  if (publicUrl === null) throw wrong('PUBLIC_URL', 'given where SMTP_URL is: links in letters lead there');
  const user = url.username === '' ? null : decodeURIComponent(url.username);
  const password = url.password === '' ? null : decodeURIComponent(url.password);
  if (user === null ? password !== null || passwordFile !== null : (password === null) === (passwordFile === null))
    throw wrong('SMTP_URL', 'with a user and a password, one of them in SMTP_PASSWORD_FILE, or with neither');
  const isWhole = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isClear = given.tls === 'none' || isLoopback(host);
  const port = url.port === '' ? (isWhole ? 465 : 587) : Number(url.port);
  return {
    by: { host, port, tls: isWhole ? 'whole' : isClear ? 'none' : 'upgraded', user, password, passwordFile, from },
    hourMax,
  };
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)$/i.test(host);

/** `Firmoteca <mail@firmoteca.example>`, or the address alone; null when it is neither. */
export function readSender(text: string): Sender | null {
  const start = text.indexOf('<');
  const isNamed = start > 0 && text.endsWith('>');
  const name = isNamed ? text.slice(0, start).trim() : 'Firmoteca';
  const address = readMailAddress(isNamed ? text.slice(start + 1, -1) : text);
  return address === null || name.length > 100 || /["<>\p{Cc}]/u.test(name) ? null : { name, address };
}

/** How many letters are queued at most. Anybody can have letters sent to an address by typing it into a form: its owner must not suffer. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Most {
  hour: number;
  day: number;
}

export interface EmailLimits {
  /** All letters to one address. */
  address: Most;
  /** Those of one kind: a flood of one leaves room for the others. */
  addressAndKind: Most;
  /** All letters of one account, to whatever address: who changes addresses must not write to strangers. */
  account: Most;
}

/** What was asked for by whoever typed an address. A person who loses a letter asks again once or twice. */
const asked: EmailLimits = {
  address: { hour: 5, day: 20 },
  addressAndKind: { hour: 3, day: 10 },
  account: { hour: 10, day: 30 },
};

/** What tells of something that was done in the account: counted apart, so that nobody keeps such news away by asking for letters. */
const notices: EmailLimits = {
  address: { hour: 20, day: 60 },
  addressAndKind: { hour: 10, day: 30 },
  account: { hour: 20, day: 60 },
};

export const limitsOf = (isNotice: boolean): EmailLimits => (isNotice ? notices : asked);

/** Letters of the whole installation in an hour, of either sort, where no setting says otherwise: what small providers of mail take. */
export const INSTALLATION_HOUR_MAX = 1_000;

/** The instants since when an hour and a day are counted. */
export const spansAt = (now: number): { hour: string; day: string } => ({
  hour: new Date(now - HOUR_MS).toISOString(),
  day: new Date(now - DAY_MS).toISOString(),
});
