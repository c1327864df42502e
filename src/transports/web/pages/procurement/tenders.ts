/** Tenders: open ones first, by the time that is left; filters are a plain form in the margin. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, toQuery } from '#transports/web/addresses.ts';
import { listDownloads, paging } from '#transports/web/components/lists.ts';
import { alert } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { seapOf } from './seap-sources.ts';
import {
  askedOf,
  filtersUsed,
  SORTS,
  type TenderFilters,
  tenderForm,
  tendersAt,
  valuesRead,
  wrongIn,
} from './tender-filters.ts';
import { tenderList } from './tender-row.ts';

type Told = Awaited<ReturnType<PageRequest['client']['searchTenders']>>;

const LIMIT = 30;

export const tendersPage: Page = {
  path: addresses.tenders,
  operations: ['searchTenders', 'getProcedures'],
  async show(request) {
    const { client, language, query } = request;
    const texts = textsOf(language).procurement.tender;
    const asked = askedOf(query, language);
    // What the matches are made of is told once, with the first of them.
    const isFirst = asked.cursor === undefined;
    const { result: told, error: problem } = await settle(
      client.searchTenders({ limit: LIMIT, facets: isFirst, ...asked }),
    );
    // A filter that cannot be understood is told above the form, which keeps what was typed.
    if (problem !== null && (problem.status >= 429 || query.size === 0)) throw problem;
    const heading = told === null ? texts.title : headingOf(told, asked, language);
    return {
      title: told === null ? texts.title : `${texts.title}: ${heading}`,
      description: texts.lead,
      isUnlisted: query.size > 0,
      ...(told !== null && { otherQuery: plainQuery(query, asked) }),
      ...(problem !== null && { status: problem.status }),
      body: html`<section class="opening slim"><h1>${heading}</h1><p class="promise">${texts.lead}${told && html` ${valuesRead(asked, language)}`}</p></section>
<section class="sheet listing"><header><details class="filter"><summary>${texts.filters}${filtersUsed(asked) > 0 && ` (${filtersUsed(asked)})`}</summary><div>${tenderForm(asked, language)}${told && domains(told, asked, language)}</div></details>${told && seapOf(told.meta.sources, request.now, language)}</header><div>
${problem !== null && alert({ grade: 'check', heading: wrongIn(problem, asked, language), lines: [] })}
${told && results(told, asked, request)}</div></section>`,
    };
  },
};

/** As readers of both languages would write the values. */
function plainQuery(query: URLSearchParams, asked: TenderFilters): string {
  const plain = new URLSearchParams(query);
  for (const name of ['minValue', 'maxValue'] as const)
    if (asked[name] !== undefined) plain.set(name, String(asked[name]));
  return plain.toString();
}

function headingOf({ data, meta: { page } }: Told, asked: TenderFilters, language: Language): string {
  const texts = textsOf(language).procurement.tender;
  const count = counted(page?.total ?? data.length, asked.state === 'open' ? texts.open : texts.all, language);
  return page?.totalRelation === 'atLeast' ? `${texts.least} ${count}` : count;
}

function results({ data, meta }: Told, asked: TenderFilters, { language, now, context }: PageRequest): Html {
  const texts = textsOf(language).procurement.tender;
  const at = (changed: Record<string, string | undefined>): string => tendersAt(asked, changed, language);
  if (data.length === 0) return nothing(asked, at, language);
  const { cursor: _cursor, ...filters } = asked;
  const isPro = context.caller.pro;
  return html`<div class="bar"><ul class="tools sorts" aria-label="${texts.order}">${SORTS.map((sort) => html`<li><a href="${at({ sort })}"${sort === asked.sort && html` aria-current="true"`}>${texts.sorts[sort]}</a></li>`)}</ul>
${listDownloads('/api/sicap/tenders/search', isPro ? filters : { ...asked, limit: LIMIT }, language)}</div>
${tenderList(data, now, language)}
${paging(meta.page, (next) => at({ cursor: next }), language)}${!isPro && html`<p class="quiet small aside">${texts.visitorTable}</p>`}`;
}

/** We looked, and there is none: and where there may be some. */
function nothing(
  asked: TenderFilters,
  at: (changed: Record<string, string | undefined>) => string,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.tender;
  const isOpen = asked.state === 'open';
  return html`<p class="nothing">${isOpen ? texts.noneOpen : texts.none}</p><ul class="ways">${isOpen && html`<li><a href="${at({ state: 'all', sort: 'newest' })}">${texts.alsoClosed}</a></li>`}${filtersUsed(asked) > 0 && html`<li><a href="${toQuery('tenders', language, {})}">${texts.clear}</a></li>`}</ul>`;
}

interface Facets {
  cpvDivisions: { division: string | null; title: string | null; count: number }[];
}

const DOMAINS_MAX = 8;

/** What the matches are made of: one press narrows them. */
function domains({ meta }: Told, asked: TenderFilters, language: Language): Html | null {
  const rows = ((meta.facets as Facets | undefined)?.cpvDivisions ?? []).filter(({ division }) => division !== null);
  if (asked.cpv !== undefined || rows.length < 2) return null;
  return html`<h2 class="minor">${textsOf(language).procurement.tender.domains}</h2><ul class="domains">${rows.slice(0, DOMAINS_MAX).map(({ division, title, count }) => html`<li><a href="${tendersAt(asked, { cpv: division ?? '' }, language)}">${title ?? `CPV ${division}`}</a><span>${wholeNumber(count, language)}</span></li>`)}</ul>`;
}
