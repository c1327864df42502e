/**
 * Where files of the catalogue may lie: on its own host, or on one of the offices that publish through it. Whoever writes into the
 * catalogue writes addresses that we ask from inside a network; so never on a private address, and nowhere else.
 */
import type { LookupFunction } from 'node:net';
import { publicLookup } from '#lib/safe-fetch/public-address.ts';
import { ckan as portal } from './source.ts';

/** Hosts of the offices, by their names. */
const HOSTS: readonly string[] = [
  'data.gov.ro',
  'www.data.gov.ro',
  'www.onrc.ro',
  'static.anaf.ro',
  'mfinante.gov.ro',
  'www.mfinante.gov.ro',
  'anap.gov.ro',
  'www.anap.gov.ro',
];

interface ResourceAddress {
  url: string;
  /** None where the operator named the catalogue: where that lies is his own choice. */
  lookup: LookupFunction | undefined;
}

/** How to ask for a file that the catalogue at `ckan` lists; null when it lies where none may. */
export function resourceAddress(url: string, ckan: string, lookup = publicLookup()): ResourceAddress | null {
  const [target, own] = [new URL(url), new URL(ckan)];
  const isOwn = target.host === own.host;
  if (!isOwn && !HOSTS.includes(target.host)) return null;
  if (target.username !== '' || target.password !== '') return null;
  // Old entries of the portal say http, and it answers both.
  if (own.protocol === 'https:' || !isOwn) target.protocol = 'https:';
  const isChosen = isOwn && own.host !== new URL(portal.address).host;
  return { url: target.href, lookup: isChosen ? undefined : lookup };
}

/** For messages. */
export const elsewhere = (url: string): string =>
  `it lies on ${new URL(url).host}, where the catalogue may not send us`;
