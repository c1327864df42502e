/** The largest companies of a year, by country, county or activity. */
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { counties, findCounty } from '#lib/values/county.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { companyLink, listDownloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import { localityParts } from '#transports/web/locality.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

interface Query {
  metric: Metric;
  slice: 'national' | 'judet' | 'caen';
  value: string | undefined;
  year: number | undefined;
}

export const rankingsPage: Page = {
  operations: ['getTopCompanies', 'getLeaderboardYears', 'getAdvancedRankings'],
  async show(request) {
    const { client, language, query, now } = request;
    const texts = textsOf(language).rankings;
    const { data: years } = await client.getLeaderboardYears({});
    const selection = queryOf(query, years);
    const cursor = query.get('cursor');
    const { result, error } = await settle(
      client.getTopCompanies({ ...inputOf(selection), limit: 50, ...(cursor && { cursor }) }),
    );
    const format = (amount: number): string =>
      selection.metric === 'angajati' ? wholeNumber(amount, language) : shortLei(amount, language);
    // A company without a former rank may be new, may have moved, filed nothing, or had another code.
    const before = result?.data.some(({ previousRank }) => previousRank !== null) ?? false;
    const label = result?.data[0]?.slice.label ?? '';
    const heading = texts.of(texts.metrics[selection.metric], selection.year ?? null);
    return {
      title: `${texts.title}: ${heading}${selection.slice !== 'national' && label !== '' ? `, ${label}` : ''}`,
      description: texts.lead,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${heading}</h1><p class="promise">${selection.slice === 'national' ? `${texts.nation}. ` : label !== '' && `${label}. `}${revisionOf(selection, result?.data[0]?.slice.value, request)}${result && result.data.length > 0 && !before && ` ${texts.noBefore}`}</p></section>
<section class="card"><header>${result && sources(result.meta.sources, now, language)}${filters(selection, years, request)}${result && listDownloads('/api/statistica/top-companies', { ...inputOf(selection) }, language)}</header><div>${error && html`<p class="bad" role="alert">${error.in(language).message}</p>`}
<ol class="ledger ranked">${result?.data.map((row) => html`<li><b class="rank">${row.rank}</b><span>${companyLink(row, language)}<br><span class="meta">${[...localityParts(row), row.caenCode && `CAEN ${row.caenCode}`].filter(Boolean).join(' · ')}</span></span><span class="right"><b>${format(row.value)}</b><br><span class="meta">${before && (row.previousRank === null ? texts.noRankBefore : texts.before(row.previousRank))}</span></span></li>`)}</ol>
${pager(result?.meta.page?.nextCursor, (next) => toQuery('rankings', language, { ...inputOf(selection), cursor: next }), language)}</div></section>`,
    };
  },
};

/** The form has one field for each kind of slice; addresses of the operation have kind and value. An activity is narrower than a county. */
function queryOf(query: URLSearchParams, years: readonly number[]): Query {
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

/** As input of the operation. */
const inputOf = ({ value, year, ...rest }: Query) => ({
  ...rest,
  ...(value !== undefined && { value }),
  ...(year !== undefined && { year }),
});

/** Ranks never mix revisions of activity codes: the value of the slice names the revision. */
function revisionOf({ slice }: Query, value: string | undefined, { language }: PageRequest): string {
  const [revision] = (value ?? '').split(':');
  const number = /^rev(\d)/.exec(revision ?? '')?.[1];
  return slice === 'caen' && number !== undefined
    ? textsOf(language).rankings.revision(Number(number))
    : textsOf(language).rankings.yearly;
}

function filters({ metric, slice, value, year }: Query, years: readonly number[], { language }: PageRequest): Html {
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

const METRICS = ['cifra', 'profit', 'angajati'] as const;
type Metric = (typeof METRICS)[number];
