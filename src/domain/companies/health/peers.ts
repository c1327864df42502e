/** Position of a value among a company's peers: the narrowest group that is large enough. */

import type { Message, Translate } from '#lib/i18n/message.ts';
import { counties } from '#lib/values/county.ts';
import { messages } from '#locales/messages.ts';
import type { Peers } from './shape.ts';

export type PeerLevel = Peers['level'];

/** A row of the table `peer_group`, parsed. */
export interface PeerGroup {
  level: PeerLevel;
  value: string;
  firms: number;
  /** 101 values: the least, each percentile, the largest. */
  quantiles: readonly number[];
}

export interface PeerCriteria {
  caen: string | null;
  caenRevision: string | null;
  countySlug: string | null;
}

/** Key of a class or group of activities: a code means nothing without its revision. */
export const activityKey = (revision: string, code: string): string => `${revision}:${code}`;

/** Key of the nation among groups and ranks. */
export const NATION = 'RO';

/** The groups that a company belongs to, narrowest first. */
export function peerKeys({ caen, caenRevision, countySlug }: PeerCriteria): { level: PeerLevel; value: string }[] {
  const keys: { level: PeerLevel; value: string }[] = [];
  if (caen !== null && caenRevision !== null) {
    const key = activityKey(caenRevision, caen);
    if (countySlug !== null) keys.push({ level: 'caenCounty', value: `${key}:${countySlug}` });
    keys.push({ level: 'class', value: key }, { level: 'group', value: activityKey(caenRevision, caen.slice(0, 3)) });
  }
  keys.push({ level: 'nation', value: NATION });
  return keys;
}

/** `groups`: narrowest first; the first one counts. */
export function peerPosition(
  value: number | null,
  groups: readonly PeerGroup[],
  t: Translate,
): { percentile: number | null; peers: Peers | null } {
  const [group] = groups;
  if (value === null || !group) return { percentile: null, peers: null };
  const { level, firms } = group;
  return {
    percentile: percentileOf(value, group.quantiles),
    peers: { level, value: group.value, label: t(peersNamed(level, group.value)), firms },
  };
}

/** Share of the group below the value, 0 to 100, one decimal; where many are equal, the middle of them. */
export function percentileOf(value: number, quantiles: readonly number[]): number {
  const last = quantiles.length - 1;
  const first = quantiles.findIndex((quantile) => quantile >= value);
  if (first === -1) return 100;
  if (quantiles[first] === value) return tenths((first + quantiles.lastIndexOf(value)) / 2, last);
  if (first === 0) return 0;
  const [below, above] = [Number(quantiles[first - 1]), Number(quantiles[first])];
  return tenths(first - 1 + (value - below) / (above - below), last);
}

const tenths = (position: number, last: number): number => Math.round((position * 1000) / last) / 10;

const revisions: Record<string, string> = { rev1998: '1998', rev2003: 'Rev.1', rev2: 'Rev.2', rev3: 'Rev.3' };

function peersNamed(level: PeerLevel, value: string): Message {
  if (level === 'nation') return messages.peers.nation();
  const [name = '', code = '', slug] = value.split(':');
  const activity = messages.peers[level === 'group' ? 'group' : 'class']({ code, revision: revisions[name] ?? name });
  const county = counties.find((one) => one.slug === slug)?.name;
  return county ? messages.peers.inCounty({ activity, county }) : activity;
}
