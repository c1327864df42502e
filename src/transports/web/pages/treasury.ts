/** Treasury accounts: tax, treasury, and whether the account is published or computed. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { listDownloads } from '#transports/web/components/lists.ts';
import { pageSearch } from '#transports/web/components/search-field.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';

/** Frequent words match accounts of every treasury. */
const ROWS_MAX = 100;

type Account = Awaited<ReturnType<PageRequest['client']['findTreasuryIbans']>>['data'][number];

export const treasuryPage: Page = {
  operations: ['findTreasuryIbans'],
  async show({ client, language, query, now }) {
    const texts = textsOf(language).treasury;
    const q = (query.get('q') ?? '').trim();
    const result = q === '' ? null : await client.findTreasuryIbans({ q });
    return {
      title: q === '' ? texts.title : `${texts.title}: ${q}`,
      description: texts.lead,
      isUnlisted: q !== '',
      scripts: ['copy'],
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p>
${pageSearch({ action: to('treasury', language), hint: texts.q, button: texts.go, q })}
<p class="promise">${texts.examples} ${texts.sampleQueries.map((one, i) => html`${i > 0 && ' · '}<a href="${toQuery('treasury', language, { q: one })}" lang="ro">${one}</a>`)}</p></section>
${
  result &&
  (result.data.length === 0
    ? html`<section class="card wide"><h2>${texts.none(q)}</h2><p class="promise">${texts.hint}</p></section>`
    : card({
        id: 'conturi',
        title: counted(result.data.length, texts.accountForms, language),
        sources: sources(result.meta.sources, now, language),
        tools: listDownloads('/api/iban', { q }, language),
        body: html`${(result.meta.warnings ?? []).map((line) => html`<p class="small">${line}</p>`)}<ul class="ledger accounts">${result.data.slice(0, ROWS_MAX).map((one) => accountRow(one, language))}</ul>${result.data.length > ROWS_MAX && html`<p class="small quiet">${texts.more(ROWS_MAX)}</p>`}`,
      }))
}
<p class="small quiet">${texts.how}</p>`,
    };
  },
};

/** An unpublished account is marked beside its number. */
function accountRow({ iban, taxName, taxNameEn, treasury, account, evidence }: Account, language: Language): Html {
  const texts = textsOf(language).treasury;
  return html`<li><span><b class="mono" data-copy>${iban}</b><br>${language === 'en' && taxNameEn ? taxNameEn : taxName}<br><span class="meta">${[treasury.name, treasury.county, `${texts.account} ${account}`].join(' · ')}</span></span><span class="evidence">${
    evidence === 'published'
      ? html`<span class="tag good">${icon('fine')}${texts.published}</span>`
      : html`<span class="tag amber">${icon('uncertain')}${texts.computed}</span><small>${texts.careful}</small>`
  }</span></li>`;
}
