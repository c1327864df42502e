/**
 * Releases that are kept back for hidden persons: not shown at all where their very address names one; of the others the text is
 * cleared of names, and they are not found by what it does not show.
 */
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { decodedAddress } from '#lib/values/address-decoding.ts';
import type { WantedWord } from '#lib/values/indexed-words.ts';
import { indexedWords } from '#lib/values/indexed-words.ts';
import { type LostWord, lostWords } from '#lib/values/lost-words.ts';
import type { PressNeeds } from './needs.ts';

export interface Withheld {
  /** Of releases that are not shown. */
  addresses: readonly string[];
  /** By the address of a release, the words that it does not show. */
  lost: ReadonlyMap<string, LostWord[]>;
}

type Needs = Pick<PressNeeds, 'stored' | 'hidden'>;

const NOTHING: Withheld = { addresses: [], lost: new Map() };

/** Kept until somebody else is hidden or something else is stored: a question costs no look at any text. */
const kept = new WeakMap<Needs['stored'], { version: string; found: Promise<Withheld> }>();

/** Looked through for one name, the newest first. */
const NAMED_MAX = 1_000;
/** Addresses that are looked at before others have their turn. */
const AT_ONCE = 200;

export async function withheld({ stored, hidden }: Needs): Promise<Withheld> {
  const { names, version: persons } = hidden();
  if (persons === '') return NOTHING;
  const version = `${persons} ${await stored.version()}`;
  let known = kept.get(stored);
  if (known?.version !== version) {
    known = { version, found: look(stored, names) };
    kept.set(stored, known);
    // What failed is looked for again by the next question.
    known.found.catch(() => kept.delete(stored));
  }
  return known.found;
}

async function look(stored: Needs['stored'], names: HiddenNames): Promise<Withheld> {
  const addresses: string[] = [];
  for (const [i, release] of (await stored.addresses()).entries()) {
    if (namesHidden(release, names)) addresses.push(release.url);
    if (i % AT_ONCE === AT_ONCE - 1) await othersTurn();
  }
  const lost = new Map<string, LostWord[]>();
  for (const name of names.all)
    for (const { url, title, text } of (await stored.byWords(begun(name), NAMED_MAX, 0, addresses)).rows) {
      const whole = `${title} ${text ?? ''}`;
      const words = lostWords(wordsOf(whole), wordsOf(names.redacted(whole)));
      if (words.length > 0) lost.set(url, words);
      await othersTurn();
    }
  return { addresses, lost };
}

const begun = (name: readonly string[]): WantedWord[] =>
  name.map((word, i) => ({ word, prefix: i === name.length - 1 }));

/** All of them: a release is found by its first ones only. */
const wordsOf = (text: string): string[] => indexedWords(text, Number.POSITIVE_INFINITY);

export function namesHidden({ url, slug = '' }: { url: string; slug?: string }, names: HiddenNames): boolean {
  const spoken = decodedAddress(`${url} ${slug}`);
  return names.redacted(spoken) !== spoken;
}
