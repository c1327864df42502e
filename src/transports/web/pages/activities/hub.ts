/** One activity as a market: how many companies, what they make from year to year, who leads, where they sit. */

import { counted } from '#lib/i18n/counts.ts';
import { percent, scaleOf, shortLei, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { companyLink } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { yearBars } from '#transports/web/components/year-bars.ts';
import { localityOf } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Told = Awaited<ReturnType<PageRequest['client']['getCaenHub']>>;
type Hub = Told['data'];

/** Fewer bars are no course: their table says it better. */
const CHART_YEARS_MIN = 3;

export function hubSheets({ data: hub, meta }: Told, { language, now }: PageRequest): Html {
  const texts = textsOf(language).activities;
  const { filers, companies, caen } = hub;
  const revision = caen.revision.slice('rev'.length);
  const other = revision === '3' ? '2' : '3';
  return html`${card({
    id: 'piata',
    title: texts.market,
    sources: sources(meta.sources, now, language),
    body: html`<p>${counted(companies.total, texts.firms, language)}, ${texts.active(wholeNumber(companies.active, language))}${filers && html`; ${texts.filers(counted(filers.companies, texts.firms, language), filers.year)}${filers.growth.turnover !== null && html` (${texts.grown(signed(filers.growth.turnover * 100, language))})`}`}. <span class="quiet">${texts.revision(revision)}</span> <a href="${toQuery('activity', language, { revision: other }, { code: caen.code })}">${texts.other(other)}</a></p>
${hub.byYear.length === 0 ? html`<p class="quiet">${texts.nobody}</p>` : years(hub.byYear, language)}`,
  })}
${hub.topCompanies.length > 0 && leaders(hub, language)}
${hub.counties.length > 0 && card({ id: 'judete', title: texts.counties, body: html`<ul class="ledger">${hub.counties.map((one) => html`<li><a href="${toQuery('county', language, { caen: caen.code }, { county: one.slug })}">${one.name}</a><span class="right">${counted(one.companies, texts.firms, language)}${one.turnover !== null && html`<br><span class="meta">${shortLei(one.turnover, language)}</span>`}</span></li>`)}</ul>` })}`;
}

const signed = (value: number, language: PageRequest['language']): string =>
  `${value > 0 ? '+' : ''}${percent(value, language)}`;

function years(byYear: Hub['byYear'], language: PageRequest['language']): Html {
  const texts = textsOf(language).activities;
  const oldestFirst = byYear.toSorted((a, b) => a.year - b.year);
  const values = oldestFirst.map(({ year, turnover }) => ({ year, value: turnover.sum }));
  const { by, words: unit } = scaleOf(Math.max(0, ...values.map(({ value }) => value ?? 0)));
  const written = (value: number | null): string => (value === null ? texts.missing : wholeNumber(value, language));
  const told = `${texts.turnover}. ${values.map(({ year, value }) => `${year}: ${written(value)}`).join('; ')}`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.allValues}"><table><thead><tr><th scope="col">${texts.year}</th><th scope="col" class="num">${texts.count}</th><th scope="col" class="num">${texts.turnover}, ${language === 'ro' ? 'lei' : 'RON'}</th><th scope="col" class="num">${texts.staff}</th></tr></thead><tbody>${byYear.map((one) => html`<tr><th scope="row">${one.year}</th><td class="num">${wholeNumber(one.companies, language)}</td><td class="num">${written(one.turnover.sum)}</td><td class="num">${written(one.employees.sum)}</td></tr>`)}</tbody></table></div>`;
  if (values.length < CHART_YEARS_MIN) return table;
  return html`<figure><figcaption><b>${texts.turnover}</b><span class="quiet small">${language === 'ro' ? `${unit.ro} lei` : `RON ${unit.en}`}</span></figcaption>${yearBars({ values, label: told, format: (value) => threeDigits(value / by, language) })}</figure>
<details class="values"><summary>${texts.allValues}</summary>${table}</details>`;
}

function leaders({ topCompanies, caen, year }: Hub, language: PageRequest['language']): Html {
  const texts = textsOf(language).activities;
  const ranking = toQuery('rankings', language, { caen: `${caen.revision}:${caen.code}`, year: year ?? undefined });
  return card({
    id: 'firme',
    title: texts.leaders,
    tools: html`<p class="tools"><a href="${ranking}">${texts.wholeRanking}</a></p>`,
    body: html`<ol class="ledger ranked">${topCompanies.map((row) => html`<li><b class="rank">${row.rank}</b><span>${companyLink(row, language)}<br><span class="meta">${localityOf(row).filter(Boolean).join(' · ')}</span></span><span class="right"><b>${shortLei(row.value, language)}</b></span></li>`)}</ol>`,
  });
}
