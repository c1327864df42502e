/** Companies by county and town, largest first. */
import { counties } from '#base/county.ts';
import type { Language } from '#sentences/sentence.ts';
import { addresses, to, toQuery } from '#web/addresses.ts';
import type { Page, PageRequest, View } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { companyList, type ListedCompany } from '#web/parts/company-list.ts';
import { pager } from '#web/parts/pager.ts';
import { sources } from '#web/parts/sources.ts';
import { counted, type Noun } from '#web/words/counts.ts';

const texts = {
  ro: {
    counties: 'Firme pe județe',
    lead: 'Alegeți județul. Firmele stau după cifra de afaceri, cele în funcțiune întâi.',
    firms: ['firmă', 'firme'] as Noun,
    active: 'doar în funcțiune',
    all: 'toate',
    caen: 'Cod CAEN (Rev. 3)',
    status: 'Stare',
    go: 'Arată',
    filters: 'Filtre',
    none: 'Nicio firmă cu aceste filtre.',
    in: (place: string) => `Firme din ${place}`,
  },
  en: {
    counties: 'Companies by county',
    lead: 'Choose a county. Companies are ordered by turnover, operating ones first.',
    firms: ['company', 'companies'] as Noun,
    active: 'operating only',
    all: 'all',
    caen: 'CAEN code (Rev. 3)',
    status: 'Status',
    go: 'Show',
    filters: 'Filters',
    none: 'No company with these filters.',
    in: (place: string) => `Companies in ${place}`,
  },
} as const;

export const countiesPage: Page = {
  path: addresses.counties,
  show({ language }) {
    const words = texts[language];
    return {
      title: words.counties,
      description: words.lead,
      body: html`<section class="opening slim"><h1>${words.counties}</h1><p class="promise">${words.lead}</p></section>
<ul class="places">${counties.map(({ name, slug }) => html`<li><a href="${to('county', language, { county: slug })}">${name}</a></li>`)}</ul>`,
    };
  },
};

export const countyPage: Page = {
  path: addresses.county,
  of: ['getCountyCompanies'],
  async show(request) {
    const { client, params } = request;
    const county = params.county ?? '';
    const asked = askedOf(request.query);
    const name = counties.find(({ slug }) => slug === county)?.name ?? county;
    const { data, meta } = await client.getCountyCompanies({ judet: county, ...asked });
    return listed(name, data, meta, request, (query) => toQuery('county', request.language, query, { county }));
  },
};

export const townPage: Page = {
  path: addresses.town,
  of: ['getLocalityCompanies'],
  async show(request) {
    const { client, params } = request;
    const { county = '', town = '' } = params;
    const { data, meta } = await client.getLocalityCompanies({ judet: county, oras: town, ...askedOf(request.query) });
    const name = data[0]?.locality ?? town;
    return listed(name, data, meta, request, (query) => toQuery('town', request.language, query, { county, town }));
  },
};

interface AskedFor {
  caen?: string;
  status?: 'active' | 'all';
  cursor?: string;
}

/** What is not said is left to the operation. */
function askedOf(query: URLSearchParams): AskedFor {
  const caen = query.get('caen')?.trim();
  const cursor = query.get('cursor');
  return {
    ...(caen && { caen }),
    ...(query.get('status') === 'active' && { status: 'active' as const }),
    ...(cursor && { cursor }),
  };
}

type Meta = Awaited<ReturnType<PageRequest['client']['getCountyCompanies']>>['meta'];

function listed(
  place: string,
  rows: readonly ListedCompany[],
  meta: Meta,
  { language, query, now }: PageRequest,
  at: (query: Record<string, string | undefined>) => string,
): View {
  const words = texts[language];
  const { caen = '', status = 'all' } = askedOf(query);
  const total = meta.page?.total ?? rows.length;
  return {
    title: words.in(place),
    canonical: at({}),
    isUnlisted: query.size > 0,
    body: html`<p class="crumb"><a href="${to('counties', language)}">${words.counties}</a></p>
<section class="opening slim"><h1>${words.in(place)}</h1><p class="promise">${counted(total, words.firms, language)}</p>${sources(meta.sources, now, language)}</section>
<section class="sheet"><header>${filters(at({}), caen, status, language)}</header><div>${rows.length === 0 ? html`<p>${words.none}</p>` : companyList(rows, language)}
${pager(meta.page?.nextCursor, (cursor) => at({ ...(caen && { caen }), ...(status === 'active' && { status }), cursor }), language)}</div></section>`,
  };
}

function filters(action: string, caen: string, status: string, language: Language): Html {
  const words = texts[language];
  return html`<details class="filter"${(caen !== '' || status === 'active') && html` open`}><summary>${words.filters}</summary><form class="filters" action="${action}">
<p><label>${words.caen}<input class="field" name="caen" inputmode="numeric" maxlength="4" value="${caen}"></label></p>
<p><label>${words.status}<select class="field" name="status"><option value="all">${words.all}</option><option value="active"${status === 'active' && html` selected`}>${words.active}</option></select></label></p>
<p><button class="button second" type="submit">${words.go}</button></p></form></details>`;
}
