/** The list of one treasury's accounts, for each order of the text in the PDF: line by line, by position, or column by column. */
import type { PageRun } from '#lib/readers/pdf/runs.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { clean } from '#lib/values/text.ts';
import {
  addAccount,
  continueLast,
  emptyList,
  IBAN,
  type IbanList,
  isIban,
  isOtherColumn,
  readFurniture,
  validIbans,
} from './iban-account.ts';

export interface WholeList extends IbanList {
  /** The number of valid accounts in the text. */
  ibans: number;
}

/** `name` is the file's, for messages. `runs`: page by page, from a PDF. */
export function parseIbanList(text: string, name: string, runs?: readonly (readonly PageRun[])[]): WholeList {
  const pages = text.split('\f').map((page) => page.split(/\r?\n/));
  const lines = pages.flat();
  const ibans = validIbans(text).size;
  const inColumns = lines.filter(isIban).length * 2 > ibans;
  const list = !inColumns ? parseLines(lines) : runs ? parseRows(runs) : parseColumns(pages);
  if (list.accounts.length === 0) throw new WrongShape(name, 'lines with IBANs of a treasury', 'none that can be read');
  return { ...list, ibans };
}

/** A running number in front, and the symbol of the account at any position, which the IBAN has too. */
const NUMBER = /^[0-9]{1,4}[.)]?\s+(?=\S)/;
const SYMBOL = /(?:^|\s)[0-9]{2}\.?[A-Z]?\.?[0-9]{2}(?:\.?[0-9]{2}){0,3}(?=\s|$)/g;

/** The words before an IBAN name its tax. */
function parseLines(lines: readonly string[]): IbanList {
  const list = emptyList();
  let before: string[] = [];
  for (const [i, raw] of lines.entries()) {
    const line = clean(raw);
    if (line === null || readFurniture(list, line)) continue;
    const found = IBAN.exec(line);
    if (found) {
      const words = [...before, line.slice(0, found.index), line.slice(found.index + found[0].length)].join(' ');
      addAccount(list, found[0], taxNameOf(words), i + 1);
      before = [];
    } else if (isContinued(line) && before.length === 0 && list.accounts.length > 0) continueLast(list, line);
    else before.push(line);
  }
  return list;
}

/** The continuation of a name below its IBAN begins with a small letter or a bracket. */
const isContinued = (line: string): boolean => /^[\p{Ll}(]/u.test(line);

const taxNameOf = (words: string): string | null => clean(words.trim().replace(NUMBER, '').replace(SYMBOL, ' '));

/**
 * Accounts of a PDF whose text is column by column: on each page first the days, then the IBANs, then the names. The nth name belongs to
 * the nth IBAN; where their numbers differ, because of names on several lines, the page has no names.
 */
function parseColumns(pages: readonly (readonly string[])[]): IbanList {
  const list = emptyList();
  let number = 0;
  for (const page of pages) {
    const ibans: { printed: string; line: number }[] = [];
    const lines: string[] = [];
    for (const raw of page) {
      number += 1;
      const line = clean(raw);
      if (line === null || readFurniture(list, line)) continue;
      if (isIban(line)) ibans.push({ printed: line, line: number });
      else if (!isOtherColumn(line)) lines.push(line);
    }
    const isPaired = lines.length === ibans.length;
    for (const [i, { printed, line }] of ibans.entries())
      addAccount(list, printed, isPaired ? (lines[i] ?? null) : null, line);
  }
  return list;
}

/** In points. Lines of a wrapped name are nine apart. */
const SAME_HEIGHT = 3;
const SAME_COLUMN = 6;

/** Accounts of a PDF whose table has a column of IBANs: texts at one height form a row, and a text below a name continues it. */
function parseRows(pages: readonly (readonly PageRun[])[]): IbanList {
  const list = emptyList();
  let nameAt: number | null = null;
  let number = 0;
  for (const runs of pages)
    for (const row of rowsOf(runs)) {
      number += 1;
      const cells = row.filter(({ text }) => !readFurniture(list, text));
      const iban = cells.find(({ text }) => isIban(text));
      const names = cells.filter((cell) => cell !== iban && !isOtherColumn(cell.text));
      const [first] = names;
      const words = clean(names.map(({ text }) => text).join(' '));
      if (iban) {
        addAccount(list, iban.text, words, number);
        nameAt = first?.x ?? nameAt;
      } else if (first && words !== null && nameAt !== null && Math.abs(first.x - nameAt) < SAME_COLUMN)
        continueLast(list, words);
    }
  return list;
}

/** From the top down, each from left to right, without blank texts. */
function rowsOf(runs: readonly PageRun[]): PageRun[][] {
  const rows: PageRun[][] = [];
  const trimmed = runs.map((run) => ({ ...run, text: clean(run.text) ?? '' })).filter(({ text }) => text !== '');
  for (const run of trimmed.sort((a, b) => b.y - a.y)) {
    const [above] = rows.at(-1) ?? [];
    if (above && above.y - run.y < SAME_HEIGHT) rows.at(-1)?.push(run);
    else rows.push([run]);
  }
  return rows.map((row) => row.sort((a, b) => a.x - b.x));
}
