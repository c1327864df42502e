/** Which publishers can be reached: one short probe of each, before downloads that take hours. */
import { isAnswer } from '#data/sources/client.ts';
import { sources } from '#data/sources/sources.ts';
import type { Limits } from '#lib/safe-fetch/exchange.ts';
import { type ListingNeeds, listings, type Publication } from './publication-listings.ts';

/** Twice twenty seconds and a pause: an operator without a network knows it within a minute. */
export const PROBE_LIMITS: Limits = {
  connectMs: 10_000,
  idleMs: 15_000,
  totalMs: 20_000,
  sizeBytesMax: 1_000_000,
  retries: 1,
};

/** No answer at all. Other problems are an answer, which the download reports. */
const SILENT = new Set<unknown>(['network', 'timeout']);

interface Answering {
  /** Publications whose publisher answers. */
  publications: Publication[];
  /** Publishers that do not answer, and why. */
  problems: string[];
}

export async function reachablePublishers(
  { client, addresses }: Omit<ListingNeeds, 'today'>,
  limits: Limits = PROBE_LIMITS,
): Promise<Answering> {
  const silence = async (url: string): Promise<string | null> => {
    const result = await client.send({ url, userAgent: sources.onrc.userAgent }, limits);
    return !isAnswer(result) && SILENT.has(result.reason) ? result.detail : null;
  };
  const [catalogue, ...banks] = await Promise.all([
    silence(`${addresses.ckan}/api/3/action/status_show`),
    ...addresses.bnr.map((host) => silence(`${host}/nbrfxrates.xml`)),
  ]);
  const bank = banks.includes(null) ? null : (banks[0] ?? null);
  const all = Object.keys(listings) as Publication[];
  return {
    publications: all.filter((one) => (one === 'set of exchange rates' ? bank : catalogue) === null),
    problems: [
      ...(catalogue == null ? [] : [`The open-data catalogue ${addresses.ckan} does not answer: ${catalogue}.`]),
      ...(bank === null ? [] : [`The national bank ${addresses.bnr.join(', ')} does not answer: ${bank}.`]),
    ],
  };
}
