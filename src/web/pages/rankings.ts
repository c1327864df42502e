/** The largest companies, by country, county or activity. */
import { counties } from '#base/county.ts';
import { addresses, to, toQuery } from '#web/addresses.ts';
import type { Page, PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { companyLink } from '#web/parts/company-list.ts';
import { pager } from '#web/parts/pager.ts';
import { sources } from '#web/parts/sources.ts';
import { shortLei, wholeNumber } from '#web/words/numbers.ts';

const METRICS = ['cifra', 'profit', 'angajati'] as const;
const SLICES = ['national', 'judet', 'caen'] as const;
type Metric = (typeof METRICS)[number];
type Slice = (typeof SLICES)[number];

const texts = {
  ro: {
    title: 'Clasamente',
    of: (metric: string, year: string) => `${metric}, ${year}`,
    metrics: { cifra: 'Cifra de afaceri', profit: 'Profit net', angajati: 'Salariați' },
    slices: { national: 'România', judet: 'Județ', caen: 'Activitate (CAEN)' },
    year: 'An',
    metric: 'După',
    slice: 'Unde',
    value: 'Județul sau codul',
    go: 'Arată',
    filters: 'Filtre',
    before: (rank: number) => `locul ${rank} cu un an înainte`,
    fresh: 'nou în clasament',
  },
  en: {
    title: 'Rankings',
    of: (metric: string, year: string) => `${metric}, ${year}`,
    metrics: { cifra: 'Turnover', profit: 'Net profit', angajati: 'Staff' },
    slices: { national: 'Romania', judet: 'County', caen: 'Activity (CAEN)' },
    year: 'Year',
    metric: 'By',
    slice: 'Where',
    value: 'County or code',
    go: 'Show',
    filters: 'Filters',
    before: (rank: number) => `place ${rank} a year before`,
    fresh: 'new in the ranking',
  },
} as const;

const oneOf = <Choice extends string>(choices: readonly Choice[], text: string | null): Choice =>
  choices.find((choice) => choice === text) ?? (choices[0] as Choice);

export const rankingsPage: Page = {
  path: addresses.rankings,
  of: ['getTopCompanies', 'getLeaderboardYears', 'getAdvancedRankings'],
  async show(request) {
    const { client, language, query, now } = request;
    const words = texts[language];
    const metric = oneOf<Metric>(METRICS, query.get('metric'));
    const slice = oneOf<Slice>(SLICES, query.get('slice'));
    const value = query.get('value')?.trim() ?? '';
    const { data: years } = await client.getLeaderboardYears({});
    const year = years.find((one) => String(one) === query.get('year')) ?? years[0];
    const cursor = query.get('cursor');
    const { data, meta } = await client.getTopCompanies({
      metric,
      slice,
      limit: 50,
      ...(year !== undefined && { year }),
      ...(slice !== 'national' && value !== '' && { value }),
      ...(cursor && { cursor }),
    });
    const asked = { metric, slice, value: slice === 'national' ? undefined : value, year };
    const written = (amount: number): string =>
      metric === 'angajati' ? wholeNumber(amount, language) : shortLei(amount, language);
    return {
      title: `${words.title}: ${words.metrics[metric]} ${year ?? ''}`,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.of(words.metrics[metric], String(year ?? ''))}</p>${sources(meta.sources, now, language)}</section>
<section class="sheet"><header>${filters(asked, years, request)}</header><div><ol class="ledger">${data.map((row) => html`<li><span><b>${row.rank}.</b> ${companyLink(row, language)}<br><span class="meta">${[row.locality, row.county, row.caenCode && `CAEN ${row.caenCode}`].filter(Boolean).join(' · ')}</span></span><span class="right">${written(row.value)}<br><span class="meta">${row.previousRank === null ? words.fresh : words.before(row.previousRank)}</span></span></li>`)}</ol>
${pager(meta.page?.nextCursor, (next) => toQuery('rankings', language, { ...asked, cursor: next }), language)}</div></section>`,
    };
  },
};

function filters(
  { metric, slice, value, year }: { metric: Metric; slice: Slice; value: string | undefined; year: number | undefined },
  years: readonly number[],
  { language }: PageRequest,
): Html {
  const words = texts[language];
  const option = (key: string, text: string, chosen: boolean): Html =>
    html`<option value="${key}"${chosen && html` selected`}>${text}</option>`;
  return html`<details class="filter" open><summary>${words.filters}</summary><form class="filters" action="${to('rankings', language)}">
<p><label>${words.metric}<select class="field" name="metric">${METRICS.map((one) => option(one, words.metrics[one], one === metric))}</select></label></p>
<p><label>${words.slice}<select class="field" name="slice">${SLICES.map((one) => option(one, words.slices[one], one === slice))}</select></label></p>
<p><label>${words.value}<input class="field" name="value" list="counties" maxlength="60" value="${value ?? ''}"></label><datalist id="counties">${counties.map(({ name }) => html`<option value="${name}"></option>`)}</datalist></p>
<p><label>${words.year}<select class="field" name="year">${years.map((one) => option(String(one), String(one), one === year))}</select></label></p>
<p><button class="button second" type="submit">${words.go}</button></p></form></details>`;
}
