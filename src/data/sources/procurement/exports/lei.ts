/** Columns of lei: purchases, award notices and notices have one currency, unless a column beside the value or the cell itself says another. */
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { amountOf, currencyIn, currencyNamed, type Marks } from './amounts.ts';
import { isInLei } from './columns.ts';
import { textOf } from './values.ts';

/** The columns of a value and its currency. */
export interface MoneyColumns {
  value: number;
  currency: number;
  /** By the name of the value's column. */
  isInLei: boolean;
}

export const moneyColumns = (header: readonly string[], value: number, currency: number): MoneyColumns => ({
  value,
  currency,
  isInLei: isInLei(header[value]),
});

/** The currency of the value in these cells. */
export const currencyAt = (cells: readonly Cell[], { value, currency, isInLei }: MoneyColumns): string =>
  currencyIn(cells[value]) ?? (isInLei ? null : currencyNamed(textOf(cells[currency]) ?? '')) ?? 'RON';

/** Bani of lei; null also for an amount in another currency; undefined for no amount. */
export function leiAt(cells: readonly Cell[], columns: MoneyColumns, marks: Marks): number | null | undefined {
  const amount = amountOf(cells[columns.value], marks);
  return amount && currencyAt(cells, columns) !== 'RON' ? null : amount;
}
