/** Results of the search, paged; a whole fiscal code goes straight to its company. */
import { parseCui } from '#base/cui.ts';
import { addresses, to, toQuery } from '#web/addresses.ts';
import { MovedTo, type Page, type PageRequest, type View } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { searchField } from '#web/parts/search-field.ts';
import { counted, type Noun } from '#web/words/counts.ts';

const texts = {
  ro: {
    title: (q: string) => `Căutare: ${q}`,
    heading: 'Căutare',
    companies: 'Firme',
    people: 'Persoane',
    records: 'Licitații, contracte, hotărâri, comunicate',
    firms: ['firmă', 'firme'] as Noun,
    none: (q: string) => `Nimic pentru „${q}”. Căutați după CUI sau scrieți mai puține cuvinte.`,
    next: 'Mai departe',
    hint: 'Scrieți un nume, un CUI sau un număr din registru.',
    without: 'fără cod fiscal',
  },
  en: {
    title: (q: string) => `Search: ${q}`,
    heading: 'Search',
    companies: 'Companies',
    people: 'People',
    records: 'Tenders, contracts, decisions, press',
    firms: ['company', 'companies'] as Noun,
    none: (q: string) => `Nothing for “${q}”. Search by CUI, or write fewer words.`,
    next: 'Next',
    hint: 'Write a name, a CUI or a registry number.',
    without: 'no fiscal code',
  },
} as const;

export const searchPage: Page = {
  path: addresses.search,
  of: ['searchCompanies', 'searchAll', 'searchPeople'],
  async show(request): Promise<View> {
    const { language, query } = request;
    const words = texts[language];
    const q = (query.get('q') ?? '').trim();
    const cui = parseCui(q);
    if (cui !== null) throw new MovedTo(to('company', language, { cui }));
    return {
      title: q === '' ? words.heading : words.title(q),
      isUnlisted: true,
      body: html`<section class="opening slim"><h1>${words.heading}</h1>${searchField({ language, q, isLarge: true })}</section>
${q === '' ? html`<p class="quiet">${words.hint}</p>` : await results(q, query.get('cursor') ?? undefined, request)}`,
    };
  },
};

async function results(q: string, cursor: string | undefined, { client, language }: PageRequest): Promise<Html> {
  const words = texts[language];
  const { data: firms, meta } = await client.searchCompanies({ q, ...(cursor !== undefined && { cursor }) });
  const others = cursor === undefined ? (await client.searchAll({ q, limit: 5 })).data : null;
  const total = meta.page?.total ?? firms.length;
  const next = meta.page?.nextCursor ?? null;
  if (firms.length === 0 && !others?.people.length && !others?.records.length) return html`<p>${words.none(q)}</p>`;
  return html`<section class="sheet wide"><h2>${counted(total, words.firms, language)}</h2><ul class="ledger">${firms.map((firm) => html`<li><span>${firm.cui === null ? firm.name : html`<a href="${to('company', language, { cui: firm.cui })}">${firm.name}</a>`}<br><span class="meta">${[firm.cui === null ? words.without : `CUI ${firm.cui}`, firm.locality, firm.county, firm.caenCode && `CAEN ${firm.caenCode}`].filter(Boolean).join(' · ')}</span></span><span class="tag">${firm.statusLabel}</span></li>`)}</ul>
${next !== null && html`<p class="tools"><a href="${toQuery('search', language, { q, cursor: next })}">${words.next}</a></p>`}</section>`;
}
