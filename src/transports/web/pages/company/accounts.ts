/** The sheet of accounts: three charts whose titles say what they show, and every value in a table. */

import type { Language } from '#lib/i18n/message.ts';
import { scaleOf, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type YearValue, yearBars } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import { findingOf } from './change.ts';

import type { Balance, Line } from './told.ts';
import { type Accounts, mainLines, nameOf, seriesOf, toldOf, YEARS, yearsOf } from './years.ts';

/** For the margin: of how many years that should be public there are accounts. */
export function publishedYears(told: Accounts, language: Language): Html {
  const all = yearsOf(told).length;
  return html`<p class="small quiet">${textsOf(language).company.accounts.published(all - missingYears(told).length, all)}</p>`;
}

export function accounts(told: Accounts, language: Language): Html {
  const texts = textsOf(language).company.accounts;
  const { balances } = told;
  const missing = missingYears(told);
  const remarks = balances.flatMap(({ year, warnings }) => warnings.map(({ label }) => `${year}: ${label}`));
  return html`<div class="trio">${mainLines(balances).map((line) => chart(seriesOf(told, line), line, language))}</div>
${missing.length > 0 && html`<p class="small gap">${texts.missing(missing.join(', '))}</p>`}
${remarks.map((remark) => html`<p class="small gap">${remark}</p>`)}
<details class="values"><summary>${texts.allValues}</summary>${table(balances, language)}</details>`;
}

function missingYears(told: Accounts): number[] {
  const known = new Set(told.balances.map(({ year }) => year));
  return yearsOf(told).filter((year) => !known.has(year));
}

function chart(values: YearValue[], line: Line, language: Language): Html {
  const texts = textsOf(language).company.accounts;
  const head = (more: string): Html =>
    html`<figcaption><b>${nameOf(line, null, language)}</b><span class="quiet small">${more}</span></figcaption>`;
  if (values.every(({ value }) => value === null))
    return html`<figure>${head('')}<p class="small none">${texts.otherForm}</p></figure>`;
  const peak = Math.max(0, ...values.map(({ value }) => Math.abs(value ?? 0)));
  const { by, words: scale } = scaleOf(line === 'employees' ? 0 : peak);
  const unit =
    line === 'employees' ? texts.average : (language === 'ro' ? `${scale.ro} lei` : `RON ${scale.en}`).trim();
  const said = [unit, findingOf(values, line, language)].filter((part) => part !== '').join(' · ');
  return html`<figure>${head(said)}${yearBars({ values, label: toldOf(values, line, language), format: (value) => (by === 1 ? wholeNumber(value, language) : threeDigits(value / by, language)) })}</figure>`;
}

function table(balances: readonly Balance[], language: Language): Html {
  const texts = textsOf(language).company.accounts;
  const names = textsOf(language).company.figureNames;
  // The newest first: on a phone the others are beside it.
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
