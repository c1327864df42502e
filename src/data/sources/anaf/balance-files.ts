/** The yearly balance files of the Ministry of Finance: a legend of codes, and one line per company. */

import { caenCode } from '#data/sources/cells.ts';
import { decodeText, type Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, type RowReader, readTable, type TableShape } from '#data/sources/text-table.ts';
import { notAHeader, WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { parseCui } from '#lib/values/cui.ts';
import { clean } from '#lib/values/text.ts';
import { isStandardChart, standardChart } from './balance-chart.ts';
import type { BalanceForm, BalanceRecord, Indicator } from './records.ts';

/** Code → label. */
export type Legend = ReadonlyMap<string, string>;

/** Lines `label;I13`; the code may be in lower case, the file in cp1250. */
export function parseLegend(file: string, bytes: Uint8Array): Legend {
  const legend = new Map<string, string>();
  const text = decodeText(bytes);
  for (const line of text.split('\n')) {
    const [, label, code = ''] = /^(.*)[;,]\s*"?(i[0-9]+)"?\s*$/i.exec(line) ?? [];
    const tidy = clean(label?.replace(/^[\s\ufeff"]+/, '').replace(/(?<![\s"])[\s"]+$/, ''));
    if (tidy !== null) legend.set(code.toUpperCase(), tidy);
  }
  if (legend.size === 0) {
    const start = text.trimStart().split('\n', 1)[0] ?? '';
    throw new WrongShape(
      file,
      'lines such as "Cifra de afaceri neta;I13"',
      notAHeader(start) ?? `"${start.slice(0, 80)}"`,
    );
  }
  return legend;
}

export interface BalanceFile {
  form: BalanceForm;
  year: number;
  /** Null when it is missing: then only the standard header of ordinary companies has labels. */
  legend: Legend | null;
}

/** Indicators in the order of the header. Of several lines of a company the last one counts. */
export function readBalances(input: Input, { form, year, legend }: BalanceFile): AsyncIterable<Batch<BalanceRecord>> {
  const shape: TableShape<BalanceRecord> = {
    delimiters: [',', ';'],
    expected: 'the columns CUI, CAEN, I1, I2 … divided by , or ;',
    readerFor(header) {
      const codes = header.filter((name) => INDICATOR.test(name));
      const cuiAt = header.indexOf('CUI');
      if (cuiAt < 0 || codes.length === 0) return null;
      return rowReader({
        form,
        year,
        cuiAt,
        caenAt: header.indexOf('CAEN'),
        columns: columnsOf(header, legend ?? (usesStandardChart(form, codes) ? standardChart : new Map())),
      });
    },
  };
  return readTable(input, shape);
}

const INDICATOR = /^I[0-9]+$/;

const usesStandardChart = (form: BalanceForm, codes: string[]): boolean =>
  (form === 'UU' || form === 'BL' || form === 'IR') && isStandardChart(codes);

interface Column {
  at: number;
  code: string;
  label: string | null;
}

const columnsOf = (header: string[], legend: Legend): Column[] =>
  header.flatMap((code, at) => (INDICATOR.test(code) ? [{ at, code, label: legend.get(code) ?? null }] : []));

interface Layout {
  form: BalanceForm;
  year: number;
  cuiAt: number;
  caenAt: number;
  columns: Column[];
}

function rowReader({ form, year, cuiAt, caenAt, columns }: Layout): RowReader<BalanceRecord> {
  return (cells) => {
    const cui = parseCui(cells[cuiAt] ?? '');
    if (cui === null) return new Refusal('unreadable fiscal code', cells[cuiAt] ?? '');
    const indicators: Indicator[] = [];
    for (const { at, code, label } of columns) {
      const value = amount(cells[at] ?? '');
      if (value === undefined) return new Refusal('value is no number', `${code} ${cells[at]}`);
      indicators.push({ code, label, value });
    }
    return { cui, year, form, caenCode: caenAt < 0 ? null : caenCode(cells[caenAt]), indicators };
  };
}

/** Whole or with decimals after a dot; empty is not zero. Undefined when it is neither. */
function amount(cell: string): number | null | undefined {
  if (cell === '') return null;
  const whole = wholeNumber(cell);
  if (whole >= 0) return whole;
  if (/^-?[0-9]+(?:\.[0-9]*)?$/.test(cell)) return Number(cell);
  const trimmed = cell.trim();
  if (trimmed === '') return null;
  return trimmed === cell ? undefined : amount(trimmed);
}

/** Nine tenths of the cells, in a third of the time; -1 for any other text. */
function wholeNumber(cell: string): number {
  if (cell.length > WHOLE_DIGITS_MAX) return -1;
  let number = 0;
  for (let i = 0; i < cell.length; i++) {
    const digit = cell.charCodeAt(i) - DIGIT_0;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** A number of so many digits is exact. */
const WHOLE_DIGITS_MAX = 15;
const DIGIT_0 = 48;
