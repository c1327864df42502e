/** A notice: until when, how much, how; then its documents with what their signatures are worth, its lots, what came of it. */

import type { Language } from '#lib/i18n/message.ts';
import { shortLei } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { capsOf, outsideLink, partyLink, reportLink } from '#transports/web/components/links.ts';
import { statusRows } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { changedAlert } from './changed-alert.ts';
import { documentsSheet } from './documents-sheet.ts';
import { fourAnswers } from './notice-answers.ts';
import { awardsSheet, marketSheet } from './notice-market.ts';

import { seapOf } from './seap-sources.ts';
import type { Notice } from './tender-row.ts';
import { filesOf, standingOf, versionIn } from './versions.ts';

export const noticePage: Page = {
  path: addresses.notice,
  operations: ['getTender', 'getDocuments', 'getSigners', 'searchDocuments', 'downloadDocumentation'],
  async show(request) {
    const { client, language, now, query } = request;
    const texts = textsOf(language).procurement.notice;
    const { data: notice, meta } = await client.getTender({ notice: request.params.notice ?? '' });
    const number = notice.notice;
    const files = await settle(filesOf(client, number, versionIn(query)));
    const stamps = seapOf(meta.sources, now, language);
    return {
      title: `${number}: ${notice.title}`,
      description: [notice.title, notice.authority.registryName ?? notice.authority.name, notice.county]
        .filter(Boolean)
        .join(' · '),
      canonical: to('notice', language, { notice: number }),
      isUnlisted: query.size > 0,
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${texts.tenders}</a> › ${number}</p>
<h1 class="title ${capsOf(notice.title)}">${notice.title}</h1>
<p class="lede">${partyLink(notice.authority, language)}${notice.county !== null && ` · ${notice.county}`}</p>
${statusRows(fourAnswers(notice, files.result && standingOf(files.result.meta), now, language))}
${await changedAlert(number, files, request)}
<ul class="tools">${notice.url?.startsWith('https:') && html`<li>${outsideLink(notice.url, texts.page)}</li>`}<li><a href="/api/sicap/tender/${number}">${icon('download')}JSON</a></li><li>${reportLink(`notice:${number}`, language)}</li></ul>
<div class="before-sheets"></div>
${await documentsSheet(number, files, request)}
${lots(notice, stamps, language)}
${await awardsSheet(notice, stamps, request)}
${await marketSheet(notice, request)}`,
    };
  },
};

function lots({ lots: rows, currency }: Notice, stamps: Html, language: Language): Html | null {
  if (rows === null || rows.length === 0) return null;
  const texts = textsOf(language).procurement.notice;
  const value = (amount: number | null): Html =>
    amount === null
      ? html`<span class="quiet small">${texts.noValue}</span>`
      : html`${currency === 'RON' ? shortLei(amount, language) : `${amount} ${currency}`}`;
  return card({
    id: 'loturi',
    title: texts.lots,
    sources: stamps,
    body: html`<ol class="ledger">${rows.map((lot) => html`<li><span>${lot.number}. ${lot.title ?? texts.unknown}${lot.cpv !== null && html`<br><a class="meta" href="${to('market', language, { cpv: lot.cpv })}">CPV ${lot.cpv}</a>`}</span><span class="right">${value(lot.estimatedValue)}</span></li>`)}</ol>`,
  });
}
