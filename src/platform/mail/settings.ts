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
export interface GivenMail {
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

export function mailOf(given: GivenMail, wrong: (name: string, expected: string) => Error): MailSettings {
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
