/** What became of long texts, kept by their digest: of most of them nothing, and then next to nothing is kept. */
import { hash } from 'node:crypto';

/** Of each serving thread: a country's press, and pages of the Gazette that are asked for again. */
const TEXTS_MAX = 50_000;
/** Letters of those that came out otherwise. */
const LETTERS_MAX = 8_000_000;
/** Letters of texts that are kept as they are. */
const CLEAR_LETTERS_MAX = 4_000_000;

export function keptTexts({ textsMax = TEXTS_MAX, lettersMax = LETTERS_MAX } = {}) {
  /** Null: came out as it was. */
  let known = new Map<string, string | null>();
  let letters = 0;
  /** Those that came out as they were, or as something else was made into, of late: an answer is looked through more than once on its way. */
  let clear = new Set<string>();
  let clearLetters = 0;
  const isClear = (text: string): string => {
    if (clear.has(text)) return text;
    clearLetters += text.length;
    if (clearLetters > CLEAR_LETTERS_MAX) {
      clear = new Set();
      clearLetters = text.length;
    }
    clear.add(text);
    return text;
  };
  /** `make` changes nothing of what it made. */
  return (text: string, make: (text: string) => string): string => {
    if (clear.has(text)) return text;
    const digest = hash('sha1', text, 'base64url');
    const found = known.get(digest);
    if (found !== undefined) return isClear(found ?? text);
    const made = make(text);
    if (made !== text) letters += made.length;
    // Begun anew, not one by one: what is asked for often is soon back.
    if (known.size >= textsMax || letters > lettersMax) {
      known = new Map();
      letters = made === text ? 0 : made.length;
    }
    known.set(digest, made === text ? null : made);
    return isClear(made);
  };
}
