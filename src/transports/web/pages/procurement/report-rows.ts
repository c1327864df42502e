/** Supplier-performance reports in a list: who said what of which contract, and whether damages were claimed. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Report = Awaited<ReturnType<PageRequest['client']['getSupplierIssues']>>['data'][number];
type Rating = NonNullable<Report['rating']>;

const SIGNS: Record<Rating, IconName> = { fulfilled: 'fine', partly: 'check', notFulfilled: 'stop' };
const COLOURS: Record<Rating, string> = { fulfilled: 'good', partly: 'amber', notFulfilled: 'bad' };

export const reportList = (rows: readonly Report[], language: Language): Html =>
  html`<ol class="ledger deals">${rows.map((one) => row(one, language))}</ol>`;

function row({ ackDocId, authority, contract, issuedAt, rating, damages, text }: Report, language: Language): Html {
  const texts = textsOf(language).procurement.deal;
  const meta = [shortDay(issuedAt, language), contract.number && texts.number(contract.number), contract.notice];
  return html`<li><div><a href="${to('report', language, { id: ackDocId })}">${authority.registryName ?? authority.name}</a><p class="meta">${meta.filter(Boolean).join(' · ')}</p><p class="snippet" lang="ro">${text}</p></div><span class="right">${rating === null ? html`<span class="tag">${icon('unknown')}${texts.noRating}</span>` : html`<span class="tag judged ${COLOURS[rating]}">${icon(SIGNS[rating])}${texts.ratings[rating]}</span>`}${damages.claimed && html`<br><span class="tag judged bad">${icon('stop')}${texts.claimed}</span>`}</span></li>`;
}
