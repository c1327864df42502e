/** Companies of a county or town, largest first. */
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { counties } from '#lib/values/county.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { companyList, listDownloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { type Settled, settle } from '#transports/web/routing/settle.ts';

type ListResult = Awaited<ReturnType<PageRequest['client']['getCountyCompanies']>>;

export const countiesPage: Page = {
  show({ language }) {
    const texts = textsOf(language).places;
    return {
      title: texts.counties,
      description: texts.lead,
      body: html`<section class="opening slim"><h1>${texts.counties}</h1><p class="promise">${texts.lead}</p></section>
<ul class="county-list">${counties.map(({ name, slug, seat }) => html`<li><a href="${to('county', language, { county: slug })}">${name}</a>${seat !== name && html` <span class="meta">${seat}</span>`}</li>`)}</ul>`,
    };
  },
};

export const countyPage: Page = {
  operations: ['getCountyCompanies'],
  async show(request) {
    const { client, params } = request;
    const county = params.county ?? '';
    const match = counties.find(({ slug }) => slug === county);
    const locality: Locality = {
      name: match?.name ?? county,
      county,
      town: null,
      api: `/api/firme/${encodeURIComponent(county)}`,
    };
    return listView(
      locality,
      await fetchList(client.getCountyCompanies({ judet: county, ...queryOf(request.query) })),
      request,
    );
  },
};

export const townPage: Page = {
  operations: ['getLocalityCompanies'],
  async show(request) {
    const { client, params } = request;
    const { county = '', town = '' } = params;
    const list = await fetchList(client.getLocalityCompanies({ judet: county, oras: town, ...queryOf(request.query) }));
    const api = `/api/firme/${encodeURIComponent(county)}/${encodeURIComponent(town)}`;
    return listView({ name: list.result?.data[0]?.locality ?? town, county, town, api }, list, request);
  },
};

/** An invalid filter is explained beside the filters; an unknown locality is an error page. */
async function fetchList(listing: Promise<ListResult>): Promise<Settled<ListResult>> {
  const list = await settle(listing);
  const isFilter = list.error?.faults.some((fault) => fault.in === 'query' && fault.name !== 'cursor');
  if (list.error && !isFilter) throw list.error;
  return list;
}

interface Locality {
  name: string;
  county: string;
  town: string | null;
  /** API path of the list. */
  api: string;
}

interface Query {
  caen?: string;
  status?: 'active' | 'all';
  cursor?: string;
}

function queryOf(query: URLSearchParams): Query {
  const caen = query.get('caen')?.trim();
  const cursor = query.get('cursor');
  return {
    ...(caen && { caen }),
    ...(query.get('status') === 'active' && { status: 'active' as const }),
    ...(cursor && { cursor }),
  };
}

function listView(
  locality: Locality,
  { result, error }: Settled<ListResult>,
  { language, query, now }: PageRequest,
): View {
  const texts = textsOf(language).places;
  const { cursor: _, ...filter } = queryOf(query);
  const params = { county: locality.county, ...(locality.town !== null && { town: locality.town }) };
  const at = (more: Record<string, string>): string =>
    toQuery(locality.town === null ? 'county' : 'town', language, more, params);
  const rows = result?.data ?? [];
  const total = result?.meta.page?.total ?? rows.length;
  return {
    title: texts.in(locality.name),
    description: `${texts.in(locality.name)}: ${counted(total, texts.firms, language)}.`,
    canonical: at({}),
    isUnlisted: query.size > 0,
    body: html`<p class="crumb"><a href="${to('counties', language)}">${texts.counties}</a>${locality.town !== null && html` › <a href="${to('county', language, { county: locality.county })}">${countyName(locality.county)}</a>`}</p>
<section class="opening slim"><h1>${texts.in(locality.name)}</h1><p class="promise">${result && html`${counted(total, texts.firms, language)}, ${texts.order}`}</p></section>
<section class="card"><header>${result && sources(result.meta.sources, now, language)}${filters(at({}), filter, language)}${result && listDownloads(locality.api, filter, language)}</header><div>${error && html`<p class="bad" role="alert">${error.in(language).message}</p>`}${result && rows.length === 0 && html`<p>${texts.none}</p>`}
${locality.town === null && townLinks(rows, locality.county, language)}${rows.length > 0 && companyList(rows, language)}
${pager(result?.meta.page?.nextCursor, (cursor) => at({ ...filter, cursor }), language)}</div></section>`,
  };
}

const countyName = (county: string): string => counties.find(({ slug }) => slug === county)?.name ?? county;

/** Towns of the rows on this page. */
function townLinks(rows: readonly { locality: string | null }[], county: string, language: Language): Html | null {
  const towns = [...new Set(rows.flatMap(({ locality }) => locality ?? []))];
  if (towns.length < 2) return null;
  return html`<nav class="towns" aria-label="${textsOf(language).places.towns}"><ul>${towns.map((town) => html`<li><a class="tag" href="${to('town', language, { county, town: localitySlug(town) })}">${town}</a></li>`)}</ul></nav>`;
}

function filters(action: string, { caen = '', status }: Query, language: Language): Html {
  const texts = textsOf(language).places;
  return html`<details class="filter"${(caen !== '' || status === 'active') && html` open`}><summary>${texts.filters}</summary><form class="filters" action="${action}">
<p><label>${texts.caen}<input class="field" name="caen" inputmode="numeric" maxlength="4" value="${caen}"></label></p>
<p><label>${texts.status}<select class="field" name="status"><option value="all">${texts.all}</option><option value="active"${status === 'active' && html` selected`}>${texts.active}</option></select></label></p>
<p><button class="button second" type="submit">${texts.go}</button></p></form></details>`;
}
