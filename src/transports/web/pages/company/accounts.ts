/** Annual accounts: three charts, a table of all values, and the key figures beside the verdict. */
import type { Language } from '#lib/i18n/message.ts';
import { number, percent, scaleOf, shortened, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { spark, type YearValue, yearBars } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { AccountLine, Balance, FinancialsResult } from './data.ts';

/** How many of the years that are due have accounts. */
export function publishedYears(accounts: Accounts, language: Language): Html {
  const all = yearsOf(accounts).length;
  return html`<p class="small quiet">${textsOf(language).company.accounts.published(all - missingYears(accounts).length, all)}</p>`;
}

export function accounts(filed: Accounts, language: Language): Html {
  const texts = textsOf(language).company.accounts;
  const { balances } = filed;
  const missing = missingYears(filed);
  const remarks = balances.flatMap(({ year, warnings }) => warnings.map(({ label }) => `${year}: ${label}`));
  return html`<div class="trio">${mainLines(balances).map((line) => chart(seriesOf(filed, line), line, language))}</div>
${missing.length > 0 && html`<p class="small gap">${texts.missing(missing.join(', '))}</p>`}
${remarks.map((remark) => html`<p class="small gap">${remark}</p>`)}
<details class="values"><summary>${texts.allValues}</summary>${table(balances, language)}</details>`;
}

function missingYears(accounts: Accounts): number[] {
  const published = new Set(accounts.balances.map(({ year }) => year));
  return yearsOf(accounts).filter((year) => !published.has(year));
}

function chart(values: YearValue[], line: AccountLine, language: Language): Html {
  const texts = textsOf(language).company.accounts;
  const head = (more: string): Html =>
    html`<figcaption><b>${nameOf(line, null, language)}</b><span class="quiet small">${more}</span></figcaption>`;
  if (values.every(({ value }) => value === null))
    return html`<figure>${head('')}<p class="small none">${texts.otherForm}</p></figure>`;
  const peak = Math.max(0, ...values.map(({ value }) => Math.abs(value ?? 0)));
  const { by, words: scale } = scaleOf(line === 'employees' ? 0 : peak);
  const unit =
    line === 'employees' ? texts.average : (language === 'ro' ? `${scale.ro} lei` : `RON ${scale.en}`).trim();
  const caption = [unit, findingOf(values, line, language)].filter((part) => part !== '').join(' · ');
  return html`<figure>${head(caption)}${yearBars({ values, label: chartText(values, line, language), format: (value) => (by === 1 ? wholeNumber(value, language) : threeDigits(value / by, language)) })}</figure>`;
}

function table(balances: readonly Balance[], language: Language): Html {
  const texts = textsOf(language).company.accounts;
  const names = textsOf(language).company.figureNames;
  // The newest first: phones scroll to the older ones.
  const years = balances.slice(0, YEARS);
  const lines = (Object.keys(names) as (keyof typeof names)[]).filter((line) =>
    years.some(({ summary }) => summary[line] !== null),
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.allValues}"><table class="sums"><caption>${texts.line}</caption>
<thead><tr><td></td>${years.map(({ year }) => html`<th scope="col" class="num">${year}</th>`)}</tr></thead>
<tbody>${lines.map((line) => html`<tr><th scope="row">${names[line]}</th>${years.map(({ summary }) => html`<td class="num">${summary[line] === null ? html`<span class="quiet">${textsOf(language).company.page.notPublished}</span>` : wholeNumber(summary[line], language)}</td>`)}</tr>`)}
<tr><th scope="row">${texts.form}</th>${years.map(({ form }) => html`<td class="num">${form}</td>`)}</tr></tbody></table></div>
<p class="small quiet">${texts.more}</p>`;
}

/** As many years as the operation returns. */
export const YEARS = 8;

/** Balances, newest first, and the years for which accounts are due. A company files none before its incorporation. */
interface Accounts {
  balances: readonly Balance[];
  expected: readonly number[];
}

/** The type of `meta` lacks the fields of single operations. */
export function accountsOf({ data, meta }: FinancialsResult): Accounts {
  const { financialsExpectedYears: years } = meta;
  return { balances: data, expected: Array.isArray(years) ? years.filter((year) => Number.isInteger(year)) : [] };
}

/** Oldest first: the eight years up to the newest balance, without those before the first filed or due one, and later years that are due. */
export function yearsOf({ balances, expected }: Accounts): number[] {
  const filed = balances.map(({ year }) => year);
  const newest = Math.max(...filed);
  const first = Math.max(Math.min(...filed, ...expected), newest - YEARS + 1);
  const last = Math.max(newest, ...expected);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** A year without a balance has the value null. */
export function seriesOf(accounts: Accounts, line: AccountLine): YearValue[] {
  const byYear = new Map(accounts.balances.map((balance) => [balance.year, balance.summary[line]]));
  return yearsOf(accounts).map((year) => ({ year, value: byYear.get(year) ?? null }));
}

/** Negative equity joins the key figures. */
export function keyFigures(accounts: Accounts, language: Language): Html {
  const { balances } = accounts;
  if (balances.length === 0)
    return html`<div class="figures"><p class="none">${textsOf(language).company.page.noBalance}</p></div>`;
  const equity = balances[0]?.summary.equity ?? 0;
  const lines: AccountLine[] = [...mainLines(balances), ...(equity < 0 ? (['equity'] as const) : [])];
  return html`<div class="figures">${lines.map((line) => figure(accounts, line, language))}</div>`;
}

/** The forms of banks and associations have no turnover: their total revenue is used. */
const mainLines = (balances: readonly Balance[]): AccountLine[] => [
  balances.every(({ summary }) => summary.turnover === null) ? 'totalRevenue' : 'turnover',
  'netProfit',
  'employees',
];

/** The newest published value; a note names later years that are due. */
function figure(accounts: Accounts, line: AccountLine, language: Language): Html {
  const values = seriesOf(accounts, line);
  const newest = accounts.balances[0]?.year ?? 0;
  const published = values.filter(({ year }) => year <= newest);
  const { value = null, year = 0 } = published.at(-1) ?? {};
  const due = values.filter((one) => one.year > newest).map((one) => one.year);
  const notes = [changeOf(published, line, language), dueSince(due, language)].filter((note) => note !== '');
  const average = line === 'employees' ? `, ${textsOf(language).company.years.average}` : '';
  return html`<div><div><p class="quiet small">${nameOf(line, value, language)} ${year}${average}</p><p class="value">${value === null ? html`<span class="quiet">${textsOf(language).company.page.notPublished}</span>` : bigNumber(value, line, language)}</p><p class="small">${notes.join(' · ')}</p></div>${spark({ values, label: chartText(values, line, language) })}</div>`;
}

function dueSince(years: readonly number[], language: Language): string {
  const [first] = years;
  if (first === undefined) return '';
  return textsOf(language).company.years.unpublished(years.length === 1 ? String(first) : `${first}–${years.at(-1)}`);
}

function bigNumber(value: number, line: AccountLine, language: Language): Html {
  if (line === 'employees') return html`${wholeNumber(value, language)}`;
  const { figure: digits, unit } = shortened(value, language);
  return language === 'ro'
    ? html`${digits} <small>${unit} lei</small>`
    : html`<small>RON</small> ${digits} <small>${unit}</small>`;
}

/** A net result is named profit or loss by its sign; without a value, result. */
function nameOf(line: AccountLine, value: number | null, language: Language): string {
  const texts = textsOf(language).company.page;
  if (line === 'netProfit') return value === null ? texts.result : value < 0 ? texts.loss : texts.profit;
  return { turnover: texts.turnover, totalRevenue: texts.revenue, employees: texts.staff, equity: texts.equity }[line];
}

/** Text alternative of a chart. */
function chartText(values: readonly YearValue[], line: AccountLine, language: Language): string {
  const texts = values.map(
    ({ year, value }) =>
      `${year}: ${value === null ? textsOf(language).company.page.notPublished : wholeNumber(value, language)}`,
  );
  return `${nameOf(line, null, language)}. ${texts.join('; ')}`;
}

/** From this factor on, "times" reads better than a percentage. */
const FACTOR_FROM = 2;
const AROUND_DOUBLE = 0.1;

/** The newest year against the one before; never a percentage across a change of sign. */
export function changeOf(values: readonly YearValue[], line: AccountLine, language: Language): string {
  const texts = textsOf(language).company.change;
  const value = values.at(-1)?.value ?? null;
  const before = values.at(-2);
  if (value !== null && line === 'equity') return negativeYears(values, language);
  if (value === null || before === undefined) return '';
  const { value: earlier, year } = before;
  if (earlier === null) return texts.unknownBefore(year);
  if (value === earlier) return texts.same(year);
  if (line === 'employees') return texts.against(signed(value - earlier, language), year);
  if (value < 0 && earlier < 0) return value > earlier ? texts.smaller(year) : texts.larger(year);
  if (value >= 0 && earlier < 0) return texts.lossBefore(year);
  // The year before had neither profit nor loss.
  if (value < 0 && earlier === 0) return texts.from('0', year);
  if (value < 0) return texts.profitBefore(year);
  return ratioOf(value, earlier, year, language);
}

/** The newest year against the first: the finding of the chart in words. */
export function findingOf(values: readonly YearValue[], line: AccountLine, language: Language): string {
  const texts = textsOf(language).company.change;
  const published = values.filter((one): one is { year: number; value: number } => one.value !== null);
  const [first] = published;
  const last = published.at(-1);
  if (!first || !last) return '';
  if (published.length === 1) return texts.single(last.year);
  if (line === 'netProfit') {
    const losses = published.filter(({ value }) => value < 0).length;
    const all = texts.allYears(published.length);
    if (losses === 0) return `${published.every(({ value }) => value > 0) ? texts.profit : texts.noLoss} ${all}`;
    return losses === published.length ? `${texts.loss} ${all}` : texts.losses(losses, published.length);
  }
  if (first.value === last.value) return texts.same(first.year);
  if (Math.abs(last.value / first.value - FACTOR_FROM) < AROUND_DOUBLE && line === 'turnover')
    return texts.double(first.year);
  if (line === 'employees' && first.value > 0 && last.value / first.value < FACTOR_FROM)
    return texts.from(wholeNumber(first.value, language), first.year);
  return ratioOf(last.value, first.value, first.year, language);
}

function ratioOf(value: number, earlier: number, year: number, language: Language): string {
  const texts = textsOf(language).company.change;
  // No percentage from zero or less.
  if (earlier <= 0) return texts.from(number(earlier, language), year);
  const times = value / earlier;
  if (times >= FACTOR_FROM) return texts.times(number(Math.round(times * 10) / 10, language), year);
  const change = Math.round((times - 1) * 1_000) / 10;
  return texts.against(`${change > 0 ? '+' : ''}${percent(change, language)}`, year);
}

function negativeYears(values: readonly YearValue[], language: Language): string {
  const texts = textsOf(language).company.change;
  const published = values.flatMap(({ value }) => value ?? []);
  const negative = published.filter((value) => value < 0).length;
  return negative === published.length
    ? `${texts.below} ${texts.allYears(negative)}`
    : texts.negative(negative, published.length);
}

const signed = (value: number, language: Language): string => `${value > 0 ? '+' : ''}${wholeNumber(value, language)}`;
