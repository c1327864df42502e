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
