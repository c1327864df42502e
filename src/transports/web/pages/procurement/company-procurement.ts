/** What a company sold to the state and bought as an authority: totals, then one list at a time, with filters and downloads. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { companyTotals, hasDeals } from './company-totals.ts';
import { type DealFilters, dealFilters, dealForm } from './deal-filters.ts';
import { awardList, contractList, purchaseList } from './deal-rows.ts';
import { dealSheet } from './deal-sheet.ts';

import { reportList } from './report-rows.ts';
import { seapOf } from './seap-sources.ts';
import { tenderList } from './tender-row.ts';

const LISTS = ['contracts', 'purchases', 'awards', 'tenders', 'reports'] as const;
type List = (typeof LISTS)[number];

const LIMIT = 30;

type Seap = Awaited<ReturnType<PageRequest['client']['getCompanySeap']>>['data'];

export const companyProcurementPage: Page = {
  path: addresses.companyProcurement,
  operations: [
    'getCompanyContracts',
    'checkCompanyContracts',
    'getCompanyDirectPurchases',
    'getCompanyDirectPurchaseAwards',
    'getCompanyTenders',
    'getCompanyProcedures',
    'getSupplierIssues',
  ],
  async show(request) {
    const { client, language, now, params, query } = request;
    const texts = textsOf(language).procurement.deal;
    const list = LISTS.find((one) => one === query.get('list')) ?? 'contracts';
    const { data: seap, meta } = await client.getCompanySeap({ cui: params.cui ?? '' });
    const cui = (params.cui ?? '').replace(/\D/g, '');
    const name = await nameOf(cui, seap, request);
    return {
      title: `${texts.title}: ${name}, CUI ${cui}`,
      canonical: to('companyProcurement', language, { cui }),
      isUnlisted: query.size > 0,
      body: html`<p class="crumb"><a href="${to('company', language, { cui })}">${name}</a> › ${texts.title}</p>
<h1 class="name">${texts.title}</h1><p class="lede"><a href="${to('company', language, { cui })}">${name}</a> · CUI ${cui}</p>${seapOf(meta.sources, now, language)}
<p class="tools">${reportLink(`company:${cui}`, language)}</p>
${seap === null ? html`<p class="nothing">${texts.notLoaded}</p>` : html`${companyTotals(seap, now, language)}${tabs(cui, list, language)}${await listed(list, cui, request)}`}`,
    };
  },
};

/** Authorities are not all in the registry. Who is neither there nor in any deal is nobody, and his code may be mistyped. */
async function nameOf(cui: string, seap: Seap, { client }: PageRequest): Promise<string> {
  const { result: told, error: problem } = await settle(client.getCompany({ cui }));
  if (problem !== null && seap !== null && !hasDeals(seap)) throw problem;
  return told?.data.name ?? `CUI ${cui}`;
}

const tabs = (cui: string, list: List, language: Language): Html =>
  html`<nav class="contents" aria-label="${textsOf(language).procurement.deal.title}"><ul>${LISTS.map((one) => html`<li><a href="${toQuery('companyProcurement', language, { list: one === 'contracts' ? undefined : one }, { cui })}#lista"${one === list && html` aria-current="true"`}>${textsOf(language).procurement.deal.lists[one]}</a></li>`)}</ul></nav>`;

async function listed(list: List, cui: string, { client, language, now, query }: PageRequest): Promise<Html> {
  const texts = textsOf(language).procurement.deal;
  const asked = dealFilters(query);
  const { cursor, supplierCity: _city, ...filters } = asked;
  const from = { limit: LIMIT, ...(cursor !== undefined && { cursor }) };
  const kept = list === 'contracts' ? {} : { list };
  const onlyDamages = list === 'reports' && query.get('onlyDamages') === 'true' ? { onlyDamages: 'true' } : {};
  const at = (next: string | undefined): string =>
    `${toQuery('companyProcurement', language, { ...kept, ...filters, ...onlyDamages, cursor: next }, { cui })}#lista`;
  const form = (asked: DealFilters): Html =>
    dealForm(
      asked,
      { action: to('companyProcurement', language, { cui }), kept, fields: ['role', 'days', 'cpv'] },
      language,
    );
  const common = { title: texts.lists[list], noun: texts.nouns[list], at, query: filters, form: form(asked) };
  const isFiltered = Object.keys(filters).length > 0;
  if (list === 'purchases')
    return dealSheet(
      {
        ...common,
        isFiltered,
        path: `/api/seap/company/${cui}/direct-purchases`,
        asked: await settle(client.getCompanyDirectPurchases({ cui, ...from, ...filters })),
        rows: ({ data }) => purchaseList(data, language),
      },
      now,
      language,
    );
  if (list === 'awards')
    return dealSheet(
      {
        ...common,
        isFiltered,
        path: `/api/seap/company/${cui}/direct-purchase-awards`,
        asked: await settle(client.getCompanyDirectPurchaseAwards({ cui, ...from, ...filters })),
        rows: ({ data }) => awardList(data, language),
      },
      now,
      language,
    );
  if (list === 'tenders')
    return dealSheet(
      {
        ...common,
        isFiltered: false,
        form: null,
        query: {},
        path: `/api/sicap/company/${cui}/procedures`,
        asked: await settle(client.getCompanyProcedures({ cui, ...from })),
        rows: ({ data }) => html`<p class="quiet aside">${texts.tendersNote}</p>${tenderList(data, now, language)}`,
      },
      now,
      language,
    );
  if (list === 'reports')
    return dealSheet(
      {
        ...common,
        isFiltered: 'onlyDamages' in onlyDamages,
        form: damagesForm(cui, 'onlyDamages' in onlyDamages, language),
        query: onlyDamages,
        path: `/api/seap/company/${cui}/supplier-issues`,
        asked: await settle(client.getSupplierIssues({ cui, ...from, onlyDamages: 'onlyDamages' in onlyDamages })),
        rows: ({ data }) => reportList(data, language),
        proOnly: texts.reportsPro,
      },
      now,
      language,
    );
  return dealSheet(
    {
      ...common,
      isFiltered,
      path: `/api/seap/company/${cui}/contracts`,
      asked: await settle(client.getCompanyContracts({ cui, ...from, ...filters })),
      rows: ({ data, preview }) => contractList(data, !preview, language),
    },
    now,
    language,
  );
}

const damagesForm = (cui: string, isChosen: boolean, language: Language): Html =>
  html`<form class="filters" action="${to('companyProcurement', language, { cui })}"><input type="hidden" name="list" value="reports"><p><label class="choice"><input type="checkbox" name="onlyDamages" value="true"${isChosen && html` checked`}> ${textsOf(language).procurement.deal.damages}</label></p><p class="submit"><button class="button" type="submit">${textsOf(language).procurement.deal.go}</button></p></form>`;
