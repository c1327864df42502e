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
  readFurniture,
  validIbans,
} from './iban-account.ts';
import { parseColumns } from './iban-columns.ts';
import { parseRows } from './iban-rows.ts';

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
