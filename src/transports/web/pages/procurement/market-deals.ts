/** Deals under a CPV code, one list at a time: contracts, direct purchases, purchases outside the catalogue. */

import { ApiError } from '#api/api-error.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { cpvTitle, isCpvPrefix } from './cpv-vocabulary.ts';
import { awardList, contractList, dealCard, dealFilters, dealForm, purchaseList } from './deals.ts';

const LISTS = ['contracts', 'purchases', 'awards'] as const;
type List = (typeof LISTS)[number];

const LIMIT = 30;

export const marketDealsPage: Page = {
  operations: ['getCpvContracts', 'getCpvDirectPurchases', 'getCpvDirectPurchaseAwards'],
  async show(request) {
    const { language, params, query } = request;
    const texts = textsOf(language).procurement.deal;
    const cpv = await codeOf(params.cpv ?? '', request);
    const list = LISTS.find((one) => one === query.get('list')) ?? 'contracts';
    const name = `CPV ${cpv}${titleOf(cpv, language)}`;
    return {
      title: `${texts.lists[list]}: ${name}`,
      isUnlisted: true,
      body: html`<p class="crumb"><a href="${to('markets', language)}">${textsOf(language).procurement.market.title}</a> › <a href="${to('market', language, { cpv })}">CPV ${cpv}</a> › ${texts.lists[list]}</p>
<h1 class="title">${name}</h1><div class="before-cards"></div>
<nav class="contents" aria-label="${name}"><ul>${LISTS.map((one) => html`<li><a href="${toQuery('marketDeals', language, { list: one === 'contracts' ? undefined : one }, { cpv })}"${one === list && html` aria-current="true"`}>${texts.lists[one]}</a></li>`)}</ul></nav>
${await dealList(list, cpv, request)}`,
    };
  },
};

/** A CPV prefix. A code with check digit is validated and redirected to the address without it. */
async function codeOf(text: string, { client, language }: PageRequest): Promise<string> {
  if (/^[0-9]{1,8}$/.test(text)) return text;
  if (!/^[0-9]{8}-?[0-9]$/.test(text)) throw new ApiError('INVALID_PARAMETER', messages.procurementPages.wrongCpv());
  const { data } = await client.getCpvAnalysis({ cpv: text });
  if (data.cpv.prefix.length > 8) throw new ApiError('NOT_FOUND', messages.procurementPages.noCpv({ cpv: text }));
  throw new RedirectError(to('marketDeals', language, { cpv: data.cpv.prefix }));
}

/** Deals under a code outside of the vocabulary are displayed; without any deal such a code is unknown. */
function inVocabulary<Answer extends { result: { data: readonly unknown[] } | null }>(
  answer: Answer,
  cpv: string,
): Answer {
  if (answer.result?.data.length === 0 && !isCpvPrefix(cpv))
    throw new ApiError('NOT_FOUND', messages.procurementPages.noCpv({ cpv }));
  return answer;
}

const titleOf = (cpv: string, language: Language): string => {
  const title = cpvTitle(cpv.slice(0, 8), language);
  return title === null ? '' : ` · ${title}`;
};

async function dealList(list: List, cpv: string, { client, language, now, query }: PageRequest): Promise<Html> {
  const texts = textsOf(language).procurement.deal;
  const filled = dealFilters(query);
  const { cursor, role: _role, cpv: _cpv, supplierCity, ...days } = filled;
  // Only contracts have the supplier's town.
  const filters = { ...days, ...(list === 'contracts' && supplierCity !== undefined && { supplierCity }) };
  const hidden = list === 'contracts' ? {} : { list };
  const input = { cpv, limit: LIMIT, ...filters, ...(cursor !== undefined && { cursor }) };
  const common = {
    title: texts.lists[list],
    noun: texts.nouns[list],
    query: filters,
    isFiltered: Object.keys(filters).length > 0,
    form: dealForm(
      { ...filters, ...(cursor !== undefined && { cursor }) },
      {
        action: to('marketDeals', language, { cpv }),
        hidden: hidden,
        fields: list === 'contracts' ? ['days', 'supplierCity'] : ['days'],
      },
      language,
    ),
    at: (next: string | undefined) =>
      toQuery('marketDeals', language, { ...hidden, ...filters, cursor: next }, { cpv }),
  };
  const path = (name: string): string => `/api/seap/cpv/${encodeURIComponent(cpv)}/${name}`;
  if (list === 'purchases') {
    const answer = inVocabulary(await settle(client.getCpvDirectPurchases(input)), cpv);
    return dealCard(
      { ...common, path: path('direct-purchases'), answer, rows: ({ data }) => purchaseList(data, language) },
      now,
      language,
    );
  }
  if (list === 'awards') {
    const answer = inVocabulary(await settle(client.getCpvDirectPurchaseAwards(input)), cpv);
    return dealCard(
      { ...common, path: path('direct-purchase-awards'), answer, rows: ({ data }) => awardList(data, language) },
      now,
      language,
    );
  }
  const answer = inVocabulary(await settle(client.getCpvContracts(input)), cpv);
  return dealCard(
    {
      ...common,
      path: path('contracts'),
      answer,
      rows: ({ data, preview }) => contractList(data, !preview, language),
    },
    now,
    language,
  );
}
