/** Tenders: open ones first, by the time that is left; filters are a plain form. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, to, toQuery } from '#web/addresses.ts';
import type { Page, PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { deadline } from '#web/parts/deadline.ts';
import { pager } from '#web/parts/pager.ts';
import { sources } from '#web/parts/sources.ts';
import { counted, type Noun } from '#web/words/counts.ts';
import { shortLei, wholeNumber } from '#web/words/numbers.ts';

const SORTS = ['deadline', 'newest', 'value'] as const;
type Sort = (typeof SORTS)[number];
type Notice = Awaited<ReturnType<PageRequest['client']['searchTenders']>>['data'][number];

export const texts = {
  ro: {
    title: 'Licitații',
    open: ['licitație deschisă', 'licitații deschise'] as Noun,
    all: ['anunț', 'anunțuri'] as Noun,
    lead: 'Valoare estimată, fără TVA. Termenele sunt în ora României.',
    sorts: { deadline: 'Termen apropiat', newest: 'Cele mai noi', value: 'Valoare mare' },
    q: 'Cuvinte',
    cpv: 'Cod CPV',
    county: 'Județ',
    state: 'Doar deschise',
    yes: 'doar deschise',
    no: 'și încheiate',
    go: 'Caută',
    filters: 'Filtre',
    none: 'Niciun anunț cu aceste filtre.',
    lots: ['lot', 'loturi'] as Noun,
    noValue: 'fără valoare',
  },
  en: {
    title: 'Tenders',
    open: ['open tender', 'open tenders'] as Noun,
    all: ['notice', 'notices'] as Noun,
    lead: 'Estimated value, without VAT. Deadlines are in Romanian time.',
    sorts: { deadline: 'Soonest deadline', newest: 'Newest', value: 'Highest value' },
    q: 'Words',
    cpv: 'CPV code',
    county: 'County',
    state: 'Open only',
    yes: 'open only',
    no: 'closed ones too',
    go: 'Search',
    filters: 'Filters',
    none: 'No notice with these filters.',
    lots: ['lot', 'lots'] as Noun,
    noValue: 'no value',
  },
} as const;

export const tendersPage: Page = {
  path: addresses.tenders,
  of: ['searchTenders', 'getProcedures'],
  async show(request) {
    const { client, language, query, now } = request;
    const words = texts[language];
    const asked = askedOf(query);
    const { data, meta } = await client.searchTenders({ limit: 30, ...asked });
    const total = meta.page?.total ?? data.length;
    const heading = counted(total, asked.state === 'open' ? words.open : words.all, language);
    const at = (changed: Record<string, string>): string =>
      toQuery('tenders', language, { ...asked, state: asked.state ?? 'all', ...changed });
    return {
      title: `${words.title}: ${heading}`,
      description: words.lead,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${meta.page?.totalRelation === 'atLeast' ? html`≥ ` : null}${heading}</h1><p class="promise">${words.lead}</p></section>
<section class="sheet"><header>${sources(meta.sources, now, language)}${filters(asked, language)}</header><div>
<ul class="tools sorts">${SORTS.map((sort) => html`<li><a href="${at({ sort })}"${sort === asked.sort && html` aria-current="true"`}>${words.sorts[sort]}</a></li>`)}</ul>
${data.length === 0 ? html`<p>${words.none}</p>` : html`<ol class="due">${data.map((notice) => noticeRow(notice, now, language))}</ol>`}
${pager(meta.page?.nextCursor, (cursor) => at({ cursor }), language)}</div></section>`,
    };
  },
};

/** Whoever asks for nothing sees what is open, the most urgent first. */
function askedOf(query: URLSearchParams) {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const sort = SORTS.find((one) => one === query.get('sort')) ?? 'deadline';
  return {
    ...(text('q') && { q: text('q') }),
    ...(text('cpv') && { cpv: text('cpv') }),
    ...(text('county') && { county: text('county') }),
    ...(text('cursor') && { cursor: text('cursor') }),
    ...(query.get('state') !== 'all' && { state: 'open' as const }),
    sort: sort as Sort,
  };
}

export function noticeRow(notice: Notice, now: number, language: Language): Html {
  const words = texts[language];
  const meta = [
    notice.notice,
    notice.procedureTypeLabel,
    notice.cpv && `CPV ${notice.cpv.code}`,
    notice.lots && notice.lots.length > 1 && counted(notice.lots.length, words.lots, language),
  ].filter(Boolean);
  return html`<li>${deadline(notice.deadlineAt, now, language)}<span><a class="title" href="${to('notice', language, { notice: notice.notice })}">${notice.title}</a><br><span class="meta">${notice.authority.registryName ?? notice.authority.name}${notice.county !== null && ` · ${notice.county}`}<br>${meta.join(' · ')}</span></span><b class="value">${estimateOf(notice, language)}</b></li>`;
}

/** Lei as lei; other currencies as they are. */
export function estimateOf({ estimatedValue, currency }: Notice, language: Language): string {
  if (estimatedValue === null) return texts[language].noValue;
  return currency === 'RON'
    ? shortLei(estimatedValue, language)
    : `${wholeNumber(estimatedValue, language)} ${currency}`;
}

function filters(asked: ReturnType<typeof askedOf>, language: Language): Html {
  const words = texts[language];
  return html`<details class="filter"><summary>${words.filters}</summary><form class="filters" action="${to('tenders', language)}">
<p><label>${words.q}<input class="field" type="search" name="q" maxlength="200" value="${asked.q ?? ''}"></label></p>
<p><label>${words.cpv}<input class="field" name="cpv" inputmode="numeric" maxlength="10" value="${asked.cpv ?? ''}"></label></p>
<p><label>${words.county}<input class="field" name="county" maxlength="40" value="${asked.county ?? ''}"></label></p>
<p><label>${words.state}<select class="field" name="state"><option value="open">${words.yes}</option><option value="all"${asked.state === undefined && html` selected`}>${words.no}</option></select></label></p>
<input type="hidden" name="sort" value="${asked.sort}">
<p><button class="button second" type="submit">${words.go}</button></p></form></details>`;
}
