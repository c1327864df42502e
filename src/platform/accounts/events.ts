/** Account events, recorded in the same write as the change, and the browser that caused them. */
import { randomUUID } from 'node:crypto';
import type { Statement } from '#data/store/database.ts';
import { ipNumber, ipText } from '#lib/values/ip.ts';
import { addEvent, addEventWhere, type EventKind, type EventRow } from './events-table.ts';

/** The network and name of the browser; null if no browser was involved. */
export interface Origin {
  network: string | null;
  agent: string | null;
}

export interface EventDetails {
  /** Object of the event, such as the hint of a key; never a secret. */
  about?: string | null;
  origin?: Origin | null;
}

export const recordEvent = (account: string, kind: EventKind, now: number, more: EventDetails = {}): Statement =>
  addEvent(eventRow(account, kind, now, more));

/** Records the event only if `condition` returns a row (see `addEventWhere`). */
export const recordEventWhere = (
  condition: Statement,
  account: string,
  kind: EventKind,
  now: number,
  more: EventDetails = {},
): Statement => addEventWhere(eventRow(account, kind, now, more), condition);

const eventRow = (account: string, kind: EventKind, now: number, { about, origin }: EventDetails): EventRow => ({
  id: randomUUID(),
  account_id: account,
  at: new Date(now).toISOString(),
  kind,
  about: about ?? null,
  place: origin?.network ?? null,
  agent: origin?.agent ?? null,
});

/** The owner sees the network, never the whole address: 256 addresses of IPv4, in IPv6 a prefix as large as a town's. */
const V4_HIDDEN_BITS = 8n;
const V6_HIDDEN_BITS = 80n;

/** `192.0.2.*` or `2001:db8:1::*`; null if the text is no address. */
export function networkLabel(address: string): string | null {
  const number = ipNumber(address);
  if (number === null) return null;
  const isV4 = !ipText(number).includes(':');
  const hidden = isV4 ? V4_HIDDEN_BITS : V6_HIDDEN_BITS;
  const first = ipText((number >> hidden) << hidden);
  return isV4 ? `${first.slice(0, first.lastIndexOf('.'))}.*` : `${first}*`;
}

export const originOf = (address: string, userAgent: string | undefined): Origin => ({
  network: networkLabel(address),
  agent: browserName(userAgent),
});

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and operating system, such as `Firefox, Linux`; null for an unknown browser. Never enough to identify a device. */
export function browserName(userAgent: string | undefined): string | null {
  const named = (names: readonly (readonly [sign: string, name: string])[]): string | undefined =>
    names.find(([sign]) => userAgent?.includes(sign))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  return [browser, system].filter(Boolean).join(', ') || null;
}
