/** Hidden persons, and the redaction of their names in texts, in any spelling and order of words. */

import { hash } from 'node:crypto';
import { fold } from '#lib/values/text.ts';
import { foldedWord, keyOf, type NameIndex, REDACTED, removeNames, WORD } from './name-removal.ts';

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
  const withoutMailboxes = mailboxRemoval(index, all);
  const shortest = Math.min(...all.map((words) => words.join('').length));

  /** Most texts have no hidden name: these searches take a tenth of the time of `removeNames`. */
  const mayHaveName = (text: string): boolean => {
    if (byWord.size > SEARCHES_MAX) return true;
    const plain = foldedWord(text);
    return byWord.keys().some((word) => plain.includes(word));
  };

  const redactText = (text: string): string =>
    withoutMailboxes(mayHaveName(text) ? removeNames(text, index).text : text);

  const cached = createTextCache({ digestLengthMin: DIGEST_LENGTH_MIN });
  return {
    redact(text) {
      return text.length < shortest && !text.includes('@') ? text : cached(text, redactText);
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

/** The mailbox of an e-mail address stands before its `@`. */
const MAILBOX_CHARACTER = /[\p{L}\p{M}\p{N}._%+'-]/u;
const MAILBOX_LENGTH_MAX = 64;
/** Shorter ones stand inside many words. */
const MAILBOX_WORD_MIN = 3;

/** Removes mailboxes with two words of a name, which people write together and without their further names. */
function mailboxRemoval({ words, wordLengthMax }: NameIndex, all: readonly (readonly string[])[]) {
  const starts = new Set([...words].map((word) => word.slice(0, MAILBOX_WORD_MIN)));
  const wordsIn = (mailbox: string): Set<string> => {
    const found = new Set<string>();
    for (let from = 0; from + MAILBOX_WORD_MIN <= mailbox.length; from++) {
      if (!starts.has(mailbox.slice(from, from + MAILBOX_WORD_MIN))) continue;
      for (let length = MAILBOX_WORD_MIN; length <= wordLengthMax; length++) {
        const word = mailbox.slice(from, from + length);
        if (words.has(word)) found.add(word);
      }
    }
    return found;
  };
  const isOfName = (mailbox: string): boolean => {
    const found = wordsIn(fold(mailbox));
    return found.size > 1 && all.some((name) => name.filter((word) => found.has(word)).length > 1);
  };
  return (text: string): string => {
    let result = '';
    let rest = 0;
    for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      let from = at;
      while (from > rest && at - from < MAILBOX_LENGTH_MAX && MAILBOX_CHARACTER.test(text[from - 1] ?? '')) from--;
      if (!isOfName(text.slice(from, at))) continue;
      result += text.slice(rest, from) + REDACTED;
      rest = at;
    }
    return result + text.slice(rest);
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
