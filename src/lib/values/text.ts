/** Text: the published Romanian spelling, the folded form for comparisons, and removal of unsafe characters. */

/** Sources mix cedilla ş ţ with comma-below ș ț in one file; published text is comma-below. Fast on a whole block of a file. */
export const commaBelow = (text: string): string =>
  text.replaceAll('ş', 'ș').replaceAll('ţ', 'ț').replaceAll('Ş', 'Ș').replaceAll('Ţ', 'Ț');

/** Trimmed, inner white space single, comma-below; null when the result is empty. */
export function clean(text: string | null | undefined): string | null {
  const trimmed = commaBelow((text ?? '').replace(/\s+/g, ' ').trim());
  return trimmed === '' ? null : trimmed;
}

/** Lower case without diacritics, for comparing: `'Ştefan cel Mare'` → `'stefan cel mare'`. */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : withFewMarks(text)
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase();

/** Most texts are: they need no normalization, which takes ten times as long. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The bound of the stream-safe text format (UAX #15), above that of any language. */
const MARKS_MAX = 30;
/** A shorter text takes a tenth of a millisecond at most, with any marks. */
const MARKS_MATTER = 256;

/**
 * Run before normalization of text that loses its marks afterwards: ICU sorts the marks of a letter in quadratic time (1.7 s for
 * 32,000). Letters with too many marks lose them here.
 */
export const withFewMarks = (text: string): string =>
  text.length < MARKS_MATTER ? text : text.replace(/\p{M}+/gu, (marks) => (marks.length > MARKS_MAX ? '' : marks));

/** Folded words of letters and digits. */
export const words = (text: string): string[] =>
  (isAscii(text) ? text.toLowerCase().match(/[a-z0-9]+/g) : fold(text).match(/[\p{L}\p{N}]+/gu)) ?? [];

/** The same in one text, in half the time: `'Str. "Ștefan"'` → `'str stefan'`. */
export function wordText(text: string): string {
  if (PLAIN_WORDS.test(text)) return text.toLowerCase();
  return isAscii(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : words(text).join(' ');
}

/** Three quarters of a country's names. */
const PLAIN_WORDS = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** `'Bistrița-Năsăud'` → `'bistrita-nasaud'`. */
export const slug = (text: string): string => words(text).join('-');

/** The NUL character, which no store of ours keeps: files and services of others hold it now and then, and it means nothing there. */

/** No store accepts NUL characters; foreign files and services have some, without a meaning. */
export const withoutNul = (text: string): string => text.replaceAll('\0', ' ');

/** Parses foreign JSON. An escaped NUL passes every check of bytes; few texts contain one, and the search is cheap. */
export const jsonWithoutNul = (text: string): unknown =>
  text.includes('\\u0000')
    ? JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value))
    : JSON.parse(text);

/** Text for a terminal: what strangers wrote must not move its cursor, paint over what stands there, or turn the direction of reading. */

/** Control characters except tab and line feed, and marks of direction. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Foreign text for a terminal: it must not move the cursor, overwrite output or change the direction of reading. Characters are escaped
 * as in JSON, so that JSON stays equivalent.
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
