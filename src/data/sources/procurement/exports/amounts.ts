/**
 * Amounts in cells. Of a point and a comma the last one is the decimal mark; several points, or commas, separate thousands. `1.234` alone
 * is ambiguous: the other amounts of the file decide.
 */

import { remembered } from '#data/sources/procurement/cell-meanings.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { parseDealBani } from '#lib/values/money.ts';

type Mark = '.' | ',';

/** The decimal and thousands marks in the amounts of one file so far. */
export class Marks {
  /** Marks that certainly separate decimals. */
  readonly #decimals = new Set<Mark>();
  /** The number of ambiguous amounts with each mark before three digits. */
  readonly #either = { '.': 0, ',': 0 };
  #isUngrouped = false;

  /** Must be called for the rows around an amount before the amount is read. */
  observe(cell: Cell | undefined): void {
    if (typeof cell !== 'string' || this.#decimals.size === 2) return;
    // Most amounts tell nothing that others have not told.
    const mark = cell[Math.max(cell.lastIndexOf('.'), cell.lastIndexOf(','))];
    const isKnown = this.#isUngrouped && (mark === undefined || this.#decimals.has(mark as Mark));
    if (isKnown && plainBani(cell) !== null) return;
    const { plain } = partsOf(cell);
    const [, either] = TWO_MEANINGS.exec(plain) ?? [];
    if (either !== undefined) {
      this.#either[either as Mark]++;
      return;
    }
    if (UNGROUPED.test(plain)) this.#isUngrouped = true;
    const [, thousands, decimal] = GROUPED.exec(plain) ?? [];
    const [, single] = DECIMAL.exec(plain) ?? [];
    if (decimal !== undefined) this.#decimals.add(decimal as Mark);
    else if (thousands !== undefined) this.#decimals.add(thousands === '.' ? ',' : '.');
    else if (single !== undefined) this.#decimals.add(single as Mark);
  }

  /** Whether this mark before three digits separates decimals; null when ambiguous. */
  isDecimal(mark: Mark): boolean | null {
    if (this.#decimals.size > 0) return this.#decimals.size === 2 ? null : this.#decimals.has(mark);
    // A file with 12345 has no marks of thousands; a file with three digits after every mark has no decimals.
    if (this.#isUngrouped) return true;
    return this.#either[mark] > 1 && this.#either[mark === '.' ? ',' : '.'] === 0 ? false : null;
  }
}

const TWO_MEANINGS = /^[-+]?[1-9][0-9]{0,2}([.,])[0-9]{3}$/;
const DECIMAL = /^[-+]?[0-9]+([.,])[0-9]*$/;
/** `1.234.567`, `1,234.5`: the mark of thousands, and that of decimals. */
const GROUPED = /^[-+]?[0-9]{1,3}([.,])[0-9]{3}(?:\1[0-9]{3})*(?:(?!\1)([.,])[0-9]*)?$/;
/** A thousand or more without a mark. */
const UNGROUPED = /^[-+]?[1-9][0-9]{3}/;
const WHOLE = /^[-+]?[0-9]+$/;

/** Bani of the cell's own currency (`currencyIn`); null when it is empty, undefined when it is no amount or an ambiguous one. */
export function amountOf(cell: Cell | undefined, marks: Marks = new Marks()): number | null | undefined {
  // The source has four decimals: more are floating-point noise.
  if (typeof cell === 'number') return parseDealBani(cell.toFixed(4)) ?? undefined;
  if (cell === undefined || cell === null || cell === '') return null;
  const bani = plainBani(cell);
  if (bani !== null) return bani;
  const { plain } = partsOf(cell);
  if (plain === '' || plain === '-') return null;
  const [, mark] = TWO_MEANINGS.exec(plain) ?? [];
  if (mark !== undefined) {
    const isDecimal = marks.isDecimal(mark as Mark);
    return isDecimal === null ? undefined : baniOf(plain, isDecimal ? (mark as Mark) : null);
  }
  if (WHOLE.test(plain)) return baniOf(plain, null);
  const single = DECIMAL.exec(plain)?.[1];
  if (single !== undefined) return baniOf(plain, single as Mark);
  const grouped = GROUPED.exec(plain);
  return grouped === null ? undefined : baniOf(plain, (grouped[2] as Mark | undefined) ?? null);
}

/** A longer amount may be implausibly high. */
const PLAIN_LENGTH_MAX = 12;
const ZERO = 48;
const POINT = 46;
const COMMA = 44;

/**
 * Bani of digits alone, or of digits, grouped by threes or not, with a mark before one, two or four more: nearly all amounts, without an
 * expression. Null for any other text.
 */
function plainBani(cell: string): number | null {
  if (cell.length > PLAIN_LENGTH_MAX) return null;
  let digits = 0;
  let mark = -1;
  let thousands = 0;
  for (let i = 0; i < cell.length; i++) {
    const character = cell.charCodeAt(i);
    if (character >= ZERO && character < ZERO + 10) digits = digits * 10 + character - ZERO;
    else if ((character !== POINT && character !== COMMA) || i === 0) return null;
    else if (mark < 0) mark = i;
    else {
      // The mark before separates thousands.
      const before = cell.charCodeAt(mark);
      const isGroup = i - mark === 4 && (thousands === 0 ? mark <= 3 : before === thousands);
      if (!isGroup) return null;
      thousands = before;
      mark = i;
    }
  }
  if (mark < 0) return digits * 100;
  if (cell.charCodeAt(mark) === thousands) return null;
  const decimals = cell.length - mark - 1;
  if (decimals === 1) return digits * 10;
  if (decimals === 2) return digits;
  // Rounded by the third decimal.
  return decimals === 4 ? Math.trunc(digits / 100) + (Math.trunc(digits / 10) % 10 >= 5 ? 1 : 0) : null;
}

/** The currency that the cell itself names; null when it names none. */
export function currencyIn(cell: Cell | undefined): string | null {
  if (typeof cell !== 'string') return null;
  const { currency } = partsOf(cell);
  return currency === null ? null : currencyNamed(currency);
}

/** `LEI` is `RON`; null for no currency. */
export const currencyNamed = remembered((text): string | null => {
  const name = text.trim().toUpperCase();
  return OTHER_NAMES[name] ?? (/^[A-Z]{3}$/.test(name) ? name : null);
});

const OTHER_NAMES: Readonly<Record<string, string>> = {
  LEI: 'RON',
  LEU: 'RON',
  'RON (LEI)': 'RON',
  'LEI (RON)': 'RON',
  '\u20ac': 'EUR',
  EURO: 'EUR',
  $: 'USD',
};

const baniOf = (plain: string, decimal: Mark | null): number | undefined => {
  const [whole = '', rest] = decimal === null ? [plain] : cut(plain, decimal);
  const lei = whole.replace(/[.,+]/g, '');
  return parseDealBani(rest === undefined ? lei : `${lei}.${rest}`) ?? undefined;
};

const cut = (text: string, mark: string): [string, string] => {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
};

/** The fast path for millions of cells. */
const BARE = /^[-0-9.,]+$/;
const CURRENCY = /(?:RON|LEI|LEU|EURO|EUR|USD|GBP|CHF|HUF|[\u20ac$])$/i;

function partsOf(cell: string): { plain: string; currency: string | null } {
  if (BARE.test(cell)) return { plain: cell, currency: null };
  const bare = cell.replace(/[\s'\u2019]/g, '');
  const [currency = null] = CURRENCY.exec(bare) ?? [];
  return { plain: currency === null ? bare : bare.slice(0, -currency.length), currency };
}
