/** The cards of a company page, each with sources and downloads, and the bar that links to them. */
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card, cite } from '#transports/web/components/card.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { downloads } from '#transports/web/components/lists.ts';
import { stateNote } from '#transports/web/components/notices.ts';
import { sources, sourcesTable } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import type { Settled } from '#transports/web/routing/settle.ts';
import { accounts, accountsOf, publishedYears } from './accounts.ts';
import type { CompanyData, Meta } from './data.ts';
import { details } from './details.ts';
import { fiscal } from './fiscal.ts';
import { decisions, events } from './history.ts';
import { omittedOf, people } from './people.ts';
import { procurement } from './procurement.ts';
import { ranks } from './ranks.ts';
import { indicators } from './ratios.ts';

const IDS = {
  bilanturi: 'years',
  indicatori: 'ratios',
  tva: 'vatSection',
  oameni: 'people',
  achizitii: 'procurement',
  clasamente: 'rankings',
  istoric: 'history',
  date: 'details',
  surse: 'sources',
} as const satisfies Record<string, keyof Texts['company']['page']>;
type Id = keyof typeof IDS;

/** The client script marks the link of the card in view. */
export function contents(language: Language): Html {
  const texts = textsOf(language).company.page;
  const link = (id: string, name: string): Html => html`<li><a href="#${id}">${name}</a></li>`;
  const short: Partial<Record<Id, string>> = textsOf(language).company.cards.short;
  return html`<nav class="contents" aria-label="${texts.onPage}"><ul>${link('rezumat', texts.summary)}${(Object.keys(IDS) as Id[]).map((id) => link(id, short[id] ?? texts[IDS[id]]))}</ul></nav>`;
}

export function companyCards(data: CompanyData, { context, now, language }: PageRequest): Html {
  const { company, meta } = { company: data.company.data, meta: data.company.meta };
  const { cui } = company;
  const texts = textsOf(language).company.page;
  const from = (provenance: Meta['sources']): Html => sources(provenance, now, language);
  const part = (covers: readonly string[]): Html =>
    from(meta.sources.filter((source) => source.covers.some((cover) => covers.includes(cover))));
  const cardOf = (id: Id, margin: { sources?: Html | null; tools?: Html | null }, body: Html): Html =>
    card({ id, title: texts[IDS[id]], ...margin, body });
  /** A card filled by one operation; an error is displayed in its place. */
  const filled = <Result extends { meta: Meta }>(
    id: Id,
    answer: Settled<Result>,
    render: (result: Result) => Html,
    tools: Html | null = null,
  ): Html =>
    answer.error !== null
      ? cardOf(id, {}, stateNote('notLoaded', answer.error.in(language).message))
      : cardOf(id, { sources: from(answer.result.meta.sources), tools }, render(answer.result));
  const files = (what: string, path: string): Html =>
    html`<p class="tools">${downloads({ content: what, path }, language)}</p>`;
  return html`${filled(
    'bilanturi',
    data.finances,
    (result) => (result.data.length === 0 ? html`<p>${texts.noBalance}</p>` : accounts(accountsOf(result), language)),
    data.finances.result && data.finances.result.data.length > 0
      ? html`${publishedYears(accountsOf(data.finances.result), language)}${files(texts.years, `/api/company/${cui}/financials`)}`
      : null,
  )}
${filled('indicatori', data.health, (result) => indicators(result, language), html`<p class="tools">${downloads({ content: texts.ratios, path: `/api/company/${cui}/health`, formats: ['JSON'] }, language)}</p>`)}
${cardOf('tva', { sources: part(['fiscal', 'debts']) }, fiscal(company, meta, now, language))}
${cardOf(
  'oameni',
  {
    sources: data.network.result ? from(data.network.result.meta.sources) : part(['registry', 'shareholders']),
    tools: files(texts.people, `/api/company/${cui}/related`),
  },
  people(
    company,
    {
      network: data.network.result?.data ?? null,
      isPreview: data.network.result?.preview ?? false,
      related: data.related.result?.data ?? null,
      relatedTotal: data.related.result?.meta.page?.total ?? null,
      omitted: data.related.result && omittedOf(data.related.result.meta),
    },
    language,
  ),
)}
${filled(
  'achizitii',
  data.seap,
  ({ data }) =>
    data === null
      ? stateNote('notLoaded', textsOf(language).company.procurement.notLoaded)
      : procurement(data, {
          cui,
          isPro: context.caller.pro,
          thisYear: Number(bucharestDay(now).slice(0, 4)),
          language,
        }),
  html`<p class="tools">${downloads({ content: texts.procurement, path: `/api/seap/company/${cui}/contracts` }, language)}</p>`,
)}
${filled('clasamente', data.board, ({ data }) => ranks(data, language))}
${filled('istoric', data.events, (result) => html`${history(result, data, cui, language)}`, files(textsOf(language).company.cards.timeline, `/api/company/${cui}/timeline`))}
${cardOf('date', { sources: part(['registry', 'entities']) }, details(company, language))}
${cardOf('surse', {}, html`${sourcesTable(allSources(data), allAbsent(data), now, language)}${cite(meta.cite, language)}<p class="tools">${reportLink(`company:${cui}`, language)}</p>`)}`;
}

function history(
  { data, meta }: NonNullable<CompanyData['events']['result']>,
  { decisions: gazette }: CompanyData,
  cui: string,
  language: Language,
): Html {
  const texts = textsOf(language).company.cards;
  const shown = data?.length ?? 0;
  const total = meta.page?.total ?? shown;
  const acts = gazette.result?.data ?? null;
  const actsTotal = gazette.result?.meta.page?.total ?? 0;
  return html`${data === null ? stateNote('notLoaded', texts.noHistory) : events(data, language)}
${total > shown && html`<p class="tools"><a href="${to('companyHistory', language, { cui })}">${texts.allEvents(counted(total, texts.events, language))}</a></p>`}
<h3>${texts.gazette}</h3>${acts === null ? stateNote('notLoaded', gazette.error?.in(language).message ?? texts.noGazette) : decisions(acts, language)}
${acts !== null && actsTotal > acts.length && html`<p class="tools"><a href="${to('companyDecisions', language, { cui })}">${texts.allEvents(counted(actsTotal, texts.decisions, language))}</a></p>`}`;
}

const metasOf = (data: CompanyData): Meta[] =>
  Object.values(data).flatMap((one) => ('result' in one ? (one.result ? [one.result.meta] : []) : [one.meta]));

const allSources = (data: CompanyData): Meta['sources'] => metasOf(data).flatMap(({ sources }) => sources);

const allAbsent = (data: CompanyData): string[] => metasOf(data).flatMap(({ notLoaded = [] }) => notLoaded);
