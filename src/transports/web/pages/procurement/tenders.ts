/** Search for tenders: open ones first, by deadline; with a form of filters. */

import type { ApiError } from '#api/api-error.ts';
import { counted } from '#lib/i18n/counts.ts';
import { type Language, translator } from '#lib/i18n/message.ts';
import { lei, number, wholeNumber } from '#lib/i18n/numbers.ts';
import { counties, findCounty } from '#lib/values/county.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { listDownloads, paging } from '#transports/web/components/lists.ts';
import { alert } from '#transports/web/components/notices.ts';
import { parseNumber } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { seapSources } from './record-page.ts';
import { tenderList } from './tender-row.ts';

type Tenders = Awaited<ReturnType<PageRequest['client']['searchTenders']>>;

const LIMIT = 30;

export const tendersPage: Page = {
  operations: ['searchTenders', 'getProcedures'],
  async show(request) {
    const { client, language, query } = request;
    const texts = textsOf(language).procurement.tender;
    const filters = filtersIn(query, language);
    // Only the first page needs the facets.
    const isFirst = filters.cursor === undefined;
    const { result, error } = await settle(client.searchTenders({ limit: LIMIT, facets: isFirst, ...filters }));
    // An invalid filter is explained above the form, which keeps the input.
    if (error !== null && (error.status >= 429 || query.size === 0)) throw error;
    const heading = result === null ? texts.title : headingOf(result, filters, language);
    return {
      title: result === null ? texts.title : `${texts.title}: ${heading}`,
      description: texts.lead,
      isUnlisted: query.size > 0,
      ...(result !== null && { otherQuery: plainQuery(query, filters) }),
      ...(error !== null && { status: error.status }),
      body: html`<section class="opening slim"><h1>${heading}</h1><p class="promise">${texts.lead}${result && html` ${valuesRead(filters, language)}`}</p></section>
<section class="card listing"><header><details class="filter"><summary>${texts.filters}${filtersUsed(filters) > 0 && ` (${filtersUsed(filters)})`}</summary><div>${tenderForm(filters, language)}${result && divisionLinks(result, filters, language)}</div></details>${result && seapSources(result.meta.sources, request.now, language)}</header><div>
${error !== null && alert({ grade: 'check', heading: errorText(error, filters, language), lines: [] })}
${result && results(result, filters, request)}</div></section>`,
    };
  },
};

/** With plain numbers, for the link to the other language. */
function plainQuery(query: URLSearchParams, filters: TenderFilters): string {
  const plain = new URLSearchParams(query);
  for (const name of ['minValue', 'maxValue'] as const)
    if (filters[name] !== undefined) plain.set(name, String(filters[name]));
  return plain.toString();
}

function headingOf({ data, meta: { page } }: Tenders, filters: TenderFilters, language: Language): string {
  const texts = textsOf(language).procurement.tender;
  const count = counted(page?.total ?? data.length, filters.state === 'open' ? texts.open : texts.all, language);
  return page?.totalRelation === 'atLeast' ? `${texts.least} ${count}` : count;
}

function results({ data, meta }: Tenders, filters: TenderFilters, { language, now, context }: PageRequest): Html {
  const texts = textsOf(language).procurement.tender;
  const at = (changed: Record<string, string | undefined>): string => tendersAt(filters, changed, language);
  if (data.length === 0) return noMatches(filters, at, language);
  const { cursor: _cursor, ...whole } = filters;
  const isPro = context.caller.pro;
  return html`<div class="bar"><ul class="tools sorts" aria-label="${texts.order}">${SORTS.filter((sort) => sort !== 'relevance' || filters.q !== undefined).map((sort) => html`<li><a href="${at({ sort })}"${sort === filters.sort && html` aria-current="true"`}>${texts.sorts[sort]}</a></li>`)}</ul>
${listDownloads('/api/sicap/tenders/search', isPro ? whole : { ...filters, limit: LIMIT }, language)}</div>
${tenderList(data, now, language)}
${paging(meta.page, (next) => at({ cursor: next }), language)}${!isPro && html`<p class="quiet small aside">${texts.visitorTable}</p>`}`;
}

