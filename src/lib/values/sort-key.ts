/**
 * Romanian collation as keys that compare by bytes: ă and â sort after a, î after i, ș after s, ț after t, each as a separate letter.
 * Stored in sorted columns, so that SQLite and PostgreSQL sort the same way in any locale.
 */
import { commaBelow, fold, isAscii, wordText } from './text.ts';

/** Base letter plus a mark that sorts after every letter and digit. */
const LETTERS: Record<string, string> = { ă: 'a{', â: 'a|', î: 'i{', ș: 's{', ț: 't{' };
const ROMANIAN = /[ăâîșț]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}{|]+/gu;

/** `'Țânțarul & Fiii "S.R.L."'` → `'t{a|nt{arul fiii s r l'`: case, other marks and punctuation do not count. */
export function sortKey(text: string): string {
  // Nine tenths of a country's names; takes a third of the time.
  if (isAscii(text)) return wordText(text);
  const lower = commaBelow(text.normalize('NFC')).toLowerCase();
  // Braces in the text must not act as marks.
  const own = lower.replace(/[{|]/g, ' ').replace(ROMANIAN, (letter) => LETTERS[letter] ?? letter);
  return fold(own).replace(BETWEEN_WORDS, ' ').trim();
}

/** Comparator for sorting in memory. */
export function inRomanian(a: string, b: string): number {
  const [first, second] = [sortKey(a), sortKey(b)];
  return first === second ? 0 : first < second ? -1 : 1;
}
