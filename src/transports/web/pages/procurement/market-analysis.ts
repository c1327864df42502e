/** Analysis of a market: totals in a sentence, rulers of concentration and competition, and years. */
import { counted } from '#lib/i18n/counts.ts';
import { longMonth, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { chartFigure, lei, percent, scaleOf, shortLei, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { bucharestDay, yearOf } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { card } from '#transports/web/components/card.ts';
import { HHI_LIMITS, hhiRuler, levelOf, shareRuler } from '#transports/web/components/rulers.ts';
import { dealYearBars, signedValue } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

export function totalSentence(
  { totals }: Pick<AnalysisPreview, 'totals'>,
  { from }: Coverage,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.market;
  const { contracts, callOffs, directPurchases, frameworks } = totals;
  const summed = [contracts, callOffs, directPurchases];
  if (summed.every(({ count }) => count === 0) && frameworks.count === 0) return html`${texts.empty}`;
  const values = summed.flatMap(({ value }) => value ?? []);
  const sum = values.reduce((all, value) => all + value, 0);
  const unvalued = summed.reduce((all, { unknown }) => all + unknown, 0);
  const unstated = directPurchases.unknownState;
  return html`${values.length === 0 ? texts.boughtUnknown : texts.bought(shortLei(sum, language), from && longMonth(from, language))}<b>${counted(contracts.count, texts.contracts, language)}</b>${callOffs.count > 0 && html`, <b>${counted(callOffs.count, texts.callOffsNoun, language)}</b>`}${texts.and}<b>${counted(directPurchases.count, texts.purchases, language)}</b>.
${unvalued > 0 && ` ${texts.unvalued(wholeNumber(unvalued, language))}`}${unstated > 0 && ` ${texts.unstated(wholeNumber(unstated, language))}`}${frameworks.count > 0 && ` ${texts.ceilings(counted(frameworks.count, texts.frameworks, language), frameworks.value === null ? null : shortLei(frameworks.value, language))}`}`;
}

export const rulers = ({ concentration, offers }: Analysis, language: Language): Html =>
  html`<div class="hero twin">${concentrationBox(concentration, language)}${offersBox(offers, language)}</div>`;

function concentrationBox({ hhi, suppliers, top10Share }: Analysis['concentration'], language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const all = counted(suppliers, texts.suppliers, language);
  const lead = top10Share === null ? `${all}.` : `${all}; ${texts.firstTen(percent(top10Share * 100, language))}.`;
  return html`<section class="verdict"><h2 class="kind"><span>${texts.concentration}</span><span>HHI</span></h2><p class="word">${hhi === null ? texts.unknown : textsOf(language).components.hhi[levelOf(hhi)]}</p>
${hhi === null ? hollow(texts.noHhi) : hhiRuler(hhi, language)}<p class="small">${hhi === null ? texts.noHhi : html`${lead} <span class="limits quiet">${texts.limits(wholeNumber(HHI_LIMITS.moderate, language), wholeNumber(HHI_LIMITS.concentrated, language))}</span>`}</p></section>`;
}

function offersBox({ contracts, average, singleShare }: Analysis['offers'], language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const all = counted(contracts, texts.contracts, language);
  const single = wholeNumber(Math.round((singleShare ?? 0) * contracts), language);
  const text = texts.singleOf(single, all);
  const isKnown = average !== null && singleShare !== null;
  return html`<section class="verdict"><h2 class="kind"><span>${texts.offers}</span><span>${isKnown && all}</span></h2><p class="word">${isKnown ? texts.offersAverage(threeDigits(Math.round(average * 10) / 10, language)) : texts.unknown}</p>
${isKnown ? shareRuler({ share: singleShare, is: texts.single, rest: texts.several, label: text }, language) : hollow(texts.noOffers)}<p class="small">${isKnown ? text : texts.noOffers}</p></section>`;
}

/** An empty ruler for unknown values. */
const hollow = (label: string): Html =>
  html`<svg class="band ruler" role="img" aria-label="${label}"><rect x="0" y="20" width="100%" height="28" class="hollow"/></svg>`;

type Year = AnalysisPreview['byYear'][number];

export function yearsCard(
  { byYear }: Pick<AnalysisPreview, 'byYear'>,
  coverage: Coverage,
  provenance: Html,
  now: number,
  language: Language,
): Html | null {
  const texts = textsOf(language).procurement.market;
  if (byYear.length === 0) return null;
  const partialFrom = coverage.from !== null && !coverage.from.endsWith('-01-01') ? coverage.from : null;
  const years = byYear.map(({ year, contracts, callOffs, directPurchases }) => ({
    year,
    first: signedValue(contracts, callOffs),
    second: directPurchases.value,
    isPartial: year >= yearOf(bucharestDay(now)) || (partialFrom !== null && year === yearOf(partialFrom)),
  }));
  const { by, words: unit } = scaleOf(Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0))));
  const amount = (value: number | null): string => (value === null ? texts.notPublished : lei(value, language));
  const text = years.map(
    ({ year, first, second }) => `${year}: ${texts.signed} ${amount(first)}, ${texts.direct} ${amount(second)}`,
  );
  const hasFrameworks = byYear.some(({ frameworks }) => frameworks.count > 0);
  return card({
    id: 'ani',
    title: texts.years,
    sources: html`${provenance}${coverage.from !== null && html`<p class="quiet label">${texts.dataSince(shortDay(coverage.from, language))}</p>`}`,
    body: html`<figure><figcaption><b>${texts.yearsCaption(unit[language])}</b></figcaption>${dealYearBars({
      years,
      label: text.join('; '),
      format: (value) => chartFigure(value / by, language),
      key: {
        first: texts.signed,
        second: texts.direct,
        partial: texts.partial(partialFrom && shortDay(partialFrom, language)),
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

type AnalysisResult = Awaited<ReturnType<PageRequest['client']['getCpvAnalysis']>>;
/** With Pro. */
export type Analysis = Extract<AnalysisResult, { preview: false }>['data'];
/** For visitors. */
type AnalysisPreview = Extract<AnalysisResult, { preview: true }>['data'];

interface Coverage {
  /** Null where nothing is loaded. */
  from: string | null;
  to: string | null;
}

/** From the first to the last day of contracts and direct purchases. */
export function coverageOf({ coverage }: Pick<AnalysisPreview, 'coverage'>): Coverage {
  const rows = coverage.filter(({ list }) => list === 'contract' || list === 'purchase');
  const days = (name: 'firstDate' | 'lastDate'): string[] => rows.flatMap((row) => row[name] ?? []).sort();
  return { from: days('firstDate')[0] ?? null, to: days('lastDate').at(-1) ?? null };
}
