/** Who of those that publish can be reached at all: asked once and briefly, before hours of waiting for downloads. */
import { isAnswer } from '#data/sources/client.ts';
import { sources } from '#data/sources/sources.ts';
import type { Limits } from '#lib/safe-fetch/exchange.ts';
import { type ListingNeeds, listings, type Publication } from './publication-listings.ts';

/** Twice twenty seconds and a pause: whoever starts a download knows within a minute that there is no way out. */
export const BRIEFLY: Limits = {
  connectMs: 10_000,
  idleMs: 15_000,
  totalMs: 20_000,
  sizeBytesMax: 1_000_000,
  retries: 1,
};

/** Nobody was there: other troubles are an answer, and are told by whoever reads it. */
const SILENT = new Set<unknown>(['network', 'timeout']);

interface Answering {
  /** Those whose publisher answers. */
  publications: Publication[];
  /** Who does not, and why. */
  problems: string[];
}

export async function answering(
  { client, addresses }: Omit<ListingNeeds, 'today'>,
  limits: Limits = BRIEFLY,
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