function noMatches(
  filters: TenderFilters,
  at: (changed: Record<string, string | undefined>) => string,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.tender;
  const isOpen = filters.state === 'open';
  return html`<p class="nothing">${isOpen ? texts.noneOpen : texts.none}</p><ul class="links">${isOpen && html`<li><a href="${at({ state: 'all', sort: 'newest' })}">${texts.alsoClosed}</a></li>`}${filtersUsed(filters) > 0 && html`<li><a href="${toQuery('tenders', language, {})}">${texts.clear}</a></li>`}</ul>`;
}

interface Facets {
  cpvDivisions: { division: string | null; title: string | null; count: number }[];
}

const DOMAINS_MAX = 8;

/** The matches by division, each a narrower search. */
function divisionLinks({ meta }: Tenders, filters: TenderFilters, language: Language): Html | null {
  const rows = ((meta.facets as Facets | undefined)?.cpvDivisions ?? []).filter(({ division }) => division !== null);
  if (filters.cpv !== undefined || rows.length < 2) return null;
  return html`<h2 class="minor">${textsOf(language).procurement.tender.domains}</h2><ul class="domains">${rows.slice(0, DOMAINS_MAX).map(({ division, title, count }) => html`<li><a href="${tendersAt(filters, { cpv: division ?? '' }, language)}">${title ?? `CPV ${division}`}</a><span>${wholeNumber(count, language)}</span></li>`)}</ul>`;
}

const SORTS = ['relevance', 'deadline', 'newest', 'value'] as const;

type Search = Parameters<PageRequest['client']['searchTenders']>[0];

/** Parameters that the page keeps however often they are given; its form shows the first value. */
type Repeated = 'cpv' | 'county' | 'procedure';

type TenderFilters = ReturnType<typeof filtersIn>;

/** Names as in the operation. The default: open tenders, by deadline. */
function filtersIn(query: URLSearchParams, language: Language) {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const typed = <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.filter((name) => text(name) !== '').map((name) => [name, text(name)])) as Partial<
      Record<Name, string>
    >;
  // The operation refuses unknown values.
  const listed = (...names: Repeated[]) =>
    Object.fromEntries(
      names
        .map((name) => [name, query.getAll(name).filter((value) => value.trim() !== '')])
        .filter(([, values]) => values?.length),
    ) as Pick<Search, Repeated>;
  const state = text('state') || 'open';
  const isOpen = state === 'open';
  return {
    ...typed('q', 'authorityCui', 'from', 'to', 'deadlineFrom', 'cursor'),
    ...listed('cpv', 'county', 'procedure'),
    ...(text('minValue') !== '' && { minValue: leiOf(text('minValue'), language) }),
    ...(text('maxValue') !== '' && { maxValue: leiOf(text('maxValue'), language) }),
    ...(state !== 'all' && { state: state as NonNullable<Search['state']> }),
    // Only open tenders have an upcoming deadline.
    sort:
      SORTS.find((one) => one === query.get('sort')) ??
      (text('q') !== '' ? 'relevance' : isOpen ? 'deadline' : 'newest'),
  };
}

/** Rounded to 0.01; NaN reaches the operation, which rejects it. */
const leiOf = (text: string, language: Language): number =>
  Math.round(Number(parseNumber(text, language) ?? Number.NaN) * 100) / 100;

