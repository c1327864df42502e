/** The years of accounts as series, and the key figures beside the verdict, each with a small bar for every year. */

import type { Language } from '#lib/i18n/message.ts';
import { shortened, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { spark, type YearValue } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import { changeOf } from './change.ts';

import type { Balance, Line, ToldFinances } from './told.ts';

/** As the operation counts back from the newest that there is. */
export const YEARS = 8;

/** What there is, newest first, and the years of which there should be some by now: a firm files nothing before its founding. */
export interface Accounts {
  balances: readonly Balance[];
  expected: readonly number[];
}

/** Extras of single operations have no type of their own. */
export function accountsOf({ data, meta }: ToldFinances): Accounts {
  const { financialsExpectedYears: years } = meta;
  return { balances: data, expected: Array.isArray(years) ? years.filter((year) => Number.isInteger(year)) : [] };
}

/** Oldest first: the eight years up to the newest balance, as far as any is there or due, and those that are due since. */
export function yearsOf({ balances, expected }: Accounts): number[] {
  const filed = balances.map(({ year }) => year);
  const newest = Math.max(...filed);
  const first = Math.max(Math.min(...filed, ...expected), newest - YEARS + 1);
  const last = Math.max(newest, ...expected);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Years without a balance are gaps. */
export function seriesOf(accounts: Accounts, line: Line): YearValue[] {
  const byYear = new Map(accounts.balances.map((balance) => [balance.year, balance.summary[line]]));
  return yearsOf(accounts).map((year) => ({ year, value: byYear.get(year) ?? null }));
}

/** Equity joins where it is negative. */
export function keyFigures(accounts: Accounts, language: Language): Html {
  const { balances } = accounts;
  if (balances.length === 0)
    return html`<div class="figures"><p class="none">${textsOf(language).company.page.noBalance}</p></div>`;
  const equity = balances[0]?.summary.equity ?? 0;
  const lines: Line[] = [...mainLines(balances), ...(equity < 0 ? (['equity'] as const) : [])];
  return html`<div class="figures">${lines.map((line) => figure(accounts, line, language))}</div>`;
}

/** Forms without a turnover, as of banks and associations, have incomes. */
export const mainLines = (balances: readonly Balance[]): Line[] => [
  balances.every(({ summary }) => summary.turnover === null) ? 'totalRevenue' : 'turnover',
  'netProfit',
  'employees',
];

/** The newest that was published; that a newer one is due is said beside it. */
function figure(accounts: Accounts, line: Line, language: Language): Html {
  const values = seriesOf(accounts, line);
  const newest = accounts.balances[0]?.year ?? 0;
  const published = values.filter(({ year }) => year <= newest);
  const { value = null, year = 0 } = published.at(-1) ?? {};
  const due = values.filter((one) => one.year > newest).map((one) => one.year);
  const notes = [changeOf(published, line, language), dueSince(due, language)].filter((note) => note !== '');
  const average = line === 'employees' ? `, ${textsOf(language).company.years.average}` : '';
  return html`<div><div><p class="quiet small">${nameOf(line, value, language)} ${year}${average}</p><p class="value">${value === null ? html`<span class="quiet">${textsOf(language).company.page.notPublished}</span>` : bigNumber(value, line, language)}</p><p class="small">${notes.join(' · ')}</p></div>${spark({ values, label: toldOf(values, line, language) })}</div>`;
}

function dueSince(years: readonly number[], language: Language): string {
  const [first] = years;
  if (first === undefined) return '';
  return textsOf(language).company.years.unpublished(years.length === 1 ? String(first) : `${first}–${years.at(-1)}`);
}

function bigNumber(value: number, line: Line, language: Language): Html {
  if (line === 'employees') return html`${wholeNumber(value, language)}`;
  const { figure: digits, unit } = shortened(value, language);
  return language === 'ro'
    ? html`${digits} <small>${unit} lei</small>`
    : html`<small>RON</small> ${digits} <small>${unit}</small>`;
}

/** A result is a profit or a loss; where it is not told of which year, a result. */
export function nameOf(line: Line, value: number | null, language: Language): string {
  const texts = textsOf(language).company.page;
  if (line === 'netProfit') return value === null ? texts.result : value < 0 ? texts.loss : texts.profit;
  return { turnover: texts.turnover, totalRevenue: texts.revenue, employees: texts.staff, equity: texts.equity }[line];
}

/** The whole picture for those who do not see it. */
export function toldOf(values: readonly YearValue[], line: Line, language: Language): string {
  const told = values.map(
    ({ year, value }) =>
      `${year}: ${value === null ? textsOf(language).company.page.notPublished : wholeNumber(value, language)}`,
  );
  return `${nameOf(line, null, language)}. ${told.join('; ')}`;
}
