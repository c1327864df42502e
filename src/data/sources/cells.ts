/** Single cells of the published files. Each line has twenty and a country has four million lines, so clean text has a fast path. */
import { clean } from '#lib/values/text.ts';

const BLANK = 32;

/** Trimmed, inner blanks single; null when empty. The line reader has already normalised diacritics and white space. */
export function text(cell: string | undefined): string | null {
  if (cell === undefined || cell === '') return null;
  const padded = cell.charCodeAt(0) === BLANK || cell.charCodeAt(cell.length - 1) === BLANK;
  const trimmed = padded ? cell.trim() : cell;
  if (trimmed.includes('  ')) return clean(trimmed);
  return trimmed === '' ? null : trimmed;
}

/** Some files drop the leading zero of activity codes: `610` → `0610`. Null when it is no code. */
export function caenCode(cell: string | undefined): string | null {
  const digits = cell?.trim() ?? '';
  return /^[0-9]{3,4}$/.test(digits) && Number(digits) > 0 ? digits.padStart(4, '0') : null;
}

/** More than a country's localities and names of streets. */
const TEXTS_MAX = 100_000;

/** Converts a text that many lines have once. Stores copies: a part of a line would keep the memory of its whole batch. */
export function oncePerText(convert: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = copyOf(convert(text));
    if (results.size < TEXTS_MAX) results.set(copyOf(text), result);
    return result;
  };
}

const copyOf = (text: string): string => Buffer.from(text).toString();
