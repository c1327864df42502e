/** Splits rows of a list, from a paste or a file, into lines that each should have one fiscal code; no input is dropped. */

import { hasRightCheckDigit, parseCui } from '#lib/values/cui.ts';
import { fold } from '#lib/values/text.ts';

export interface ListLine {
  /** Row of the list, from 1; in a workbook counted over all worksheets. */
  line: number;
  /** The text as submitted, cut if too long. */
  text: string;
  /** Its code; null if it has none. */
  cui: string | null;
}

export interface ParsedList {
  lines: ListLine[];
  /** The column headings, if the first row has them; it is no line then. */
  heading: string | null;
}

/** `rows` of one table each; empty cells are empty strings. */
export function listLines(tables: readonly (readonly (readonly string[])[])[]): ParsedList {
  const lines: ListLine[] = [];
  let heading: string | null = null;
  let line = 0;
  for (const table of tables) {
    const rows = table.map((row) => row.map(clean));
    const column = columnOf(rows);
    for (const [i, row] of rows.entries()) {
      line++;
      if (row.every((cell) => cell === '')) continue;
      if (i === 0 && lines.length === 0 && isHeading(row, rows.length)) heading = displayText(row);
      else lines.push(...linesOf(row, line, column));
    }
  }
  return { lines, heading };
}

const NAMED =
  /^(?:cui|cif|c\.?u\.?i\.?|c\.?i\.?f\.?|cod(?:ul)? (?:fiscal|de inregistrare fiscala|unic.*)|fiscal code|tax id|vat(?: no| number| id)?)$/;

/** The first of several rows, without a digit. */
const isHeading = (row: readonly string[], rows: number): boolean =>
  rows > 1 && row.every((cell) => !/[0-9]/.test(cell)) && row.some((cell) => NAMED.test(fold(cell).trim()));

/** The column with the codes: by its heading, else the one with most codes; null for lists without columns. */
function columnOf(rows: readonly (readonly string[])[]): number | null {
  const named = rows[0]?.findIndex((cell) => NAMED.test(fold(cell).trim())) ?? -1;
  if (named >= 0) return named;
  if (rows.every((row) => row.filter((cell) => cell !== '').length < 2)) return null;
  const counts = new Map<number, number>();
  for (const row of rows)
    for (const [i, cell] of row.entries()) {
      const code = codeIn(cell);
      if (code !== null && hasRightCheckDigit(code)) counts.set(i, (counts.get(i) ?? 0) + 1);
    }
  let most: number | null = null;
  for (const [column, count] of counts) if (most === null || count > (counts.get(most) ?? 0)) most = column;
  return most;
}

function linesOf(row: readonly string[], line: number, column: number | null): ListLine[] {
  const filled = row.filter((cell) => cell !== '');
  const one = (text: string, cui: string | null): ListLine => ({ line, text: text.slice(0, TEXT_LENGTH_MAX), cui });
  // A row of codes only is a list written in one line.
  if (filled.every((cell) => codeIn(cell) !== null) && (filled.length === 1 || areDistinctCodes(filled)))
    return filled.map((cell) => one(cell, codeIn(cell)));
  const cell = column === null ? undefined : row[column];
  if (cell !== undefined && cell !== '') return several(cell, one) ?? [one(cell, codeIn(cell) ?? codeAmongWords(cell))];
  const [only] = filled;
  if (filled.length === 1 && only !== undefined)
    return several(only, one) ?? [one(only, codeIn(only) ?? codeAmongWords(only))];
  const text = displayText(row);
  return [one(text, column === null ? codeAmongWords(text) : null)];
}

/** A quantity beside a code is no second code. */
const areDistinctCodes = (cells: readonly string[]): boolean =>
  cells.every((cell) => hasRightCheckDigit(codeIn(cell) ?? '') || (codeIn(cell)?.length ?? 0) >= 6);

const several = (cell: string, one: (text: string, cui: string | null) => ListLine): ListLine[] | null =>
  codesIn(cell)?.map((word) => one(word, codeIn(word))) ?? null;

const displayText = (row: readonly string[]): string =>
  row
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, TEXT_LENGTH_MAX);

/** A name with its code has a hundred characters; longer texts are neither read nor displayed further. */
const TEXT_LENGTH_MAX = 100;

/** In a text only a number that is too long for a house number and has the right check digit. */
const DIGITS_IN_TEXT_MIN = 5;

/** Removes invisible characters, and the mark by which Excel stores a number as text. */
const clean = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Cc}]/gu, ' ')
    .trim()
    .replace(/^'/, '')
    .trim();

/** The code if the whole text is one; else null. */
function codeIn(text: string): string | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const compact = text.replace(/\s+/g, '').replace(/^C\.?[UI]\.?[IF]\.?:?/i, '');
  // 90.000.014, as a spreadsheet writes thousands; 90000014.00, as it writes numbers.
  if (/^(?:RO)?[0-9]{1,3}(?:\.[0-9]{3}){1,3}$/i.test(compact)) return parseCui(compact.replaceAll('.', ''));
  return parseCui(compact.replace(/[.,]0{1,4}$/, ''));
}

/** Codes separated by blanks only: `90000014 RO 90000022`; null if the text has anything else. */
function codesIn(text: string): string[] | null {
  const words = text.replace(/\bRO\s+(?=[0-9])/gi, 'RO').split(/\s+/);
  const codes = words.map(codeIn);
  return words.length > 1 && codes.every((code) => code !== null && code.length > 1) ? words : null;
}

/** The one code among other words: `ZIMBRUL AURIU SA, CUI 90000014`; null for none or several. */
function codeAmongWords(text: string): string | null {
  const codes = new Set<string>();
  for (const [, digits = ''] of text
    .slice(0, TEXT_LENGTH_MAX * 3)
    .matchAll(/(?<![0-9])(?:RO)?([0-9]{2,10})(?![0-9])/gi))
    if (digits.length >= DIGITS_IN_TEXT_MIN && hasRightCheckDigit(digits)) codes.add(digits);
  const [only = null] = codes;
  return codes.size === 1 ? only : null;
}
