/** The sheets of the dossier in their order, each with its sources and files in the margin, and the bar that leads to them. */

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
import { accounts, publishedYears } from './accounts.ts';
import type { Asked } from './ask.ts';
import { details } from './details.ts';
import { fiscal } from './fiscal.ts';
import { decisions, events } from './history.ts';
import { indicators } from './indicators.ts';
import { omittedOf, people } from './people.ts';
import { procurement } from './procurement.ts';

import { ranks } from './ranks.ts';

import type { Meta } from './told.ts';
import { accountsOf } from './years.ts';

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

/** Where a reader is on the page; an island marks the sheet in view. */
export function contents(language: Language): Html {
  const texts = textsOf(language).company.page;
  const link = (id: string, name: string): Html => html`<li><a href="#${id}">${name}</a></li>`;
  const short: Partial<Record<Id, string>> = textsOf(language).company.sheets.short;
  return html`<nav class="contents" aria-label="${texts.onPage}"><ul>${link('rezumat', texts.summary)}${(Object.keys(IDS) as Id[]).map((id) => link(id, short[id] ?? texts[IDS[id]]))}</ul></nav>`;
}

export function sheets(asked: Asked, { context, now, language }: PageRequest): Html {
  const { company, meta } = { company: asked.company.data, meta: asked.company.meta };
  const { cui } = company;
  const texts = textsOf(language).company.page;
  const from = (stamps: Meta['sources']): Html => sources(stamps, now, language);
  const part = (covers: readonly string[]): Html =>
    from(meta.sources.filter((stamp) => stamp.covers.some((cover) => covers.includes(cover))));
  const made = (id: Id, margin: { sources?: Html | null; tools?: Html | null }, body: Html): Html =>
    card({ id, title: texts[IDS[id]], ...margin, body });
  /** One operation fills it; where it could not, the sheet says why. */
  const filled = <Told extends { meta: Meta }>(
    id: Id,
    asking: Settled<Told>,
    show: (told: Told) => Html,
    tools: Html | null = null,
  ): Html =>
    asking.error !== null
      ? made(id, {}, stateNote('notLoaded', asking.error.in(language).message))
      : made(id, { sources: from(asking.result.meta.sources), tools }, show(asking.result));
  const files = (what: string, path: string): Html =>
    html`<p class="tools">${downloads({ content: what, path }, language)}</p>`;
  return html`${filled(
    'bilanturi',
    asked.finances,
    (told) => (told.data.length === 0 ? html`<p>${texts.noBalance}</p>` : accounts(accountsOf(told), language)),
    asked.finances.result && asked.finances.result.data.length > 0
      ? html`${publishedYears(accountsOf(asked.finances.result), language)}${files(texts.years, `/api/company/${cui}/financials`)}`
      : null,
  )}
${filled('indicatori', asked.health, (told) => indicators(told, language), html`<p class="tools">${downloads({ content: texts.ratios, path: `/api/company/${cui}/health`, formats: ['JSON'] }, language)}</p>`)}
${made('tva', { sources: part(['fiscal', 'debts']) }, fiscal(company, meta, now, language))}
${made(
  'oameni',
  {
    sources: asked.network.result ? from(asked.network.result.meta.sources) : part(['registry', 'shareholders']),
    tools: files(texts.people, `/api/company/${cui}/related`),
  },
  people(
    company,
    {
      network: asked.network.result?.data ?? null,
      isPreview: asked.network.result?.preview ?? false,
      related: asked.related.result?.data ?? null,
      relatedTotal: asked.related.result?.meta.page?.total ?? null,
      omitted: asked.related.result && omittedOf(asked.related.result.meta),
    },
    language,
  ),
)}
${filled(
  'achizitii',
  asked.seap,
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
${filled('clasamente', asked.board, ({ data }) => ranks(data, language))}
${filled('istoric', asked.events, (told) => html`${history(told, asked, cui, language)}`, files(textsOf(language).company.sheets.timeline, `/api/company/${cui}/timeline`))}
${made('date', { sources: part(['registry', 'entities']) }, details(company, language))}
${made('surse', {}, html`${sourcesTable(allStamps(asked), allAbsent(asked), now, language)}${cite(meta.cite, language)}<p class="tools">${reportLink(`company:${cui}`, language)}</p>`)}`;
}

function history(
  { data, meta }: NonNullable<Asked['events']['result']>,
  { decisions: gazette }: Asked,
  cui: string,
  language: Language,
): Html {
  const texts = textsOf(language).company.sheets;
  const total = meta.page?.total ?? data.length;
  const acts = gazette.result?.data ?? null;
  const actsTotal = gazette.result?.meta.page?.total ?? 0;
  return html`${events(data, language)}
${total > data.length && html`<p class="tools"><a href="${to('companyHistory', language, { cui })}">${texts.allEvents(counted(total, texts.events, language))}</a></p>`}
<h3>${texts.gazette}</h3>${acts === null ? stateNote('notLoaded', gazette.error?.in(language).message ?? texts.noGazette) : decisions(acts, language)}
${acts !== null && actsTotal > acts.length && html`<p class="tools"><a href="${to('companyDecisions', language, { cui })}">${texts.allEvents(counted(actsTotal, texts.decisions, language))}</a></p>`}`;
}

const metasOf = (asked: Asked): Meta[] =>
  Object.values(asked).flatMap((one) => ('result' in one ? (one.result ? [one.result.meta] : []) : [one.meta]));

const allStamps = (asked: Asked): Meta['sources'] => metasOf(asked).flatMap(({ sources: stamps }) => stamps);

const allAbsent = (asked: Asked): string[] => metasOf(asked).flatMap(({ notLoaded = [] }) => notLoaded);
