/** Search results: companies page by page, then people and records. A CUI redirects to its company. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { parseCui } from '#lib/values/cui.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, type PageName, to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { listDownloads, pager } from '#transports/web/components/lists.ts';
import { RECORD_PAGES, searchField } from '#transports/web/components/search-field.ts';
import { sources } from '#transports/web/components/sources.ts';
import { statusTag } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import { localityParts } from '#transports/web/locality.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

type Firms = Awaited<ReturnType<PageRequest['client']['searchCompanies']>>;
type All = Awaited<ReturnType<PageRequest['client']['searchAll']>>;
type Firm = Firms['data'][number];

export const searchPage: Page = {
  operations: ['searchCompanies', 'searchAll', 'searchPeople'],
  async show(request): Promise<View> {
    const { language, query } = request;
    const texts = textsOf(language).search;
    const q = (query.get('q') ?? '').trim();
    const cui = parseCui(q);
    if (cui !== null) throw new RedirectError(to('company', language, { cui }));
    return {
      title: q === '' ? texts.heading : texts.title(q),
      isUnlisted: true,
      hasSearch: true,
      body: html`<section class="opening slim"><h1>${texts.heading}</h1>${searchField({ language, q, isLarge: true, isFirst: q === '' })}${q === '' && html`<p class="promise">${texts.hint}</p>`}</section>
${q !== '' && (await results(q, query.get('cursor') ?? undefined, request))}`,
    };
  },
};

async function results(q: string, cursor: string | undefined, request: PageRequest): Promise<Html> {
  const { client, language } = request;
  const texts = textsOf(language).search;
  const { result: firms, error } = await settle(client.searchCompanies({ q, ...(cursor !== undefined && { cursor }) }));
  if (error !== null) {
    if (error.status !== 400 || cursor !== undefined) throw error;
    return html`<section class="card wide"><h2>${texts.none(q)}</h2><p class="promise">${error.in(language).message}</p></section>`;
  }
  const all = cursor === undefined ? await settle(client.searchAll({ q, limit: 5 })) : null;
  const people = all?.result?.data.people.length ?? 0;
  const records = all?.result?.data.records.length ?? 0;
  if (firms.data.length + people + records === 0)
    return html`<section class="card wide"><h2>${texts.none(q)}</h2><p class="promise">${texts.advice}</p></section>`;
  return html`${firmsCard(q, firms, request)}${all?.result && otherCards(all.result, language)}`;
}

function firmsCard(q: string, { data, meta }: Firms, { language, now }: PageRequest): Html {
  const texts = textsOf(language).search;
  if (data.length === 0)
    return card({ id: 'firme', title: texts.noFirm(q), body: html`<p class="quiet">${texts.advice}</p>` });
  const atLeast = meta.page?.totalRelation === 'atLeast' ? '≥ ' : '';
  return card({
    id: 'firme',
    title: `${atLeast}${counted(meta.page?.total ?? data.length, texts.firms, language)}`,
    sources: sources(meta.sources, now, language),
    tools: listDownloads('/api/search', { q }, language),
    body: html`${data.every(({ matched }) => matched === 'typo' || matched === 'partial') && html`<p>${texts.near(q)}</p>`}
<ul class="ledger">${data.map((firm) => firmRow(firm, language))}</ul>
${pager(meta.page?.nextCursor, (next) => toQuery('search', language, { q, cursor: next }), language)}`,
  });
}

function firmRow(firm: Firm, language: Language): Html {
  const texts = textsOf(language).search;
  const { cui, name, locality, county, caenTitle, matched, status } = firm;
  const meta = [
    cui === null ? texts.without : `CUI ${cui}`,
    ...localityParts({ locality, county }),
    caenTitle,
    matched === 'formerName' && texts.formerly,
  ].filter(Boolean);
  return html`<li class="listed"><span>${cui === null ? name : html`<a href="${to('company', language, { cui })}">${name}</a>`}</span><span class="meta">${meta.join(' · ')}</span><span class="right">${statusTag(status)}</span></li>`;
}

/** `meta.totals` of the search in everything. */
type Totals = Record<'people' | 'records', { total: number; totalRelation: 'exact' | 'atLeast' }>;

function otherCards({ data, meta }: All, language: Language): Html {
  const texts = textsOf(language).search;
  const { people, records } = meta.totals as Totals;
  return html`${
    data.people.length > 0 &&
    card({
      id: 'persoane',
      title: texts.people,
      body: html`<p class="small quiet">${counted(people.total, texts.persons, language)}</p><ul class="ledger">${(data.people as { id: string; name: string }[]).map(({ id, name }) => html`<li><a href="${to('person', language, { id })}">${name}</a></li>`)}</ul>`,
    })
  }${
    data.records.length > 0 &&
    card({
      id: 'inregistrari',
      title: texts.records,
      body: html`<p class="small quiet">${records.totalRelation === 'atLeast' && '≥ '}${counted(records.total, texts.others, language)}</p><ul class="ledger">${data.records.map((one) => recordRow(one, language))}</ul>`,
    })
  }`;
}

function recordRow({ kind, id, title, date }: All['data']['records'][number], language: Language): Html {
  const page = (RECORD_PAGES as Record<string, PageName>)[kind];
  const name = page ? html`<a href="${to(page, language, paramsOf(page, id))}">${title}</a>` : title;
  return html`<li><span>${name}<br><span class="meta">${id}</span></span><span class="right meta">${date !== null && shortDay(date, language)}</span></li>`;
}

/** Each of these pages has one parameter. */
const paramsOf = (page: PageName, id: string): Record<string, string> => {
  const [, name = ''] = /\{([a-z]+)\}/.exec(addresses[page].ro) ?? [];
  return { [name]: id };
};
