/** Eight years of accounts as series, and the key figures beside the verdict, each with eight small bars. */
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from '#web/html.ts';
import { spark, type YearValue } from '#web/parts/year-bars.ts';
import { shortened, wholeNumber } from '#web/words/numbers.ts';
import { changeOf } from './change.ts';
import { texts as shared } from './texts.ts';
import type { Balance, Line } from './told.ts';

const AVERAGE = { ro: 'medie', en: 'average' } as const;

export const YEARS = 8;

/** The last eight years up to the newest balance, oldest first; years without one are gaps. */
export function seriesOf(balances: readonly Balance[], line: Line): YearValue[] {
  const newest = Math.max(...balances.map(({ year }) => year));
  const byYear = new Map(balances.map((balance) => [balance.year, balance.summary[line]]));
  return Array.from({ length: YEARS }, (_, i) => {
    const year = newest - YEARS + 1 + i;
    return { year, value: byYear.get(year) ?? null };
  });
}

/** Equity joins where it is negative. */
export function keyFigures(balances: readonly Balance[], language: Language): Html {
  if (balances.length === 0) return html`<div class="figures"><p class="none">${shared[language].noBalance}</p></div>`;
  const equity = seriesOf(balances, 'equity').at(-1)?.value ?? 0;
  const lines: Line[] = [...mainLines(balances), ...(equity < 0 ? (['equity'] as const) : [])];
  return html`<div class="figures">${lines.map((line) => figure(seriesOf(balances, line), line, language))}</div>`;
}

/** Forms without a turnover, as of banks and associations, have incomes. */
export const mainLines = (balances: readonly Balance[]): Line[] => [
  balances.every(({ summary }) => summary.turnover === null) ? 'totalRevenue' : 'turnover',
  'netProfit',
  'employees',
];

function figure(values: YearValue[], line: Line, language: Language): Html {
  const { value = null, year = 0 } = values.at(-1) ?? {};
  const average = line === 'employees' ? `, ${AVERAGE[language]}` : '';
  return html`<div><div><p class="quiet small">${nameOf(line, value, language)} ${year}${average}</p><p class="value">${value === null ? html`<span class="quiet">${shared[language].notPublished}</span>` : bigNumber(value, line, language)}</p><p class="small">${changeOf(values, line, language)}</p></div>${spark({ values, told: toldOf(values, line, language) })}</div>`;
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
  const words = shared[language];
  if (line === 'netProfit') return value === null ? words.result : value < 0 ? words.loss : words.profit;
  return { turnover: words.turnover, totalRevenue: words.revenue, employees: words.staff, equity: words.equity }[line];
}

/** The whole picture for those who do not see it. */
export function toldOf(values: readonly YearValue[], line: Line, language: Language): string {
  const told = values.map(
    ({ year, value }) => `${year}: ${value === null ? shared[language].notPublished : wholeNumber(value, language)}`,
  );
  return `${nameOf(line, null, language)}. ${told.join('; ')}`;
}
