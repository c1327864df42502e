/** A person of the trade registry: companies, and the certainty that they belong to one person. */
import { ApiError } from '#api/api-error.ts';
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortened, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card, cite } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { downloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import {
  endedRoles,
  firmsCard,
  type Person,
  type PersonFirm,
  type PersonResult,
  yearsAndCounties,
} from './person-firms.ts';

type Client = PageRequest['client'];

/** Companies on one page of the list. */
const FIRMS = 200;

export const personPage: Page = {
  operations: ['getPerson', 'getPersonCompanies'],
  async show(request) {
    const { client, language, params, query, now } = request;
    const texts = textsOf(language).person;
    const id = params.id ?? '';
    const cursor = query.get('cursor');
    const result = await findPerson(client, id);
    if (result === null) return unknownPerson(language);
    const { data: person, meta } = result;
    const { data: firms, meta: firmsMeta } = await client.getPersonCompanies({
      id,
      limit: FIRMS,
      ...(cursor && { cursor }),
    });
    const path = `/api/person/${encodeURIComponent(id)}`;
    return {
      title: person.name,
      isUnlisted: true,
      scripts: ['copy'],
      body: html`<p class="crumb">${texts.kind}</p>
<div class="head"><h1 class="name">${person.name}</h1><p class="tools seen">${downloads({ content: texts.companies, path: `${path}/companies` }, language)}<a href="${toQuery('privacy', language, { person: id })}">${icon('unknown')}${texts.hide}</a></p></div>
<p class="lede">${summary(person, language)}</p>
<div class="hero">${identity(person, sources(meta.sources, now, language), language)}${cursor === null && figures(person, firms, language)}</div>
${firmsCard({ person, firms, filter: query.get('show'), sources: sources(firmsMeta.sources, now, language), address: to('person', language, { id }), language })}
${pager(firmsMeta.page?.nextCursor, (next) => `${to('person', language, { id })}?cursor=${encodeURIComponent(next)}`, language)}
${yearsAndCounties(person, firms, sources(meta.sources, now, language), language)}
${endedRoles(person, language)}
${card({ id: 'surse', title: texts.cite, body: html`${cite(meta.cite, language)}<p class="tools"><a href="${toQuery('privacy', language, { person: id })}">${texts.hide}</a>${reportLink(`person:${id}`, language)}</p>` })}`,
    };
  },
};

/** A hidden person and an unknown one look the same. */
async function findPerson(client: Client, id: string): Promise<PersonResult | null> {
  try {
    return await client.getPerson({ id });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function unknownPerson(language: Language): View {
  const texts = textsOf(language).person;
  return {
    title: texts.hiddenTitle,
    status: 404,
    isUnlisted: true,
    body: html`<section class="opening slim"><h1>${texts.hiddenTitle}</h1><p class="promise">${texts.hiddenLine}</p><p class="promise"><a href="${to('privacy', language)}">${texts.hiddenMore}</a></p></section>`,
  };
}

function summary({ companiesCount, activeCount, counties }: Person, language: Language): Html {
  const texts = textsOf(language).person;
  return html`${texts.summary} <b>${counted(companiesCount, texts.firms, language)}</b>, <b>${wholeNumber(activeCount, language)}</b> ${texts.running}${counties.length > 0 && `, ${texts.inCounties(counties.length > 3 ? counted(counties.length, texts.counties, language) : counties.join(', '))}`}`;
}

const STEPS = ['low', 'medium', 'high'] as const;
const SIGNS = { high: 'certain', medium: 'uncertain', low: 'uncertain' } as const;

function identity({ identityConfidence, companiesCount }: Person, sources: Html, language: Language): Html {
  const texts = textsOf(language).person;
  const { level, reasons } = identityConfidence;
  return html`<section class="verdict identity" aria-labelledby="identity-word">
<p class="kind">${companiesCount > 1 ? texts.identity : texts.single}</p>
<p class="word" id="identity-word">${texts.levels[level]}</p>
<ol class="steps">${STEPS.map((step) => html`<li${step === level && html` class="here" aria-current="true"`}>${texts.scale[step]}</li>`)}</ol>
${reasons.map((reason) => html`<p class="sure">${icon(SIGNS[level], level === 'high' ? 'good' : 'amber')}<span>${reason}</span></p>`)}
<p class="small quiet gap">${texts.birth}</p>${sources}</section>`;
}

function figures(person: Person, all: readonly PersonFirm[], language: Language): Html {
  const texts = textsOf(language).person;
  const firms = all.filter((firm) => firm.counted);
  const running = firms.filter(({ active }) => active === true);
  const closed = person.companiesCount - person.activeCount;
  // Sums need all companies of the person.
  const isWhole = firms.length >= person.companiesCount;
  return html`<div class="figures alone">${figure(
    texts.figures.running,
    html`${wholeNumber(person.activeCount, language)} <small>${texts.figures.of(wholeNumber(person.companiesCount, language))}</small>`,
    closed > 0 ? counted(closed, texts.figures.closed, language) : '',
  )}${isWhole && sums(running, language)}${isWhole && sold(firms, language)}</div>`;
}

const figure = (name: string, value: Html, note: string): Html =>
  html`<div><div><p class="quiet small">${name}</p><p class="value">${value}</p><p class="small">${note}</p></div></div>`;

/** For the newest year of any company; those without accounts are counted, not estimated. */
function sums(running: readonly PersonFirm[], language: Language): Html | null {
  const texts = textsOf(language).person.figures;
  const year = Math.max(...running.map((firm) => firm.year ?? 0));
  if (year <= 0) return null;
  const filed = running.filter((firm) => firm.year === year && firm.turnover !== null);
  if (filed.length === 0) return null;
  const missing = running.length - filed.length;
  const note = missing === 0 ? texts.all : texts.noBalance(wholeNumber(missing, language));
  return html`${figure(texts.turnover(year), money(total(filed.map(({ turnover }) => turnover)), language), note)}${figure(texts.staff(year), html`${wholeNumber(total(filed.map(({ employees }) => employees)), language)}`, '')}`;
}

function sold(firms: readonly PersonFirm[], language: Language): Html | null {
  const texts = textsOf(language).person.figures;
  const deals = firms.flatMap(({ procurement }) => procurement ?? []);
  if (deals.length === 0) return null;
  const count = total(
    deals.map(({ contracts, callOffs, directPurchases }) => contracts.count + callOffs.count + directPurchases.count),
  );
  const sum = total(
    deals
      .flatMap(({ contracts, callOffs, directPurchases }) => [contracts, callOffs, directPurchases])
      .map(({ value }) => value),
  );
  if (count === 0) return figure(texts.sold, html`<span class="quiet">${texts.none}</span>`, '');
  return figure(texts.sold, money(sum, language), counted(count, textsOf(language).person.deals, language));
}

const total = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function money(value: number, language: Language): Html {
  const { figure: digits, unit } = shortened(value, language);
  return language === 'ro'
    ? html`${digits} <small>${unit} lei</small>`
    : html`<small>RON</small> ${digits} <small>${unit}</small>`;
}
