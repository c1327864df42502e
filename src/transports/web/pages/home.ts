/** The home page: search, the age of the sources, three sample verdicts and common questions. */

import { sourceName } from '#api/source-names.ts';
import { counted } from '#lib/i18n/counts.ts';
import { dayOrToday, moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { rate } from '#lib/i18n/numbers.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { type PageName, to, toQuery } from '#transports/web/addresses.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { verdictBand } from '#transports/web/components/score-charts.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

/** `samples`: CUIs of the sample verdicts; without them, the largest companies. */
export const homePage = (samples: readonly string[]): Page => ({
  async show(request: PageRequest) {
    const { language, client } = request;
    const texts = textsOf(language).home.page;
    const [status, rates, tenders, verdicts] = await Promise.all([
      settle(client.getStatus({})),
      settle(client.getRates({})),
      settle(client.searchTenders({ state: 'open', limit: 1 })),
      sampleVerdicts(samples, request),
    ]);
    return {
      title: texts.title,
      description: texts.what,
      structured: searchAction(language),
      hasSearch: true,
      body: html`<section class="opening front"><div><h1>${texts.promise}</h1>${searchField({ language, q: '', isLarge: true, isFirst: true })}<p class="promise">${texts.what}</p></div>
${status.result && sourcesToday(status.result.data, request)}</section>
${verdicts}
${questions({ rates: rates.result?.data ?? null, openTenders: tenders.result?.meta.page?.total ?? null }, language)}`,
    };
  },
});

/** Search engines may offer the site's search. */
const searchAction = (language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Firmoteca',
  potentialAction: {
    '@type': 'SearchAction',
    target: `${toQuery('search', language, {})}?q={q}`,
    'query-input': 'required name=q',
  },
});

type Status = Awaited<ReturnType<PageRequest['client']['getStatus']>>['data'];

interface Row {
  source: string;
  when: string;
  isCurrent: boolean;
}

export function sourcesToday(status: Status, { language, now }: PageRequest): Html {
  const texts = textsOf(language).home.sourcesToday;
  const order = Object.keys(texts.what);
  const rows = [...loaded(status, now, language), ...live(status, now, language)]
    .filter(({ source }) => order.includes(source))
    .sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
  const sign = (isCurrent: boolean): IconName => (isCurrent ? 'source' : 'sourceLate');
  return html`<aside class="today" aria-labelledby="surse-azi"><h2 id="surse-azi">${texts.title}</h2><ul class="ledger">${rows.map(
    ({ source, when, isCurrent }) =>
      html`<li><span>${sourceName(source, language)}<br><span class="meta">${textAt(texts.what, source)}</span></span><span class="right">${icon(sign(isCurrent))} ${when}${!isCurrent && when !== texts.unknown && html`<span class="unseen"> (${texts.late})</span>`}</span></li>`,
  )}</ul><p class="legend"><span>${icon('source')} ${texts.current}</span><span>${icon('sourceLate')} ${texts.late}</span><a href="${to('status', language)}">${texts.all}</a></p></aside>`;
}

/** Each source once, with the age of its oldest part, or unknown where a part has no date. */
function loaded({ sources }: Status, now: number, language: PageRequest['language']): Row[] {
  const dated = sources.filter(({ asOf, freshness }) => asOf !== null || freshness === 'unknown');
  // ANAF's files are balance sheets; its live service answers tax queries.
  const nameOf = (source: string): string => (source === 'anaf' ? 'bilant' : source);
  return [...Map.groupBy(dated, ({ source }) => nameOf(source))].map(([source, parts]) => ({
    source,
    when: parts.some(({ asOf }) => asOf === null)
      ? textsOf(language).home.sourcesToday.unknown
      : dayOrToday(parts.map(({ asOf }) => asOf ?? '').sort()[0] ?? '', now, language),
    isCurrent: parts.every(({ freshness }) => freshness === 'current'),
  }));
}

/** Live sources with their last response. */
const live = ({ upstreams }: Status, now: number, language: PageRequest['language']): Row[] =>
  (upstreams ?? [])
    .filter(({ name }) => name === 'anaf')
    .map(({ name, lastSuccess, state }) => ({
      source: name,
      when: lastSuccess === null ? textsOf(language).home.sourcesToday.never : moment(lastSuccess, now, language),
      isCurrent: state === 'ok' || state === 'unknown',
    }));

type Health = Awaited<ReturnType<PageRequest['client']['getHealth']>>['data'];

