/** Mail settings: transport (mail server, demo outbox or none), and the limits of queued emails. */
import { readMailAddress } from './address.ts';

export interface Sender {
  name: string;
  address: string;
}

export interface Smtp {
  host: string;
  port: number;
  /** `whole`: implicit TLS. `upgraded`: required STARTTLS. `none`: no TLS. */
  tls: 'whole' | 'upgraded' | 'none';
  user: string | null;
  password: string | null;
  /** Read at every connection, so that a new password needs no restart. */
  passwordFile: string | null;
  from: Sender;
}

export interface MailSettings {
  /** `outbox`: the demo displays emails and sends none. Null: no mail. */
  by: Smtp | 'outbox' | null;
  hourMax: number;
}

/** The settings as read, before they are checked together. */
export interface MailInput {
  isDemo: boolean;
  /** A demo on a public address: its outbox would show visitors each other's emails. */
  isPutUp: boolean;
  publicUrl: string | null;
  url: URL | null;
  passwordFile: string | null;
  tls: 'required' | 'none';
  from: Sender | null;
  hourMax: number;
}

export function mailOf(input: MailInput, wrong: (name: string, expected: string) => Error): MailSettings {
  const { isDemo, isPutUp, url, hourMax } = input;
  if (isDemo) return { by: isPutUp ? null : 'outbox', hourMax };
  if (url === null) return { by: null, hourMax };
  const { from, passwordFile, publicUrl } = input;
  if (from === null) throw wrong('MAIL_FROM', 'given where SMTP_URL is: the address that letters come from');
  // A link built from a request's Host header could lead anywhere.
  if (publicUrl === null) throw wrong('PUBLIC_URL', 'given where SMTP_URL is: links in letters lead there');
  const user = url.username === '' ? null : decodeURIComponent(url.username);
  const password = url.password === '' ? null : decodeURIComponent(url.password);
  if (user === null ? password !== null || passwordFile !== null : (password === null) === (passwordFile === null))
    throw wrong('SMTP_URL', 'with a user and a password, one of them in SMTP_PASSWORD_FILE, or with neither');
  const isWhole = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isClear = input.tls === 'none' || isLoopback(host);
  const port = url.port === '' ? (isWhole ? 465 : 587) : Number(url.port);
  return {
    by: { host, port, tls: isWhole ? 'whole' : isClear ? 'none' : 'upgraded', user, password, passwordFile, from },
    hourMax,
  };
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)$/i.test(host);

/** `Firmoteca <mail@firmoteca.example>`, or the address alone; null for other text. */
export function readSender(text: string): Sender | null {
  const start = text.indexOf('<');
  const isNamed = start > 0 && text.endsWith('>');
  const name = isNamed ? text.slice(0, start).trim() : 'Firmoteca';
  const address = readMailAddress(isNamed ? text.slice(start + 1, -1) : text);
  return address === null || name.length > 100 || /["<>\p{Cc}]/u.test(name) ? null : { name, address };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface PerSpan {
  hour: number;
  day: number;
}

export interface EmailLimits {
  /** All emails to one address. */
  address: PerSpan;
  /** Emails of one kind: a flood of one kind does not use up the limit of others. */
  addressAndKind: PerSpan;
  /** All emails of one account, to any address: changing addresses must not spam strangers. */
  account: PerSpan;
}

/** Emails that a stranger can request by typing an address, whose owner must not be flooded. A person repeats a request once or twice. */
const REQUESTED: EmailLimits = {
  address: { hour: 5, day: 20 },
  addressAndKind: { hour: 3, day: 10 },
  account: { hour: 10, day: 30 },
};

/** Notices about changes in an account: counted separately, so that requested emails cannot use up their limit. */
const NOTICES: EmailLimits = {
  address: { hour: 20, day: 60 },
  addressAndKind: { hour: 10, day: 30 },
  account: { hour: 20, day: 60 },
};

export const limitsOf = (isNotice: boolean): EmailLimits => (isNotice ? NOTICES : REQUESTED);

/** Start of the last hour and day. */
export const spansAt = (now: number): { hour: string; day: string } => ({
  hour: new Date(now - HOUR_MS).toISOString(),
  day: new Date(now - DAY_MS).toISOString(),
});
