/** One activity as a market: how many companies, what they make from year to year, who leads, where they sit. */

import { counted } from '#lib/i18n/counts.ts';
import { percent, scaleOf, shortLei, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { sheet } from '#transports/web/components/card.ts';
import { companyLink } from '#transports/web/components/company-list.ts';
import { sources } from '#transports/web/components/sources.ts';
import { yearBars } from '#transports/web/components/year-bars.ts';
import { placeOf } from '#transports/web/formats/place.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Told = Awaited<ReturnType<PageRequest['client']['getCaenHub']>>;
type Hub = Told['data'];

/** Fewer bars are no course: their table says it better. */
const CHART_YEARS_MIN = 3;

export function hubSheets({ data: hub, meta }: Told, { language, now }: PageRequest): Html {
  const words = textsOf(language).activities;
  const { filers, companies, caen } = hub;
  const revision = caen.revision.slice('rev'.length);
  const other = revision === '3' ? '2' : '3';
  return html`${sheet({
    id: 'piata',
    title: words.market,
    sources: sources(meta.sources, now, language),
    body: html`<p>${counted(companies.total, words.firms, language)}, ${words.active(wholeNumber(companies.active, language))}${filers && html`; ${words.filers(counted(filers.companies, words.firms, language), filers.year)}${filers.growth.turnover !== null && html` (${words.grown(signed(filers.growth.turnover * 100, language))})`}`}. <span class="quiet">${words.revision(revision)}</span> <a href="${toQuery('activity', language, { revision: other }, { code: caen.code })}">${words.other(other)}</a></p>
${hub.byYear.length === 0 ? html`<p class="quiet">${words.nobody}</p>` : years(hub.byYear, language)}`,
  })}
${hub.topCompanies.length > 0 && leaders(hub, language)}
${hub.counties.length > 0 && sheet({ id: 'judete', title: words.counties, body: html`<ul class="ledger">${hub.counties.map((one) => html`<li><a href="${toQuery('county', language, { caen: caen.code }, { county: one.slug })}">${one.name}</a><span class="right">${counted(one.companies, words.firms, language)}${one.turnover !== null && html`<br><span class="meta">${shortLei(one.turnover, language)}</span>`}</span></li>`)}</ul>` })}`;
}

const signed = (value: number, language: PageRequest['language']): string =>
  `${value > 0 ? '+' : ''}${percent(value, language)}`;

function years(byYear: Hub['byYear'], language: PageRequest['language']): Html {
  const words = textsOf(language).activities;
  const oldestFirst = byYear.toSorted((a, b) => a.year - b.year);
  const values = oldestFirst.map(({ year, turnover }) => ({ year, value: turnover.sum }));
  const { by, words: unit } = scaleOf(Math.max(0, ...values.map(({ value }) => value ?? 0)));
  const written = (value: number | null): string => (value === null ? words.missing : wholeNumber(value, language));
  const told = `${words.turnover}. ${values.map(({ year, value }) => `${year}: ${written(value)}`).join('; ')}`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="${words.allValues}"><table><thead><tr><th scope="col">${words.year}</th><th scope="col" class="num">${words.count}</th><th scope="col" class="num">${words.turnover}, ${language === 'ro' ? 'lei' : 'RON'}</th><th scope="col" class="num">${words.staff}</th></tr></thead><tbody>${byYear.map((one) => html`<tr><th scope="row">${one.year}</th><td class="num">${wholeNumber(one.companies, language)}</td><td class="num">${written(one.turnover.sum)}</td><td class="num">${written(one.employees.sum)}</td></tr>`)}</tbody></table></div>`;
  if (values.length < CHART_YEARS_MIN) return table;
  return html`<figure><figcaption><b>${words.turnover}</b><span class="quiet small">${language === 'ro' ? `${unit.ro} lei` : `RON ${unit.en}`}</span></figcaption>${yearBars({ values, told, written: (value) => threeDigits(value / by, language) })}</figure>
<details class="values"><summary>${words.allValues}</summary>${table}</details>`;
}

function leaders({ topCompanies, caen, year }: Hub, language: PageRequest['language']): Html {
  const words = textsOf(language).activities;
  const ranking = toQuery('rankings', language, { caen: `${caen.revision}:${caen.code}`, year: year ?? undefined });
  return sheet({
    id: 'firme',
    title: words.leaders,
    tools: html`<p class="tools"><a href="${ranking}">${words.wholeRanking}</a></p>`,
    body: html`<ol class="ledger ranked">${topCompanies.map((row) => html`<li><b class="rank">${row.rank}</b><span>${companyLink(row, language)}<br><span class="meta">${placeOf(row).filter(Boolean).join(' · ')}</span></span><span class="right"><b>${shortLei(row.value, language)}</b></span></li>`)}</ol>`,
  });
}
