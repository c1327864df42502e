/** Entry to the markets: by words, by code, or by division. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { type CpvEntry, cpvByWords, divisions } from './cpv-vocabulary.ts';
import { seapSources } from './record-page.ts';

/** A code with or without its check digit. */
const CODE = /^[0-9]{2,8}(?:-[0-9])?$/;

export const marketsPage: Page = {
  async show(request) {
    const { language, query } = request;
    const texts = textsOf(language).procurement.market;
    const q = (query.get('q') ?? query.get('cpv') ?? '').trim().slice(0, 200);
    if (CODE.test(q)) throw new RedirectError(to('market', language, { cpv: q }));
    return {
      title: texts.title,
      description: texts.lead,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p>
<form class="find large" action="${to('markets', language)}" role="search" aria-label="${texts.title}">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${texts.qHint}" aria-label="${texts.q}" maxlength="200" required><button class="button" type="submit">${texts.go}</button></form></section>
${q !== '' && matches(q, language)}${await divisionList(request)}`,
    };
  },
};

function matches(q: string, language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const { entries, total } = cpvByWords(q, language);
  const heading = `${counted(total, texts.codeForms, language)} ${texts.resultsFor(q)}`;
  if (total === 0) return html`<p class="nothing" role="status">${texts.none(q)}</p>`;
  return card({
    id: 'gasite',
    title: heading,
    body: html`<ul class="ledger cpv-codes">${entries.map((entry) => html`<li>${link(entry, language)}</li>`)}</ul>${total > entries.length && html`<p class="quiet aside">${texts.resultsLimited(wholeNumber(entries.length, language), wholeNumber(total, language))}</p>`}`,
  });
}

const link = ({ prefix, title }: CpvEntry, language: Language): Html =>
  html`<a href="${to('market', language, { cpv: prefix })}"><span class="code">${prefix}</span><span class="title-of">${title}</span></a>`;

interface Facets {
  cpvDivisions: { division: string | null; count: number }[];
}

async function divisionList({ client, language, now }: PageRequest): Promise<Html> {
  const texts = textsOf(language).procurement.market;
  const { result } = await settle(client.searchTenders({ state: 'open', sort: 'deadline', limit: 1, facets: true }));
  const facets = (result?.meta.facets as Facets | undefined)?.cpvDivisions ?? [];
  const open = new Map(facets.map(({ division, count }) => [division, count]));
  return card({
    id: 'domenii',
    title: texts.divisions,
    sources: result && seapSources(result.meta.sources, now, language),
    body: html`<ul class="ledger cpv-codes divisions">${divisions(language).map((entry) => html`<li>${link(entry, language)}${openIn(entry, open.get(entry.prefix), language)}</li>`)}</ul>`,
  });
}

const openIn = ({ prefix }: CpvEntry, count: number | undefined, language: Language): Html | null =>
  count === undefined
    ? null
    : html`<a class="right small" href="${toQuery('tenders', language, { cpv: prefix })}">${counted(count, textsOf(language).procurement.market.openNow, language)}</a>`;
