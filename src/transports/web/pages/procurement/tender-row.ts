/** Notices in a list: remaining days, title, authority and value. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { estimated, noValueText, sumText } from '#transports/web/components/amounts.ts';
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
    ? html`<span class="value quiet">${noValueText(estimated(notice), notice.currency, language)}</span>`
    : html`<b class="value">${sumText(notice.estimatedValue, notice.currency, language)}</b>`;
