/** Words by which a running text is found. What a line's end or a sign that nobody sees breaks is found in pieces and whole. */
import { withFewMarks, words } from './text.ts';

/** Signs that nobody sees (soft hyphens, blanks without width), and hyphens at the end of a line, of which a blank may be left. */
export const BREAKS = /\p{Cf}+|-\s+/gu;

/** Without breaks, and letters of full width as the others. */
export const unbroken = (text: string): string => withFewMarks(text.replace(BREAKS, '')).normalize('NFKC');

/** Each once, of the first `most` of the text. */
export function indexedWords(text: string, most: number): string[] {
  const whole = unbroken(text);
  const found = words(text).slice(0, most);
  return [...new Set(whole === text ? found : [...found, ...words(whole).slice(0, most)])];
}

/** One that somebody looks for. */
export interface WantedWord {
  word: string;
  /** Whatever begins so. */
  prefix: boolean;
}