const COLOURS = { solid: 'good', fair: '', watch: 'amber', distress: 'bad', undetermined: 'quiet' } as const;
const SHOWN = 3;

async function sampleVerdicts(samples: readonly string[], request: PageRequest): Promise<Html | null> {
  const { client, language } = request;
  const texts = textsOf(language).home.sampleVerdicts;
  const cuis = samples.length > 0 ? samples : await largest(request);
  const verdicts = await Promise.all(
    cuis.map(async (cui) => {
      const company = await settle(client.getCompany({ cui }));
      const health = await settle(client.getHealth({ cui }));
      return company.result && health.result ? verdictOf(company.result.data, health.result.data, language) : null;
    }),
  );
  if (verdicts.every((one) => one === null)) return null;
  return html`<section class="card wide"><h2>${texts.title}</h2><p class="promise">${texts.why}</p><ul class="samples">${verdicts}</ul></section>`;
}

/** The largest companies are familiar to most readers. */
async function largest({ client }: PageRequest): Promise<string[]> {
  const { result } = await settle(client.getTopCompanies({ limit: SHOWN }));
  return result?.data.flatMap(({ cui }) => cui ?? []) ?? [];
}

interface CompanySummary {
  cui: string;
  name: string;
  caenTitle: string | null;
  headquartersAddress: { locality: string | null } | null;
}

function verdictOf(
  { cui, name, caenTitle, headquartersAddress }: CompanySummary,
  { altman, verdict }: Health,
  language: Language,
): Html | null {
  if (altman.thresholds === null) return null;
  const line = [headquartersAddress?.locality, caenTitle].filter((part) => part != null).join(' · ');
  return html`<li><p class="small quiet">${line}</p><a href="${to('company', language, { cui })}">${name}</a><p class="word ${COLOURS[verdict.code]}">${verdict.label}</p>${verdictBand({ ...altman, thresholds: altman.thresholds }, language)}${sureness(altman, verdict, language)}</li>`;
}

/** A rule that decides the verdict makes it certain whatever the score. */
function sureness(altman: Health['altman'], verdict: Health['verdict'], language: Language): Html | null {
  const texts = textsOf(language).home.sampleVerdicts;
  const { z, zLow, zHigh, zone, zoneCertain, thresholds } = altman;
  if (z === null || zone === null || thresholds === null) return null;
  const zoneOf = (score: number): keyof typeof texts.zones =>
    score < thresholds.distressBelow ? 'distress' : score > thresholds.safeAbove ? 'safe' : 'grey';
  const [reason] = verdict.reasons;
  const isLowered = (zone === 'safe' && verdict.code !== 'solid') || (zone === 'grey' && verdict.code === 'distress');
  if (reason && (isLowered || (verdict.code === 'distress' && !zoneCertain)))
    return html`<p class="small"><b>${zoneCertain && zone === 'safe' ? texts.lowered : texts.ruled}</b> ${reason.label}</p>`;
  const from = zoneOf(zLow ?? z);
  const into = zoneOf(zHigh ?? z);
  return zoneCertain || from === into
    ? html`<p class="small"><b>${texts.certain}</b> ${texts.within(texts.zones[zone])}</p>`
    : html`<p class="small"><b>${texts.uncertain}</b> ${texts.across(texts.zones[from], texts.zones[into])}</p>`;
}

interface Figures {
  rates: Awaited<ReturnType<PageRequest['client']['getRates']>>['data'] | null;
  /** Null where procurement is not loaded. */
  openTenders: number | null;
}

function questions({ rates, openTenders }: Figures, language: Language) {
  const texts = textsOf(language).home.questions;
  const euro = rates?.rates.find(({ currency }) => currency === 'EUR');
  const { bulk, tenders, markets, search, treasury, rates: course } = texts.questions;
  const entries: readonly (readonly [PageName, readonly [question: string, line: string | null], figure?: string])[] = [
    ['bulk', bulk],
    [
      'tenders',
      tenders,
      openTenders === null ? texts.tendersUnknown : texts.tenders(counted(openTenders, texts.open, language)),
    ],
    ['markets', markets],
    ['search', search],
    ['treasury', treasury],
    [
      'rates',
      course,
      rates && euro ? texts.euro(rate(euro.rate, language), shortDay(rates.date, language)) : texts.euroUnknown,
    ],
  ];
  return html`<section class="card wide"><h2>${texts.question}</h2><ul class="questions">${entries.map(([page, [question, line], figure]) => html`<li><a href="${to(page, language)}">${question}</a><p class="small quiet">${figure ?? line}</p></li>`)}</ul></section>`;
}
