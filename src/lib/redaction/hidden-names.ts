/** Hidden persons, and the redaction of their names in texts, in any spelling and order of words. */

import { hash } from 'node:crypto';
import { fold } from '#lib/values/text.ts';
import { foldedWord, keyOf, type NameIndex, removeNames, WORD } from './name-removal.ts';

export interface HiddenNames {
  /** Replaces each name with `[…]`. */
  redact(text: string): string;
  /** Whether a name has the word, or a word with this prefix. */
  has(word: string, isPrefix: boolean): boolean;
  /** The folded words of each name. */
  all: readonly (readonly string[])[];
  /** How many hidden persons have the name. */
  bearers(name: string): number;
}

/** The folded words of a name, sorted, without initials, which are optional in texts. */
const wordsOf = (name: string): string[] => (fold(name).match(WORD) ?? []).filter((word) => word.length > 1).toSorted();

export function hiddenNames(names: readonly string[]): HiddenNames {
  const all = names.map(wordsOf).filter((words) => words.length > 0);
  // By the longest word, which is rare in other names: one search per name rules out most texts.
  const byWord = Map.groupBy(all, (words) => words.toSorted((a, b) => b.length - a.length)[0] ?? '');
  const index = indexNames(all);
  const shortest = Math.min(...all.map((words) => words.join('').length));

  /** Most texts have no hidden name: these searches take a tenth of the time of `removeNames`. */
  const mayHaveName = (text: string): boolean => {
    if (byWord.size > SEARCHES_MAX) return true;
    const plain = foldedWord(text);
    return byWord.keys().some((word) => plain.includes(word));
  };

  const redactText = (text: string): string => (mayHaveName(text) ? removeNames(text, index).text : text);

  const cached = createTextCache({ digestLengthMin: DIGEST_LENGTH_MIN });
  return {
    redact(text) {
      return text.length < shortest ? text : cached(text, redactText);
    },
    all,
    bearers(name) {
      const own = wordsOf(name).join(' ');
      return all.filter((words) => words.join(' ') === own).length;
    },
    has: (word, isPrefix) =>
      index.words.has(word) || (isPrefix && index.words.values().some((each) => each.startsWith(word))),
  };
}

/** Texts of documents and summaries: a digest takes a tenth of the time of a search for names. Of a shorter text it takes as long. */
const DIGEST_LENGTH_MIN = 200;

/** With more names a text is parsed without searches: each search reads the whole text. */
const SEARCHES_MAX = 50;

/** From the sorted words of each name. */
export function indexNames(all: readonly (readonly string[])[]): NameIndex {
  const words = new Set(all.flat());
  return {
    keys: new Set(all.map(keyOf)),
    words,
    lengths: new Set(all.map(({ length }) => length)),
    wordsMax: all.reduce((most, { length }) => Math.max(most, length), 0),
    wordLengthMax: words.values().reduce((most, { length }) => Math.max(most, length), 0),
  };
}

/** Per serving thread: the press of the country and frequent pages of the Gazette. */
const TEXTS_MAX = 50_000;
/** Characters of changed texts. */
const CHARS_MAX = 8_000_000;
/** Characters of the texts cached verbatim, which lists repeat; each counts this many more for its entry. */
const UNCHANGED_CHARS_MAX = 4_000_000;
const ENTRY_CHARS = 40;

/**
 * Caches a function of texts by their digest. Most results equal their input and take next to no memory. A text shorter than
 * `digestLengthMin` is cached only while it needs no change.
 */
export function createTextCache({ textsMax = TEXTS_MAX, charsMax = CHARS_MAX, digestLengthMin = 0 } = {}) {
  /** By digest; null: unchanged. */
  let results = new Map<string, string | null>();
  let chars = 0;
  /** Recent texts that need no change: a response is redacted more than once on its way. */
  let unchanged = new Set<string>();
  let unchangedChars = 0;
  const markUnchanged = (text: string): string => {
    if (unchanged.has(text)) return text;
    unchangedChars += text.length + ENTRY_CHARS;
    if (unchangedChars > UNCHANGED_CHARS_MAX) {
      unchanged = new Set();
      unchangedChars = text.length;
    }
    unchanged.add(text);
    return text;
  };
  /** `transform` must be idempotent. */
  return (text: string, transform: (text: string) => string): string => {
    if (unchanged.has(text)) return text;
    if (text.length < digestLengthMin) {
      const result = transform(text);
      return result === text ? markUnchanged(text) : result;
    }
    const digest = hash('sha1', text, 'base64url');
    const cached = results.get(digest);
    if (cached !== undefined) return markUnchanged(cached ?? text);
    const result = transform(text);
    if (result !== text) chars += result.length;
    // Cleared as a whole: frequent texts are soon cached again.
    if (results.size >= textsMax || chars > charsMax) {
      results = new Map();
      chars = result === text ? 0 : result.length;
    }
    results.set(digest, result === text ? null : result);
    return markUnchanged(result);
  };
}

export interface HiddenPersons {
  ids: ReadonlySet<string>;
  /** For texts, which have no person ids. */
  names: HiddenNames;
  /** Changes only with the set; empty if the set is empty. */
  version: string;
}

export const noHiddenPersons: HiddenPersons = { ids: new Set(), names: hiddenNames([]), version: '' };
