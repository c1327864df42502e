/**
 * The authority's page of press releases. Its markup may change, so only its links are read: a release is a link to a static
 * file whose name begins with the time of its publication.
 */

import { type Client, isAnswer } from '#data/sources/client.ts';
import { linksOf } from '#data/sources/html.ts';
import { decodeText } from '#data/sources/lines.ts';
import { orMalformed, unavailable, unusable, type WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { sha256 } from '#lib/values/hash.ts';
import { clean, slug } from '#lib/values/text.ts';
import { pressAddress } from './file-address.ts';
import { press } from './source.ts';

export interface PressLink {
  url: string;
  title: string;
}

export interface PressRelease extends PressLink {
  /** Stable while the address is. */
  slug: string;
  /** `2026-01-15T10:30:00` in Romanian time, from the file's name. */
  publishedAt: string;
  office: string;
  /** Other files published at the same moment by the same office. */
  attachments: PressLink[];
}

const FILE = /^\/static\/\d+\/([^/]+)\/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_(.*)\.pdf$/i;
/** More links than the page ever had. */
const LINKS_MAX = 5_000;
/** Characters of a slug that come from the file's name. */
const SLUG_WORDS_LENGTH = 60;

export async function fetchReleases(
  client: Client,
  address: string,
  signal?: AbortSignal,
): Promise<WholeOutcome<PressRelease[]>> {
  const { userAgent, limits } = press;
  const answer = await client.send({ url: address, userAgent, signal }, limits);
  if (!isAnswer(answer)) return answer;
  const refusal = unusable(answer);
  // HTML is expected here.
  if (refusal && refusal.reason !== 'html') return refusal;
  const read = orMalformed(() => parseReleases(decodeText(answer.bytes), address));
  if (read.outcome === 'found' && read.value.length === 0) return unavailable('malformed', 'a page without releases');
  return read;
}

/** Newest first; the first link of a time and office is the release, the others are its attachments. */
export function parseReleases(page: string, address: string): PressRelease[] {
  const releases = new Map<string, PressRelease>();
  const seen = new Set<string>();
  for (const link of linksOf(page, address)) {
    const url = pressAddress(link.url);
    if (url === null || seen.has(url) || seen.size >= LINKS_MAX) continue;
    seen.add(url);
    const release = releaseOf(url, link.title);
    if (release === null) continue;
    const { office, publishedAt, title } = release;
    const first = releases.getOrInsert(`${office} ${publishedAt}`, release);
    if (first !== release) first.attachments.push({ url, title });
  }
  return [...releases.values()].toSorted(
    (a, b) => b.publishedAt.localeCompare(a.publishedAt) || a.url.localeCompare(b.url),
  );
}

/** The release at the address of a file; null for a name without a time. The default title is the name. */
export function releaseOf(url: string, title: string | null): PressRelease | null {
  const match = FILE.exec(new URL(url).pathname);
  if (!match) return null;
  const [, folder = '', year, month, day, hour, minute, second, encoded = ''] = match;
  const publishedAt = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${publishedAt}Z`))) return null;
  const name = decode(encoded);
  return {
    url,
    title: title ?? clean(name.replaceAll('_', ' ')) ?? url,
    slug: slugOf(url, publishedAt, name),
    publishedAt,
    office: decode(folder),
    attachments: [],
  };
}

const slugOf = (url: string, publishedAt: string, name: string): string => {
  const words = slug(name).slice(0, SLUG_WORDS_LENGTH).replace(/-$/, '');
  return [publishedAt.slice(0, 10), words, sha256(url).slice(0, 6)].filter(Boolean).join('-');
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
