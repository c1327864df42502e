/** Accounts of a PDF whose table has a column of IBANs: texts at one height form a row, and a text below a name continues it. */

import type { PageRun } from '#lib/readers/pdf/runs.ts';
import { clean } from '#lib/values/text.ts';
import {
  addAccount,
  continueLast,
  emptyList,
  type IbanList,
  isIban,
  isOtherColumn,
  readFurniture,
} from './iban-account.ts';

/** In points. Lines of a wrapped name are nine apart. */
const SAME_HEIGHT = 3;
const SAME_COLUMN = 6;

export function parseRows(pages: readonly (readonly PageRun[])[]): IbanList {
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