/** Values as parsed: `de la 1.000 lei până la 2.000 lei`. */
function valuesRead({ minValue, maxValue }: TenderFilters, language: Language): string | null {
  const texts = textsOf(language).procurement.tender;
  const parts = [
    minValue !== undefined && `${texts.from} ${lei(minValue, language)}`,
    maxValue !== undefined && `${texts.until} ${lei(maxValue, language)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `${texts.valueRead}: ${parts.join(' ')}.`;
}

/** The address of the same list with changes. */
function tendersAt(
  { cursor: _cursor, state, ...filters }: TenderFilters,
  changed: Record<string, string | undefined>,
  language: Language,
): string {
  return toQuery('tenders', language, { ...filters, state: state ?? 'all', ...changed });
}

/** The error with the label of its field. */
function errorText(error: ApiError, filters: TenderFilters, language: Language): string {
  const texts = textsOf(language).procurement.tender;
  const { message, details } = error.in(language);
  const [first] = details;
  const labels: Readonly<Record<string, string>> = {
    q: texts.q,
    cpv: texts.cpv,
    county: texts.county,
    minValue: `${texts.value}, ${texts.from}`,
    maxValue: `${texts.value}, ${texts.until}`,
    deadlineFrom: texts.deadlineFrom,
  };
  const label = first && labels[first.name];
  if (!first || label === undefined) return message;
  const isNoNumber = Number.isNaN(filters.minValue) || Number.isNaN(filters.maxValue);
  return `${label}: ${isNoNumber ? texts.noNumber : first.problem}`;
}

const NARROWING = [
  'q',
  'cpv',
  'county',
  'procedure',
  'authorityCui',
  'from',
  'to',
  'deadlineFrom',
  'minValue',
  'maxValue',
] as const;

const filtersUsed = (filters: TenderFilters): number => NARROWING.filter((name) => filters[name] !== undefined).length;

function tenderForm(filters: TenderFilters, language: Language): Html {
  const texts = textsOf(language).procurement.tender;
  const county = filters.county?.[0] === undefined ? undefined : findCounty(filters.county[0]);
  const used = filtersUsed(filters);
  const field = (name: 'q' | 'cpv' | 'deadlineFrom' | 'minValue' | 'maxValue'): string => {
    const [value] = [filters[name]].flat();
    if (value === undefined || Number.isNaN(value)) return '';
    return typeof value === 'number' ? number(value, language) : value;
  };
  const more = { cpv: filters.cpv?.slice(1), county: filters.county?.slice(1), procedure: filters.procedure };
  const hidden = Object.entries({
    authorityCui: filters.authorityCui,
    from: filters.from,
    to: filters.to,
    ...more,
  }).flatMap(([name, values]) => [values ?? []].flat().map((value) => ({ name, value })));
  return html`<form class="filters" action="${to('tenders', language)}">
<p><label>${texts.q}<input class="field" type="search" name="q" maxlength="200" placeholder="${texts.qHint}" value="${field('q')}"></label></p>
<p><label>${texts.cpv}<input class="field" name="cpv" inputmode="numeric" maxlength="10" placeholder="${texts.cpvHint}" value="${field('cpv')}"></label></p>
<p><label>${texts.county}<select class="field" name="county"><option value="">${texts.anyCounty}</option>${counties.map(({ name, slug }) => html`<option value="${slug}"${slug === county?.slug && html` selected`}>${name}</option>`)}</select></label></p>
<fieldset class="pair"><legend>${texts.value}</legend><input class="field" name="minValue" inputmode="numeric" maxlength="20" aria-label="${texts.value}, ${texts.from}" placeholder="${texts.from}" value="${field('minValue')}"><input class="field" name="maxValue" inputmode="numeric" maxlength="20" aria-label="${texts.value}, ${texts.until}" placeholder="${texts.until}" value="${field('maxValue')}"></fieldset>
<p><label>${texts.deadlineFrom}<input class="field" type="date" name="deadlineFrom" value="${field('deadlineFrom')}"></label></p>
<p><label>${texts.state}<select class="field" name="state"><option value="open">${texts.states.open}</option><option value="all"${filters.state === undefined && html` selected`}>${texts.states.all}</option>${filters.state !== undefined && filters.state !== 'open' && html`<option value="${filters.state}" selected>${translator(language)(messages.noticeStates[filters.state]?.() ?? messages.noticeStates.other())}</option>`}</select></label></p>
${hidden.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="submit"><button class="button" type="submit">${texts.go}</button>${used > 0 && html` <a href="${to('tenders', language)}">${texts.clear}</a>`}</p></form>`;
}
