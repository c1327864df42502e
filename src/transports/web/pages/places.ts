/** Companies by county and town, largest first. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { counties } from '#lib/values/county.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { companyList, listDownloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { type Settled, settle } from '#transports/web/routing/settle.ts';

type Listed = Awaited<ReturnType<PageRequest['client']['getCountyCompanies']>>;

export const countiesPage: Page = {
  path: addresses.counties,
  show({ language }) {
    const texts = textsOf(language).places;
    return {
      title: texts.counties,
      description: texts.lead,
      body: html`<section class="opening slim"><h1>${texts.counties}</h1><p class="promise">${texts.lead}</p></section>
<ul class="places">${counties.map(({ name, slug, seat }) => html`<li><a href="${to('county', language, { county: slug })}">${name}</a>${seat !== name && html` <span class="meta">${seat}</span>`}</li>`)}</ul>`,
    };
  },
};

export const countyPage: Page = {
  path: addresses.county,
  operations: ['getCountyCompanies'],
  async show(request) {
    const { client, params } = request;
    const county = params.county ?? '';
    const found = counties.find(({ slug }) => slug === county);
    const place: Place = {
      name: found?.name ?? county,
      county,
      town: null,
      api: `/api/firme/${encodeURIComponent(county)}`,
    };
    return listed(place, await asked(client.getCountyCompanies({ judet: county, ...askedOf(request.query) })), request);
  },
};

export const townPage: Page = {
  path: addresses.town,
  operations: ['getLocalityCompanies'],
  async show(request) {
    const { client, params } = request;
    const { county = '', town = '' } = params;
    const told = await asked(client.getLocalityCompanies({ judet: county, oras: town, ...askedOf(request.query) }));
    const api = `/api/firme/${encodeURIComponent(county)}/${encodeURIComponent(town)}`;
    return listed({ name: told.result?.data[0]?.locality ?? town, county, town, api }, told, request);
  },
};

/** A filter that is none is told beside the filters; a place that is none is a page of its own. */
async function asked(listing: Promise<Listed>): Promise<Settled<Listed>> {
  const told = await settle(listing);
  const isFilter = told.error?.faults.some((fault) => fault.in === 'query' && fault.name !== 'cursor');
  if (told.error && !isFilter) throw told.error;
  return told;
}

interface Place {
  name: string;
  county: string;
  town: string | null;
  /** The path of the operation. */
  api: string;
}

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

function listed(
  place: Place,
  { result: told, error: problem }: Settled<Listed>,
  { language, query, now }: PageRequest,
): View {
  const texts = textsOf(language).places;
  const { cursor: _, ...filter } = askedOf(query);
  const params = { county: place.county, ...(place.town !== null && { town: place.town }) };
  const at = (more: Record<string, string>): string =>
    toQuery(place.town === null ? 'county' : 'town', language, more, params);
  const rows = told?.data ?? [];
  const total = told?.meta.page?.total ?? rows.length;
  return {
    title: texts.in(place.name),
    description: `${texts.in(place.name)}: ${counted(total, texts.firms, language)}.`,
    canonical: at({}),
    isUnlisted: query.size > 0,
    body: html`<p class="crumb"><a href="${to('counties', language)}">${texts.counties}</a>${place.town !== null && html` › <a href="${to('county', language, { county: place.county })}">${countyName(place.county)}</a>`}</p>
<section class="opening slim"><h1>${texts.in(place.name)}</h1><p class="promise">${told && html`${counted(total, texts.firms, language)}, ${texts.order}`}</p></section>
<section class="sheet"><header>${told && sources(told.meta.sources, now, language)}${filters(at({}), filter, language)}${told && listDownloads(place.api, filter, language)}</header><div>${problem && html`<p class="bad" role="alert">${problem.in(language).message}</p>`}${told && rows.length === 0 && html`<p>${texts.none}</p>`}
${place.town === null && townLinks(rows, place.county, language)}${rows.length > 0 && companyList(rows, language)}
${pager(told?.meta.page?.nextCursor, (cursor) => at({ ...filter, cursor }), language)}</div></section>`,
  };
}

const countyName = (county: string): string => counties.find(({ slug }) => slug === county)?.name ?? county;

/** The way from a county to its towns: those of the rows that are shown. */
function townLinks(rows: readonly { locality: string | null }[], county: string, language: Language): Html | null {
  const towns = [...new Set(rows.flatMap(({ locality }) => locality ?? []))];
  if (towns.length < 2) return null;
  return html`<nav class="towns" aria-label="${textsOf(language).places.towns}"><ul>${towns.map((town) => html`<li><a class="tag" href="${to('town', language, { county, town: localitySlug(town) })}">${town}</a></li>`)}</ul></nav>`;
}

function filters(action: string, { caen = '', status }: AskedFor, language: Language): Html {
  const texts = textsOf(language).places;
  return html`<details class="filter"${(caen !== '' || status === 'active') && html` open`}><summary>${texts.filters}</summary><form class="filters" action="${action}">
<p><label>${texts.caen}<input class="field" name="caen" inputmode="numeric" maxlength="4" value="${caen}"></label></p>
<p><label>${texts.status}<select class="field" name="status"><option value="all">${texts.all}</option><option value="active"${status === 'active' && html` selected`}>${texts.active}</option></select></label></p>
<p><button class="button second" type="submit">${texts.go}</button></p></form></details>`;
}
