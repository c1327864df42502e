/**
 * The order of Romanian words, as keys that are compared by their bytes: ă and â come after a, î after i, ș after s, ț after t, each
 * as a letter of its own. Stored where an engine sorts, so that SQLite and PostgreSQL, whatever its locale, sort alike.
 */
import { commaBelow, fold } from './text.ts';

/** A Romanian letter is the one before it and a mark that comes after every letter and digit. */
const LETTERS: Record<string, string> = { ă: 'a{', â: 'a|', î: 'i{', ș: 's{', ț: 't{' };
const ROMANIAN = /[ăâîșț]/g;
const PLAIN = /^[ -~]*$/;
const BETWEEN_PLAIN_WORDS = /[^a-z0-9]+/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}{|]+/gu;

/** `'Țânțarul & Fiii "S.R.L."'` → `'t{a|nt{arul fiii s r l'`: case, other marks and what stands between words do not count. */
export function sortKey(text: string): string {
  // Nine tenths of a country's names, in a third of the time.
  if (PLAIN.test(text)) return text.toLowerCase().replace(BETWEEN_PLAIN_WORDS, ' ').trim();
  const lower = commaBelow(text.normalize('NFC')).toLowerCase();
  // Braces of the text itself must not pass for marks.
  const own = lower.replace(/[{|]/g, ' ').replace(ROMANIAN, (letter) => LETTERS[letter] ?? letter);
  return fold(own).replace(BETWEEN_WORDS, ' ').trim();
}

/** For sorting in memory what no engine sorts. */
export function inRomanian(a: string, b: string): number {
  const [first, second] = [sortKey(a), sortKey(b)];
  return first === second ? 0 : first < second ? -1 : 1;
}
