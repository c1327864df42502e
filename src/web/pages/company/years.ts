/** Eight years of accounts: key figures with small bars, three charts, and every value in a table. */
import type { Declared } from '#app/slices.ts';
import type { Client } from '#operations/client.ts';
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from '#web/html.ts';
import { spark, type YearValue, yearBars } from '#web/parts/year-bars.ts';
import { number, percent, scaleOf, shortened, threeDigits, wholeNumber } from '#web/words/numbers.ts';
import { texts } from './texts.ts';

type Balance = Awaited<ReturnType<Client<Declared>['getFinancials']>>['data'][number];
type Line = 'turnover' | 'netProfit' | 'employees' | 'equity';

const YEARS = 8;

/** The last eight years up to the newest balance, oldest first; years without one are gaps. */
export function seriesOf(balances: readonly Balance[], line: Line): YearValue[] {
  const newest = Math.max(...balances.map(({ year }) => year));
  return Array.from({ length: YEARS }, (_, i) => {
    const year = newest - YEARS + 1 + i;
    return { year, value: balances.find((balance) => balance.year === year)?.summary[line] ?? null };
  });
}

/** Equity joins where it is negative. */
export function keyFigures(balances: readonly Balance[], language: Language): Html | null {
  if (balances.length === 0) return null;
  const equity = seriesOf(balances, 'equity');
  const lines: Line[] = [
    'turnover',
    'netProfit',
    'employees',
    ...((equity.at(-1)?.value ?? 0) < 0 ? (['equity'] as const) : []),
  ];
  return html`<div class="figures">${lines.map((line) => figure(seriesOf(balances, line), line, language))}</div>`;
}

function figure(values: YearValue[], line: Line, language: Language): Html {
  const words = texts[language];
  const last = values.at(-1);
  const { value = null, year = 0 } = last ?? {};
  const name = nameOf(line, value, language);
  const before = values.at(-2)?.value ?? null;
  return html`<div><div><p class="quiet small">${name} ${year}</p><p class="value">${value === null ? words.notPublished : bigNumber(value, line, language)}</p><p class="small">${changeOf(value, before, year - 1, language)}</p></div>${spark({ values, told: toldOf(values, line, language) })}</div>`;
}

function bigNumber(value: number, line: Line, language: Language): Html {
  if (line === 'employees') return html`${wholeNumber(value, language)}`;
  const { figure, unit } = shortened(value, language);
  return language === 'ro'
    ? html`${figure} <small>${unit} lei</small>`
    : html`<small>RON</small> ${figure} <small>${unit}</small>`;
}

const nameOf = (line: Line, value: number | null, language: Language): string => {
  const words = texts[language];
  if (line === 'netProfit') return (value ?? 0) < 0 ? words.loss : words.profit;
  return { turnover: words.turnover, employees: words.staff, equity: words.equity }[line];
};

/** In per cent while that says something; never across a change of sign. */
function changeOf(value: number | null, before: number | null, year: number, language: Language): string {
  const words = texts[language];
  if (value === null || before === null || before === 0 || value < 0 || before < 0) return '';
  const times = value / before;
  if (times >= 2) return words.times(number(Math.round(times * 10) / 10, language), year);
  const change = Math.round((times - 1) * 1_000) / 10;
  return words.against(`${change > 0 ? '+' : ''}${percent(change, language)}`, year);
}

const toldOf = (values: readonly YearValue[], line: Line, language: Language): string => {
  const words = texts[language];
  const told = values.map(
    ({ year, value }) => `${year}: ${value === null ? words.notPublished : wholeNumber(value, language)}`,
  );
  return `${nameOf(line, values.at(-1)?.value ?? null, language)}. ${told.join('; ')}`;
};

export function charts(balances: readonly Balance[], language: Language): Html {
  return html`<div class="trio">${(['turnover', 'netProfit', 'employees'] as const).map((line) => chart(seriesOf(balances, line), line, language))}</div>`;
}

function chart(values: YearValue[], line: Line, language: Language): Html {
  const peak = Math.max(0, ...values.map(({ value }) => Math.abs(value ?? 0)));
  const { by, words } = scaleOf(line === 'employees' ? 0 : peak);
  const unit = line === 'employees' ? '' : language === 'ro' ? `${words.ro} lei` : `RON ${words.en}`;
  return html`<figure><figcaption><b>${nameOf(line, null, language)}</b><span class="quiet small">${unit}</span></figcaption>${yearBars({ values, told: toldOf(values, line, language), written: (value) => threeDigits(value / by, language) })}</figure>`;
}

export function yearTable(balances: readonly Balance[], language: Language): Html {
  const words = texts[language];
  const rows = ['turnover', 'netProfit', 'employees', 'equity'] as const;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.allValues}"><table>
<thead><tr><th scope="col">${words.year}</th>${rows.map((line) => html`<th scope="col" class="num">${nameOf(line, null, language)}</th>`)}</tr></thead>
<tbody>${balances.map(({ year, summary }) => html`<tr><th scope="row">${year}</th>${rows.map((line) => html`<td class="num">${summary[line] === null ? words.notPublished : wholeNumber(summary[line], language)}</td>`)}</tr>`)}</tbody></table></div>`;
}
