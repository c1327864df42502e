/** Procurement of a company as supplier and authority: totals, then one list at a time, with filters and downloads. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { chartFigure, lei, scaleOf, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { bucharestDay, yearOf } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { dealYearBars, dealYears } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { awardList, contractList, dealCard, dealFilters, dealForm, purchaseList } from './deals.ts';
import { seapSources } from './record-page.ts';
import { reportList } from './report.ts';
import { tenderList } from './tender-row.ts';

const LISTS = ['contracts', 'purchases', 'awards', 'tenders', 'reports'] as const;
type List = (typeof LISTS)[number];

const LIMIT = 30;

export const companyProcurementPage: Page = {
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
<h1 class="name">${texts.title}</h1><p class="lede"><a href="${to('company', language, { cui })}">${name}</a> · CUI ${cui}</p>${seapSources(meta.sources, now, language)}
<p class="tools">${reportLink(`company:${cui}`, language)}</p>
${seap === null ? html`<p class="nothing">${texts.notLoaded}</p>` : html`${companyTotals(seap, now, language)}${tabs(cui, list, language)}${await dealList(list, cui, request)}`}`,
    };
  },
};

/** Some authorities are not in the registry. A code in neither the registry nor a deal is unknown. */
async function nameOf(cui: string, seap: Seap | null, { client }: PageRequest): Promise<string> {
  const { result, error } = await settle(client.getCompany({ cui }));
  if (error !== null && seap !== null && !hasDeals(seap)) throw error;
  return result?.data.name ?? `CUI ${cui}`;
}

const tabs = (cui: string, list: List, language: Language): Html =>
  html`<nav class="contents" aria-label="${textsOf(language).procurement.deal.title}"><ul>${LISTS.map((one) => html`<li><a href="${toQuery('companyProcurement', language, { list: one === 'contracts' ? undefined : one }, { cui })}#lista"${one === list && html` aria-current="true"`}>${textsOf(language).procurement.deal.lists[one]}</a></li>`)}</ul></nav>`;

async function dealList(list: List, cui: string, { client, language, now, query }: PageRequest): Promise<Html> {
  const texts = textsOf(language).procurement.deal;
  const filled = dealFilters(query);
  const { cursor, supplierCity: _city, ...filters } = filled;
  const from = { limit: LIMIT, ...(cursor !== undefined && { cursor }) };
  const hidden = list === 'contracts' ? {} : { list };
  const onlyDamages = list === 'reports' && query.get('onlyDamages') === 'true' ? { onlyDamages: 'true' } : {};
  const at = (next: string | undefined): string =>
    `${toQuery('companyProcurement', language, { ...hidden, ...filters, ...onlyDamages, cursor: next }, { cui })}#lista`;
  const form = dealForm(
    filled,
    { action: to('companyProcurement', language, { cui }), hidden: hidden, fields: ['role', 'days', 'cpv'] },
    language,
  );
  const common = { title: texts.lists[list], noun: texts.nouns[list], at, query: filters, form };
  const isFiltered = Object.keys(filters).length > 0;
  if (list === 'purchases')
    return dealCard(
      {
        ...common,
        isFiltered,
        path: `/api/seap/company/${cui}/direct-purchases`,
        answer: await settle(client.getCompanyDirectPurchases({ cui, ...from, ...filters })),
        rows: ({ data }) => purchaseList(data, language),
      },
      now,
      language,
    );
  if (list === 'awards')
    return dealCard(
      {
        ...common,
        isFiltered,
        path: `/api/seap/company/${cui}/direct-purchase-awards`,
        answer: await settle(client.getCompanyDirectPurchaseAwards({ cui, ...from, ...filters })),
        rows: ({ data }) => awardList(data, language),
      },
      now,
      language,
    );
  if (list === 'tenders')
    return dealCard(
      {
        ...common,
        isFiltered: false,
        form: null,
        query: {},
        path: `/api/sicap/company/${cui}/procedures`,
        answer: await settle(client.getCompanyProcedures({ cui, ...from })),
        rows: ({ data }) => html`<p class="quiet aside">${texts.tendersNote}</p>${tenderList(data, now, language)}`,
      },
      now,
      language,
    );
  if (list === 'reports')
    return dealCard(
      {
        ...common,
        isFiltered: 'onlyDamages' in onlyDamages,
        form: damagesForm(cui, 'onlyDamages' in onlyDamages, language),
        query: onlyDamages,
        path: `/api/seap/company/${cui}/supplier-issues`,
        answer: await settle(client.getSupplierIssues({ cui, ...from, onlyDamages: 'onlyDamages' in onlyDamages })),
        rows: ({ data }) => reportList(data, language),
        proOnly: texts.reportsPro,
      },
      now,
      language,
    );
  return dealCard(
    {
      ...common,
      isFiltered,
      path: `/api/seap/company/${cui}/contracts`,
      answer: await settle(client.getCompanyContracts({ cui, ...from, ...filters })),
      rows: ({ data, preview }) => contractList(data, !preview, language),
    },
    now,
    language,
  );
}

