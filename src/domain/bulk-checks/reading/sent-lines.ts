/** Rows of a list, from a paste or a file, as lines that each should hold one fiscal code: nothing that was sent is left out. */

import { hasRightCheckDigit } from '#lib/values/cui.ts';
import { fold } from '#lib/values/text.ts';
import { codeAmongWords, codeIn, codesIn, TEXT_LENGTH_MAX, tidied } from './pasted-code.ts';

export interface ListLine {
  /** Where it stood: the row of the list, from 1; of a workbook with several sheets, of all of them. */
  line: number;
  /** As it was sent, cut where it is too long. */
  text: string;
  /** The code that it is; null when it is none. */
  cui: string | null;
}

export interface ParsedList {
  lines: ListLine[];
  /** The words over the columns, where the first row is that; it is no line. */
  heading: string | null;
}

/** `rows`: of one table each; cells that are empty are empty texts. */
export function listLines(tables: readonly (readonly (readonly string[])[])[]): ParsedList {
  const lines: ListLine[] = [];
  let heading: string | null = null;
  let line = 0;
  for (const table of tables) {
    const rows = table.map((row) => row.map(tidied));
    const column = columnOf(rows);
    for (const [i, row] of rows.entries()) {
      line++;
      if (row.every((cell) => cell === '')) continue;
      if (i === 0 && lines.length === 0 && isHeading(row, rows.length)) heading = shown(row);
      else lines.push(...linesOf(row, line, column));
    }
  }
  return { lines, heading };
}

const NAMED =
  /^(?:cui|cif|c\.?u\.?i\.?|c\.?i\.?f\.?|cod(?:ul)? (?:fiscal|de inregistrare fiscala|unic.*)|fiscal code|tax id|vat(?: no| number| id)?)$/;

/** The first row of several, without a figure in it. */
const isHeading = (row: readonly string[], rows: number): boolean =>
  rows > 1 && row.every((cell) => !/[0-9]/.test(cell)) && row.some((cell) => NAMED.test(fold(cell).trim()));

/** Which column holds the codes: the one that says so, else the one with most of them; null for lists without columns. */
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
  // A row of nothing but codes is a list written in one line.
  if (filled.every((cell) => codeIn(cell) !== null) && (filled.length === 1 || areDistinctCodes(filled)))
    return filled.map((cell) => one(cell, codeIn(cell)));
  const cell = column === null ? undefined : row[column];
  if (cell !== undefined && cell !== '') return several(cell, one) ?? [one(cell, codeIn(cell) ?? codeAmongWords(cell))];
  const [only] = filled;
  if (filled.length === 1 && only !== undefined)
    return several(only, one) ?? [one(only, codeIn(only) ?? codeAmongWords(only))];
  const text = shown(row);
  return [one(text, column === null ? codeAmongWords(text) : null)];
}

/** A quantity beside a code is no second code. */
const areDistinctCodes = (cells: readonly string[]): boolean =>
  cells.every((cell) => hasRightCheckDigit(codeIn(cell) ?? '') || (codeIn(cell)?.length ?? 0) >= 6);

const several = (cell: string, one: (text: string, cui: string | null) => ListLine): ListLine[] | null =>
  codesIn(cell)?.map((word) => one(word, codeIn(word))) ?? null;

const shown = (row: readonly string[]): string =>
  row
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, TEXT_LENGTH_MAX);
