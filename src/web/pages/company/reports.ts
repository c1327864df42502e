/** What authorities wrote about a supplier after its contracts: for Pro; visitors are told that it is there. */
import { to, toQuery } from '#web/addresses.ts';
import type { PageRequest, View } from '#web/door/page.ts';
import { tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { type IconName, icon } from '#web/parts/icon.ts';
import { partyLink } from '#web/parts/party-link.ts';
import { proBox } from '#web/parts/pro-box.ts';
import { counted, type Noun } from '#web/words/counts.ts';
import { shortDay } from '#web/words/dates.ts';
import { lei } from '#web/words/numbers.ts';
import { companyName, listView } from './list-page.ts';

const texts = {
  ro: {
    heading: 'Documente constatatoare',
    reports: ['document constatator', 'documente constatatoare'] as Noun,
    ratings: { fulfilled: 'Îndeplinit', partly: 'Îndeplinit parțial', notFulfilled: 'Neîndeplinit' },
    unrated: 'Fără calificativ',
    damages: (sum: string) => `daune cerute${sum}`,
    none: 'Niciun document constatator despre această firmă în ce este încărcat.',
    pro: 'Documentele constatatoare despre un furnizor, cu calificativ, daune și text, sunt în Pro.',
    back: 'Firma',
  },
  en: {
    heading: 'Supplier reports',
    reports: ['supplier report', 'supplier reports'] as Noun,
    ratings: { fulfilled: 'Fulfilled', partly: 'Fulfilled in part', notFulfilled: 'Not fulfilled' },
    unrated: 'No rating',
    damages: (sum: string) => `damages claimed${sum}`,
    none: 'No supplier report on this company in what is loaded.',
    pro: 'Reports on a supplier, with rating, damages and text, come with Pro.',
    back: 'The company',
  },
} as const;

const SIGNS = { fulfilled: ['fine', 'good'], partly: ['check', 'amber'], notFulfilled: ['stop', 'bad'] } as const;

export async function reportsView(request: PageRequest, cui: string, tabs: Html): Promise<View> {
  const { client, language, query, visit } = request;
  const words = texts[language];
  if (!visit.caller.pro) return forVisitors(request, cui, tabs);
  const cursor = query.get('cursor');
  const { told, problem } = await tried(client.getSupplierIssues({ cui, ...(cursor && { cursor }) }));
  if (told === null) throw problem;
  const { data, meta } = told;
  return listView({
    request,
    page: 'companyDeals',
    cui,
    heading: words.heading,
    count: counted(meta.page?.total ?? data.length, words.reports, language),
    meta,
    path: `/api/seap/company/${cui}/supplier-issues`,
    query: { kind: 'reports' },
    body: html`${tabs}${data.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="ledger">${data.map((report) => row(report, request))}</ul>`}`,
  });
}

type Report = Awaited<ReturnType<PageRequest['client']['getSupplierIssues']>>['data'][number];

function row({ ackDocId, authority, issuedAt, rating, damages }: Report, { language }: PageRequest): Html {
  const words = texts[language];
  const [sign, colour]: readonly [IconName, string] = rating === null ? ['unknown', 'quiet'] : SIGNS[rating];
  const claimed = damages.claimed
    ? ` · ${words.damages(damages.amount === null ? '' : `: ${lei(damages.amount, language)}`)}`
    : '';
  return html`<li><span>${icon(sign, colour)} <a href="${to('report', language, { id: ackDocId })}">${rating === null ? words.unrated : words.ratings[rating]}</a><br><span class="meta">${partyLink(authority, language)}${claimed}</span></span><span class="right meta">${shortDay(issuedAt, language)}</span></li>`;
}

async function forVisitors(request: PageRequest, cui: string, tabs: Html): Promise<View> {
  const { language } = request;
  const words = texts[language];
  const name = await companyName(request, cui);
  return {
    title: `${words.heading}: ${name}`,
    isUnlisted: true,
    canonical: toQuery('companyDeals', language, {}, { cui }),
    body: html`<p class="crumb"><a href="${to('company', language, { cui })}">${words.back}</a> › ${words.heading}</p><h1 class="name">${name}</h1><section class="sheet"><header><h2>${words.heading}</h2></header><div>${tabs}${proBox(words.pro, language)}</div></section>`,
  };
}
