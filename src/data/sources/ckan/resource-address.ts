/**
 * Allowed addresses of the catalogue's files: its own host, and the offices that publish through it. An editor of the catalogue must not
 * direct requests to other hosts or to private addresses of this network.
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
  /** None for a catalogue that the operator configured: its address may be private. */
  lookup: LookupFunction | undefined;
}

/** The request address of a file in the catalogue at `ckan`; null for a host that is not allowed. */
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
export const foreignHostMessage = (url: string): string =>
  `it lies on ${new URL(url).host}, where the catalogue may not send us`;
