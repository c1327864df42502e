/** The largest companies of a year, by country, county or activity. */

import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { counties, findCounty } from '#lib/values/county.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { companyLink, listDownloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { localityOf } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { METRICS, type Metric } from './rankings/texts.ts';

interface Asked {
  metric: Metric;
  slice: 'national' | 'judet' | 'caen';
  value: string | undefined;
  year: number | undefined;
}

export const rankingsPage: Page = {
  path: addresses.rankings,
  operations: ['getTopCompanies', 'getLeaderboardYears', 'getAdvancedRankings'],
  async show(request) {
    const { client, language, query, now } = request;
    const texts = textsOf(language).rankings;
    const { data: years } = await client.getLeaderboardYears({});
    const asked = askedOf(query, years);
    const cursor = query.get('cursor');
    const { result: told, error: problem } = await settle(
      client.getTopCompanies({ ...given(asked), limit: 50, ...(cursor && { cursor }) }),
    );
    const written = (amount: number): string =>
      asked.metric === 'angajati' ? wholeNumber(amount, language) : shortLei(amount, language);
    // A company without a place may be new, but also have moved, or filed nothing, or the codes were other ones.
    const before = told?.data.some(({ previousRank }) => previousRank !== null) ?? false;
    const label = told?.data[0]?.slice.label ?? '';
    const heading = texts.of(texts.metrics[asked.metric], asked.year ?? null);
    return {
      title: `${texts.title}: ${heading}${asked.slice !== 'national' && label !== '' ? `, ${label}` : ''}`,
      description: texts.lead,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${heading}</h1><p class="promise">${asked.slice === 'national' ? `${texts.nation}. ` : label !== '' && `${label}. `}${revisionOf(asked, told?.data[0]?.slice.value, request)}${told && told.data.length > 0 && !before && ` ${texts.noBefore}`}</p></section>
<section class="sheet"><header>${told && sources(told.meta.sources, now, language)}${filters(asked, years, request)}${told && listDownloads('/api/statistica/top-companies', { ...given(asked) }, language)}</header><div>${problem && html`<p class="bad" role="alert">${problem.in(language).message}</p>`}
<ol class="ledger ranked">${told?.data.map((row) => html`<li><b class="rank">${row.rank}</b><span>${companyLink(row, language)}<br><span class="meta">${[...localityOf(row), row.caenCode && `CAEN ${row.caenCode}`].filter(Boolean).join(' · ')}</span></span><span class="right"><b>${written(row.value)}</b><br><span class="meta">${before && (row.previousRank === null ? texts.noPlace : texts.before(row.previousRank))}</span></span></li>`)}</ol>
${pager(told?.meta.page?.nextCursor, (next) => toQuery('rankings', language, { ...given(asked), cursor: next }), language)}</div></section>`,
    };
  },
};

/** The form has a field for each kind of place; addresses of the operation name kind and value. A code is narrower than a county. */
function askedOf(query: URLSearchParams, years: readonly number[]): Asked {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const kind = text('slice');
  const caen = text('caen') || (kind === 'caen' ? text('value') : '');
  const county = text('judet') || (kind === 'judet' ? text('value') : '');
  return {
    metric: METRICS.find((one) => one === text('metric')) ?? METRICS[0],
    slice: caen !== '' ? 'caen' : county !== '' ? 'judet' : 'national',
    value: caen || county || undefined,
    year: years.find((one) => String(one) === text('year')) ?? years[0],
  };
}

/** As the operation takes it. */
const given = ({ value, year, ...asked }: Asked) => ({
  ...asked,
  ...(value !== undefined && { value }),
  ...(year !== undefined && { year }),
});

/** Codes of one revision are never counted with those of another: which one it is stands in the slice. */
function revisionOf({ slice }: Asked, value: string | undefined, { language }: PageRequest): string {
  const [revision] = (value ?? '').split(':');
  const number = /^rev(\d)/.exec(revision ?? '')?.[1];
  return slice === 'caen' && number !== undefined
    ? textsOf(language).rankings.revision(Number(number))
    : textsOf(language).rankings.yearly;
}

function filters({ metric, slice, value, year }: Asked, years: readonly number[], { language }: PageRequest): Html {
  const texts = textsOf(language).rankings;
  const option = (key: string, text: string, isChosen: boolean): Html =>
    html`<option value="${key}"${isChosen && html` selected`}>${text}</option>`;
  const county = slice === 'judet' ? findCounty(value ?? '')?.slug : undefined;
  return html`<details class="filter"><summary>${texts.filters}</summary><form class="filters" action="${to('rankings', language)}">
<p><label>${texts.metric}<select class="field" name="metric">${METRICS.map((one) => option(one, texts.metrics[one], one === metric))}</select></label></p>
<p><label>${texts.year}<select class="field" name="year">${years.map((one) => option(String(one), String(one), one === year))}</select></label></p>
<p><label>${texts.county}<select class="field" name="judet"><option value="">${texts.nation}</option>${counties.map(({ name, slug }) => option(slug, name, slug === county))}</select></label></p>
<p><label>${texts.caen}<input class="field" name="caen" inputmode="numeric" maxlength="9" value="${slice === 'caen' ? value : ''}"></label><span class="meta">${texts.caenHint}</span></p>
<p><button class="button second" type="submit">${texts.go}</button></p></form></details>`;
}
