/**
 * Releases with names of hidden persons. A release whose address has such a name is left out of all answers; in others the names are redacted,
 * and a search does not match redacted words.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { decodedAddress } from '#lib/values/address-decoding.ts';
import { type HiddenWord, hiddenWords, indexedWords, type SearchWord } from '#lib/values/indexed-words.ts';
import type { PressContext } from './freshness.ts';

export interface Withheld {
  /** Of releases that are left out. */
  addresses: readonly string[];
  /** By the address of a release, its redacted words. */
  lost: ReadonlyMap<string, HiddenWord[]>;
}

type WithheldContext = Pick<PressContext, 'stored' | 'hidden'>;

const NOTHING: Withheld = { addresses: [], lost: new Map() };

/** Valid until the hidden persons or the stored releases change, so that a query reads no text. */
const cache = new WeakMap<WithheldContext['stored'], { version: string; releases: Promise<Withheld> }>();

/** Releases examined per name, newest first. */
const NAMED_MAX = 1_000;
/** Addresses examined before the event loop runs other tasks. */
const AT_ONCE = 200;

export async function withheldReleases({ stored, hidden }: WithheldContext): Promise<Withheld> {
  const { names, version: persons } = hidden();
  if (persons === '') return NOTHING;
  const version = `${persons} ${await stored.version()}`;
  let cached = cache.get(stored);
  if (cached?.version !== version) {
    cached = { version, releases: look(stored, names) };
    cache.set(stored, cached);
    // The next query retries after an error.
    cached.releases.catch(() => cache.delete(stored));
  }
  return cached.releases;
}

async function look(stored: WithheldContext['stored'], names: HiddenNames): Promise<Withheld> {
  const addresses: string[] = [];
  for (const [i, release] of (await stored.addresses()).entries()) {
    if (namesHidden(release, names)) addresses.push(release.url);
    if (i % AT_ONCE === AT_ONCE - 1) await yieldToOthers();
  }
  const lost = new Map<string, HiddenWord[]>();
  for (const name of names.all)
    for (const { url, title, text } of (await stored.byWords(termsOf(name), NAMED_MAX, 0, addresses)).rows) {
      const whole = `${title} ${text ?? ''}`;
      const words = hiddenWords(wordsOf(whole), wordsOf(names.redact(whole)));
      if (words.length > 0) lost.set(url, words);
      await yieldToOthers();
    }
  return { addresses, lost };
}

const termsOf = (name: readonly string[]): SearchWord[] =>
  name.map((word, i) => ({ word, prefix: i === name.length - 1 }));

/** All words: the search index has only the first ones. */
const wordsOf = (text: string): string[] => indexedWords(text, Number.POSITIVE_INFINITY);

export function namesHidden({ url, slug = '' }: { url: string; slug?: string }, names: HiddenNames): boolean {
  const decoded = decodedAddress(`${url} ${slug}`);
  return names.redact(decoded) !== decoded;
}
