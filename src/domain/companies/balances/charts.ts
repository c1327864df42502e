/**
 * Meanings of the numbered lines of a balance sheet. Codes are positional in each form and year. For ordinary companies the chart is
 * known and the code decides, since labels are sometimes wrong. Other charts are read by their labels; a line without a known
 * label stays unknown.
 */

import type { BalanceForm, Indicator } from '#data/sources/anaf/records.ts';
import { type SummaryColumn, summaryColumns } from '#domain/companies/tables.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { chart2015, isTurnover, type Meaning, meaningsByLabel, smallChart2015, standardChart } from './chart-lines.ts';

/** Above it a number of employees is an error of the filing: the largest employers have some 25,000, a row of 2019 has 3.1 thousand million. */
const EMPLOYEES_MAX = 200_000;

/** Bani. Above it an amount is an error of the filing: the whole country turns over some three thousand billion lei a year. Sums of a few such amounts would be inexact. */
const AMOUNT_MAX = 100_000_000_000_000;

/** Tolerated difference between the two sides of a balance sheet: filings are rounded. */
const IMBALANCE_MAX = 0.01;

export interface ChartLine {
  code: string;
  label: string | null;
}

/** Money in bani, employees in heads; null where the chart does not define the line or the filing leaves it empty. */
export type Summary = Record<SummaryColumn, number | null>;

export interface Reading {
  summary: Summary;
  warnings: Message[];
}

/** Forms on which ordinary companies file: only their chart has turnover, debts and equity in one sense. */
export const companyForms: readonly string[] = ['UU', 'BL', 'IR'] satisfies BalanceForm[];

/** Parses a chart once; the returned function reads the values of one filing, in the order of the lines. */
export function readChart(
  form: BalanceForm | null,
  year: number,
  lines: readonly ChartLine[],
): (values: readonly (number | null)[]) => Reading {
  const meanings = meaningsOf(form, year, lines);
  const isKnown = meanings.some((meaning) => meaning !== null);
  return (values) => {
    const summary = sumLines(meanings, values);
    const warnings = isKnown ? [] : [messages.balances.chartUnknown()];
    removeImpossible(summary, warnings);
    summary.total_assets ??= totalAssets(summary);
    warnings.push(...imbalances(summary));
    return { summary, warnings };
  };
}

/** One filing whose lines carry their own labels. */
export const summarise = (indicators: readonly Indicator[], form: BalanceForm | null, year: number): Reading =>
  readChart(form, year, indicators)(indicators.map((indicator) => indicator.value));

const position = (line: ChartLine): number => (/^I[1-9][0-9]*$/i.test(line.code) ? Number(line.code.slice(1)) : 0);

function meaningsOf(form: BalanceForm | null, year: number, lines: readonly ChartLine[]): (Meaning | null)[] {
  const chart = chartByCode(form, year, lines);
  if (chart) return lines.map((line) => chart[position(line) - 1] ?? null);
  const inOrder = lines.toSorted((a, b) => position(a) - position(b));
  const meanings = meaningsByLabel(inOrder.map((line) => line.label));
  return lines.map((line) => meanings[inOrder.indexOf(line)] ?? null);
}

function chartByCode(form: BalanceForm | null, year: number, lines: readonly ChartLine[]) {
  if (form !== null && !companyForms.includes(form)) return null;
  const charts = [
    standardChart,
    ...(year === 2015 ? [...(form === 'UU' || form === null ? [smallChart2015] : []), chart2015] : []),
  ];
  const chart = charts.find(({ length }) => isNumbered(lines, length));
  if (chart === undefined || form !== null) return chart ?? null;
  // The web service does not name the form: a turnover line at a company's position identifies a company's chart.
  const turnoverAt = chart.findIndex((meaning) => meaning?.column === 'turnover') + 1;
  const isCompany = lines.some((line) => position(line) === turnoverAt && isTurnover(line.label));
  const unlabelled = chart === chart2015 && lines.every((line) => line.label === null);
  return isCompany || unlabelled ? chart : null;
}

/** True when the codes are I1 … In, each once, in whatever order. */
const isNumbered = (lines: readonly ChartLine[], n: number): boolean =>
  lines.length === n &&
  new Set(lines.map(position)).size === n &&
  lines.every((line) => position(line) >= 1 && position(line) <= n);

const EMPTY = Object.fromEntries(summaryColumns.map((column) => [column, null])) as Summary;

function sumLines(meanings: readonly (Meaning | null)[], values: readonly (number | null)[]): Summary {
  const summary = { ...EMPTY };
  for (let i = 0; i < meanings.length; i++) {
    const meaning = meanings[i] ?? null;
    const value = values[i] ?? null;
    if (meaning === null || value === null) continue;
    const { column, sign } = meaning;
    const amount = Math.round(column === 'employees' ? value : value * 100);
    summary[column] = (summary[column] ?? 0) + sign * amount;
  }
  return summary;
}

/** An impossible value stays among the indicators as filed, and is null in the summary. */
function removeImpossible(summary: Summary, warnings: Message[]): void {
  const { employees } = summary;
  if (employees !== null && (employees < 0 || employees > EMPLOYEES_MAX)) {
    summary.employees = null;
    warnings.push(messages.balances.employeesImpossible());
  }
  for (const column of summaryColumns) {
    if (Math.abs(summary[column] ?? 0) <= AMOUNT_MAX) continue;
    summary[column] = null;
    warnings.push(messages.balances.amountImpossible());
  }
}

/** The forms do not publish this sum of three lines. An empty line of prepaid expenses counts as 0, as in forms that print the total. */
const totalAssets = ({ fixed_assets, current_assets, prepaid }: Summary): number | null =>
  fixed_assets === null || current_assets === null ? null : fixed_assets + current_assets + (prepaid ?? 0);

function* imbalances(s: Summary): Generator<Message> {
  // Banks and insurers hold deposits and reserves beside debts: only where assets are fixed or current do the two sides meet.
  if (s.total_assets !== null && s.fixed_assets !== null && s.debts !== null && s.equity !== null) {
    const sources = s.debts + (s.deferred_income ?? 0) + (s.provisions ?? 0) + s.equity;
    if (isImbalanced(s.total_assets, sources)) yield messages.balances.balanceOff();
  }
  if (s.total_revenue !== null && s.total_expenses !== null && s.gross_profit !== null) {
    const result = s.total_revenue - s.total_expenses;
    if (Math.abs(result - s.gross_profit) > IMBALANCE_MAX * Math.abs(s.total_revenue))
      yield messages.balances.resultOff();
  }
  if (s.current_assets !== null && s.current_assets >= 0) {
    const parts = (s.inventories ?? 0) + (s.receivables ?? 0) + (s.cash ?? 0);
    if (parts > s.current_assets * (1 + IMBALANCE_MAX)) yield messages.balances.currentAssetsOff();
  }
}

export const isImbalanced = (assets: number, sources: number): boolean =>
  Math.abs(assets - sources) > IMBALANCE_MAX * Math.abs(assets);
