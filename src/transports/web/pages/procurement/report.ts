/** Supplier-performance reports: one report, and the list of a company. */
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lei } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { partyLink, reportLink } from '#transports/web/components/links.ts';
import { sources } from '#transports/web/components/sources.ts';
import { statusRows } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { proView } from './record-page.ts';

const STATUSES = { fulfilled: 'fine', partly: 'check', notFulfilled: 'stop' } as const;

export const reportPage: Page = {
  operations: ['getSupplierIssue'],
  async show({ client, language, params, now }) {
    const texts = textsOf(language).procurement.report;
    const id = params.id ?? '';
    const { result, error } = await settle(client.getSupplierIssue({ ackDocId: id }));
    if (error?.code === 'PRO_KEY_REQUIRED')
      return proView(
        { crumb: texts.tenders, title: `${texts.title} ${id}`, pro: texts.pro, free: texts.free },
        language,
      );
    if (result === null) throw error;
    const { data, meta } = result;
    const { claimed, amount } = data.damages;
    const { contract, supplier } = data;
    return {
      title: `${texts.title}: ${supplier.registryName ?? supplier.name}`,
      isUnlisted: true,
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${texts.tenders}</a> › ${texts.title}</p><h1 class="title">${texts.title}</h1>
<p class="lede">${partyLink(data.authority, language)} ${texts.of} ${partyLink(supplier, language)}</p>
${statusRows([
  {
    question: texts.rating,
    word: data.rating === null ? texts.unknown : texts.ratings[data.rating],
    status: data.rating === null ? 'unknown' : STATUSES[data.rating],
  },
  {
    question: texts.damages,
    word: claimed === null ? texts.unknown : claimed ? texts.claimed : texts.notClaimed,
    status: claimed === null ? 'unknown' : claimed ? 'stop' : 'fine',
    since: amount === null ? null : lei(amount, language),
  },
  { question: texts.issued, word: shortDay(data.issuedAt, language), status: 'plain' },
  { question: texts.kind, word: data.kind, status: 'plain' },
])}
<ul class="tools">${supplier.cui !== null && html`<li><a href="${toQuery('companyProcurement', language, { list: 'reports' }, { cui: supplier.cui })}">${texts.others}</a></li>`}<li><a href="/api/seap/supplier-issues/${encodeURIComponent(data.ackDocId)}">${icon('download')}JSON</a></li>${data.documentId !== null && html`<li><a href="/api/sicap/document/${encodeURIComponent(data.documentId)}/download">${icon('download')}${texts.document}</a></li>`}<li>${reportLink(`report:${data.ackDocId}`, language)}</li></ul>
<div class="before-cards"></div>
${card({
  id: 'text',
  title: texts.text,
  sources: sources(meta.sources, now, language),
  body: html`<dl class="facts">${contract.number !== null && html`<div><dt>${texts.contract}</dt><dd><a href="${toQuery('contract', language, { authorityCui: data.authority.cui ?? undefined }, { number: contract.number })}">${contract.number}</a>${contract.date !== null && `, ${shortDay(contract.date, language)}`}</dd></div>`}${contract.notice !== null && html`<div><dt>${texts.notice}</dt><dd><a href="${to('notice', language, { notice: contract.notice })}">${contract.notice}</a></dd></div>`}</dl><div class="prose" lang="ro">${data.text.split(/\n+/).map((paragraph) => html`<p>${paragraph}</p>`)}</div>`,
})}`,
    };
  },
};

type Report = Awaited<ReturnType<PageRequest['client']['getSupplierIssues']>>['data'][number];
type Rating = NonNullable<Report['rating']>;

const SIGNS: Record<Rating, IconName> = { fulfilled: 'fine', partly: 'check', notFulfilled: 'stop' };
const COLOURS: Record<Rating, string> = { fulfilled: 'good', partly: 'amber', notFulfilled: 'bad' };

export const reportList = (rows: readonly Report[], language: Language): Html =>
  html`<ol class="ledger deals">${rows.map((one) => row(one, language))}</ol>`;

function row({ ackDocId, authority, contract, issuedAt, rating, damages, text }: Report, language: Language): Html {
  const texts = textsOf(language).procurement.deal;
  const meta = [shortDay(issuedAt, language), contract.number && texts.number(contract.number), contract.notice];
  return html`<li><div><a href="${to('report', language, { id: ackDocId })}">${authority.registryName ?? authority.name}</a><p class="meta">${meta.filter(Boolean).join(' · ')}</p><p class="snippet" lang="ro">${text}</p></div><span class="right">${rating === null ? html`<span class="tag">${icon('unknown')}${texts.noRating}</span>` : html`<span class="tag verdict-tag ${COLOURS[rating]}">${icon(SIGNS[rating])}${texts.ratings[rating]}</span>`}${damages.claimed && html`<br><span class="tag verdict-tag bad">${icon('stop')}${texts.claimed}</span>`}</span></li>`;
}