const damagesForm = (cui: string, isChosen: boolean, language: Language): Html =>
  html`<form class="filters" action="${to('companyProcurement', language, { cui })}"><input type="hidden" name="list" value="reports"><p><label class="choice"><input type="checkbox" name="onlyDamages" value="true"${isChosen && html` checked`}> ${textsOf(language).procurement.deal.damages}</label></p><p class="submit"><button class="button" type="submit">${textsOf(language).procurement.deal.go}</button></p></form>`;

type Seap = NonNullable<Awaited<ReturnType<PageRequest['client']['getCompanySeap']>>['data']>;
type Side = Seap['asSupplier'];

interface TotalsContext {
  coverage: Seap['coverage'];
  now: number;
  language: Language;
}

function companyTotals({ asSupplier, asAuthority, coverage }: Seap, now: number, language: Language): Html {
  const context = { coverage, now, language };
  const texts = textsOf(language).procurement.deal;
  const sides = [
    [texts.supplierTotal, asSupplier],
    [texts.authorityTotal, asAuthority],
  ] as const;
  const busy = sides.filter(([, side]) => dealsOf(side) > 0);
  if (busy.length === 0) return html`<p class="nothing">${texts.noDeals}</p>`;
  return html`<div class="totals${busy.length > 1 && ' two'}">${busy.map(([name, side]) => column(name, side, side === asSupplier && side.contracts.count > 0, context))}</div>`;
}

const hasDeals = ({ asSupplier, asAuthority }: Seap): boolean => dealsOf(asSupplier) + dealsOf(asAuthority) > 0;

const dealsOf = ({ contracts, frameworks, callOffs, directPurchases }: Side): number =>
  contracts.count + frameworks.count + callOffs.count + directPurchases.count;

/** `hasShares`: a joint contract counts with the company's share. */
function column(name: string, side: Side, hasShares: boolean, context: TotalsContext): Html {
  const { language } = context;
  const texts = textsOf(language).procurement.deal;
  const { contracts, directPurchases, frameworks, callOffs } = side;
  const values = [contracts.value, callOffs.value, directPurchases.value].filter((value) => value !== null);
  const sum = values.reduce((all, value) => all + value, 0);
  const apart = [
    frameworks.count > 0 &&
      texts.ceilings(
        counted(frameworks.count, texts.frameworks, language),
        frameworks.value === null ? null : shortLei(frameworks.value, language),
      ),
    directPurchases.unknownState > 0 && texts.unstated(wholeNumber(directPurchases.unknownState, language)),
  ].filter(Boolean);
  return html`<section class="total"><div><h2>${name}</h2><p class="figure">${values.length === 0 ? texts.noValue : shortLei(sum, language)}</p>
<p>${counted(contracts.count, texts.ordinary, language)}${callOffs.count > 0 && `, ${counted(callOffs.count, texts.callOffs, language)}`}, ${counted(directPurchases.count, texts.nouns.purchases, language)}.</p>${apart.length > 0 && html`<p class="quiet small">${apart.join(' ')}</p>`}${hasShares && html`<p class="quiet small">${texts.shares}</p>`}
${byYear(side, context)}</div><div>${partners(side, language)}</div></section>`;
}

function byYear({ byYear: rows }: Side, { coverage, now, language }: TotalsContext): Html | null {
  const texts = textsOf(language).procurement.deal;
  const years = dealYears(rows, yearOf(bucharestDay(now)), coverage);
  if (years.length < 2) return null;
  const { by, words: unit } = scaleOf(Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0))));
  const amount = (value: number | null): string => (value === null ? texts.noValue : lei(value, language));
  const [contracts, purchases] = [textsOf(language).procurement.market.signed, texts.nouns.purchases[1]];
  const text = years.map(
    ({ year, first, second }) => `${year}: ${contracts} ${amount(first)}, ${purchases} ${amount(second)}`,
  );
  return html`<figure><figcaption class="quiet small">${texts.byYear(unit[language])}</figcaption>${dealYearBars({
    years,
    label: text.join('; '),
    format: (value) => chartFigure(value / by, language),
    key: { first: contracts, second: purchases, partial: texts.unfinished },
  })}</figure>`;
}

const PARTNERS_MAX = 5;

function partners({ topPartners }: Side, language: Language): Html | null {
  if (topPartners.length === 0) return null;
  return html`<h3>${textsOf(language).procurement.deal.partners}</h3><ol class="ledger">${topPartners.slice(0, PARTNERS_MAX).map(({ cui, name, count, value }) => html`<li><span>${cui === null ? name : html`<a href="${to('company', language, { cui })}">${name}</a>`}<br><span class="meta">${counted(count, textsOf(language).procurement.deal.deals, language)}</span></span><span class="right">${value !== null && shortLei(value, language)}</span></li>`)}</ol>`;
}
