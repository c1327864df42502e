/** Accounts of the treasury: for which tax, at which treasury, published or computed. */
import { addresses, to } from '#web/addresses.ts';
import type { Page } from '#web/door/page.ts';
import { html } from '#web/html.ts';
import { icon } from '#web/parts/icon.ts';
import { sources } from '#web/parts/sources.ts';
import { counted, type Noun } from '#web/words/counts.ts';

const texts = {
  ro: {
    title: 'IBAN-uri de trezorerie',
    lead: 'În ce cont se plătește un impozit: scrieți taxa, trezoreria sau chiar IBAN-ul.',
    q: 'Taxă, trezorerie sau IBAN',
    go: 'Caută',
    found: ['cont', 'conturi'] as Noun,
    published: 'publicat',
    computed: 'calculat: verificați la organul fiscal înainte de plată',
    none: 'Niciun cont pentru aceste cuvinte.',
  },
  en: {
    title: 'Treasury IBANs',
    lead: 'Into which account a tax is paid: write the tax, the treasury, or the IBAN itself.',
    q: 'Tax, treasury or IBAN',
    go: 'Search',
    found: ['account', 'accounts'] as Noun,
    published: 'published',
    computed: 'computed: check with the tax office before you pay',
    none: 'No account for these words.',
  },
} as const;

export const treasuryPage: Page = {
  path: addresses.treasury,
  of: ['findTreasuryIbans'],
  async show({ client, language, query, now }) {
    const words = texts[language];
    const q = (query.get('q') ?? '').trim();
    const found = q === '' ? null : await client.findTreasuryIbans({ q });
    return {
      title: words.title,
      description: words.lead,
      islands: ['copy'],
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p>
<form class="find large" action="${to('treasury', language)}" role="search">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${words.q}" aria-label="${words.q}" maxlength="200"><button class="button" type="submit">${words.go}</button></form></section>
${
  found &&
  (found.data.length === 0
    ? html`<p>${words.none}</p>`
    : html`<section class="sheet wide"><h2>${counted(found.data.length, words.found, language)}</h2>${sources(found.meta.sources, now, language)}<ul class="ledger">${found.data.map((one) => html`<li><span><b class="mono" data-copy>${one.iban}</b><br>${language === 'en' && one.taxNameEn ? one.taxNameEn : one.taxName}<br><span class="meta">${one.treasury.name}</span></span><span class="right small">${one.evidence === 'published' ? html`<span class="good">${icon('fine')} ${words.published}</span>` : html`<span class="amber">${icon('check')} ${words.computed}</span>`}</span></li>`)}</ul></section>`)
}`,
    };
  },
};
