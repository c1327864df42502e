/** Columns of lei: purchases, award notices and notices have one currency, unless a column beside the value or the cell itself says another. */
import type { Cell } from '#lib/readers/workbook/sheet.ts';
import { amountOf, currencyIn, currencyNamed, type Marks } from './amounts.ts';
import { isInLei } from './columns.ts';
import { textOf } from './values.ts';

/** Where the value and its currency stand, and what the value's column is called. */
export interface MoneyPlaces {
  value: number;
  currency: number;
  name: string | undefined;
}

/** The currency of the value in these cells. */
export const currencyAt = (cells: readonly Cell[], { value, currency, name }: MoneyPlaces): string =>
  currencyIn(cells[value]) ?? (isInLei(name) ? null : currencyNamed(textOf(cells[currency]) ?? '')) ?? 'RON';

/** Bani of lei; null also for another currency, whose amount would be taken for lei; undefined for no amount. */
export function leiAt(cells: readonly Cell[], places: MoneyPlaces, marks: Marks): number | null | undefined {
  const amount = amountOf(cells[places.value], marks);
  return amount && currencyAt(cells, places) !== 'RON' ? null : amount;
}
