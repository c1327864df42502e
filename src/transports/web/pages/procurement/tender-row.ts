/** Notices in a list: remaining days, title, authority and value. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { capsOf } from '#transports/web/components/links.ts';
import { deadline } from '#transports/web/components/lists.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

export type Notice = Awaited<ReturnType<PageRequest['client']['searchTenders']>>['data'][number];

export const tenderList = (notices: readonly Notice[], now: number, language: Language): Html =>
  html`<ol class="due">${notices.map((notice) => tenderRow(notice, now, language))}</ol>`;

function tenderRow(notice: Notice, now: number, language: Language): Html {
  const texts = textsOf(language).procurement.tender;
  const meta = [
    notice.notice,
    lowered(notice.procedureTypeLabel),
    notice.cpv && `CPV ${notice.cpv.code}`,
    notice.lots && notice.lots.length > 1 && counted(notice.lots.length, texts.lots, language),
    notice.open === false && notice.stateCode !== 'published' && lowered(notice.stateLabel),
  ].filter(Boolean);
  return html`<li>${deadline(notice.deadlineAt, now, language)}<div><a class="what ${capsOf(notice.title)}" href="${to('notice', language, { notice: notice.notice })}">${notice.title}</a>
<p class="meta">${notice.authority.registryName ?? notice.authority.name}${notice.county !== null && ` · ${notice.county}`}</p><p class="meta">${meta.join(' · ')}</p></div>${estimate(notice, language)}</li>`;
}

/** Within a line a label begins in lower case. */
const lowered = (label: string | null): string | null => label && label.charAt(0).toLowerCase() + label.slice(1);

const estimate = (notice: Notice, language: Language): Html =>
  notice.estimatedValue === null
    ? html`<span class="value quiet">${textsOf(language).procurement.tender.noValue}</span>`
    : html`<b class="value">${estimateOf(notice, language)}</b>`;

/** Lei with a unit, other currencies in full. */
export function estimateOf(
  { estimatedValue, currency }: Pick<Notice, 'estimatedValue' | 'currency'>,
  language: Language,
): string {
  if (estimatedValue === null) return textsOf(language).procurement.tender.noValue;
  return currency === 'RON'
    ? shortLei(estimatedValue, language)
    : `${wholeNumber(estimatedValue, language)} ${currency}`;
}
