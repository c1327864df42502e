/** Romanian text: the one spelling we publish, and the folded form we compare. */

/** Sources mix cedilla ş ţ with comma-below ș ț in one file; what leaves us is comma-below. Also fast on a whole block of a file. */
export const commaBelow = (text: string): string =>
  text.replaceAll('ş', 'ș').replaceAll('ţ', 'ț').replaceAll('Ş', 'Ș').replaceAll('Ţ', 'Ț');

/** Trimmed, inner white space single, comma-below; null when nothing is left. */
export function clean(text: string | null | undefined): string | null {
  const trimmed = commaBelow((text ?? '').replace(/\s+/g, ' ').trim());
  return trimmed === '' ? null : trimmed;
}

/** Lower case without diacritics, for comparing: `'Ştefan cel Mare'` → `'stefan cel mare'`. */
export const fold = (text: string): string =>
  withFewMarks(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** More than any letter of any language has: the bound of the stream-safe text format (UAX #15). */
const MARKS_MAX = 30;
/** Below it a text takes a tenth of a millisecond at most, whatever its marks. */
const MARKS_MATTER = 256;

/**
 * For what is normalised, and loses its marks afterwards: ICU sorts the marks of a letter by insertion, which takes the square of their
 * number (1.7 s for 32,000). Letters with too many lose them at once.
 */
export const withFewMarks = (text: string): string =>
  text.length < MARKS_MATTER ? text : text.replace(/\p{M}+/gu, (marks) => (marks.length > MARKS_MAX ? '' : marks));

/** Folded words of letters and digits. */
export const words = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** `'Bistrița-Năsăud'` → `'bistrita-nasaud'`. */
export const slug = (text: string): string => words(text).join('-');
