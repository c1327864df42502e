/**
 * Accounts of a PDF whose text is column by column: on each page first the days, then the IBANs, then the names. The nth name belongs to
 * the nth IBAN; where their numbers differ, because of names on several lines, the page has no names.
 */
import { clean } from '#lib/values/text.ts';
import { addAccount, emptyList, type IbanList, isIban, isOtherColumn, readFurniture } from './iban-account.ts';

export function parseColumns(pages: readonly (readonly string[])[]): IbanList {
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
