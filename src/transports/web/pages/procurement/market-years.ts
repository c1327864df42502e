/** What was bought year by year: contracts and purchases may be summed, frameworks never; unfinished years are hatched. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { chartFigure, lei, scaleOf, wholeNumber } from '#lib/i18n/numbers.ts';
import { bucharestDay, yearOf } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { card } from '#transports/web/components/card.ts';
import { dealYearBars } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { AnalysisPreview, Coverage } from './market-analysis.ts';

type Year = AnalysisPreview['byYear'][number];

export function yearsSheet(
  { byYear }: Pick<AnalysisPreview, 'byYear'>,
  coverage: Coverage,
  stamps: Html,
  now: number,
  language: Language,
): Html | null {
  const texts = textsOf(language).procurement.market;
  if (byYear.length === 0) return null;
  const begun = coverage.from !== null && !coverage.from.endsWith('-01-01') ? coverage.from : null;
  const years = byYear.map(({ year, contracts, directPurchases }) => ({
    year,
    first: contracts.value,
    second: directPurchases.value,
    isPartial: year >= yearOf(bucharestDay(now)) || (begun !== null && year === yearOf(begun)),
  }));
  const { by, words: unit } = scaleOf(Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0))));
  const amount = (value: number | null): string => (value === null ? texts.notPublished : lei(value, language));
  const told = years.map(
    ({ year, first, second }) => `${year}: ${texts.ordinary} ${amount(first)}, ${texts.direct} ${amount(second)}`,
  );
  const hasFrameworks = byYear.some(({ frameworks, callOffs }) => frameworks.count + callOffs.count > 0);
  return card({
    id: 'ani',
    title: texts.years,
    sources: html`${stamps}${coverage.from !== null && html`<p class="quiet label">${texts.dataSince(shortDay(coverage.from, language))}</p>`}`,
    body: html`<figure><figcaption><b>${texts.yearsCaption(unit[language])}</b></figcaption>${dealYearBars({
      years,
      label: told.join('; '),
      format: (value) => chartFigure(value / by, language),
      key: {
        first: texts.ordinary,
        second: texts.direct,
        partial: texts.partial(begun && shortDay(begun, language)),
      },
    })}</figure>${hasFrameworks && html`<p class="quiet small aside">${texts.apart}</p>`}
<details><summary>${texts.allValues}</summary>${table(byYear, language)}</details>`,
  });
}

const COLUMNS = ['contracts', 'directPurchases', 'frameworks', 'callOffs', 'awards'] as const;

function table(rows: readonly Year[], language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const heads = {
    contracts: texts.ordinary,
    directPurchases: texts.direct,
    frameworks: texts.frameworksHead,
    callOffs: texts.callOffs,
    awards: texts.awardsHead,
  };
  const cell = ({ count, value }: Year['contracts'], name: string): Html =>
    html`<td class="num" data-label="${name}">${count === 0 ? '0' : html`${value === null ? html`<span class="quiet">${texts.notPublished}</span>` : lei(value, language)}<small>${wholeNumber(count, language)}</small>`}</td>`;
  return html`<table class="stacked amounts"><thead><tr><th scope="col">${texts.year}</th>${COLUMNS.map((name) => html`<th scope="col" class="num">${heads[name]}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr><th scope="row">${row.year}</th>${COLUMNS.map((name) => cell(row[name], heads[name]))}</tr>`)}</tbody></table>`;
}
