/** Accounts of the treasury: for which tax, at which treasury, published or computed. */
import type { Language } from '#lib/i18n/message.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { askedField } from '#transports/web/components/asked-field.ts';
import { sheet } from '#transports/web/components/card.ts';
import { listDownloads } from '#transports/web/components/downloads.ts';
import { icon } from '#transports/web/components/icon.ts';
import { sources } from '#transports/web/components/sources.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';

/** Nobody reads more; some words fit accounts of every treasury. */
const ROWS_MAX = 100;

type Account = Awaited<ReturnType<PageRequest['client']['findTreasuryIbans']>>['data'][number];

const texts = {
  ro: {
    title: 'IBAN-uri de trezorerie',
    lead: 'În ce cont se plătește un impozit: scrieți taxa, trezoreria sau chiar IBAN-ul.',
    q: 'Taxă, trezorerie sau IBAN',
    go: 'Caută',
    found: ['cont', 'conturi'] as Noun,
    published: 'publicat',
    computed: 'calculat',
    careful: 'verificați la organul fiscal înainte de plată',
    none: (q: string) => `Niciun cont pentru „${q}”.`,
    way: 'Scrieți mai puține cuvinte: numele taxei sau al orașului.',
    examples: 'De încercat:',
    tried: ['TVA', 'impozit pe profit Cluj', 'contribuții'],
    how: 'Publicat: contul stă într-o listă a Trezoreriei. Calculat: contul urmează regula de alcătuire, dar nu l-am găsit publicat. Cifra de control este verificată la amândouă.',
    account: 'Cont',
    more: (shown: number) => `Aici stau primele ${shown}. Adăugați orașul sau taxa; lista întreagă este în CSV.`,
  },
  en: {
    title: 'Treasury IBANs',
    lead: 'Into which account a tax is paid: write the tax, the treasury, or the IBAN itself.',
    q: 'Tax, treasury or IBAN',
    go: 'Search',
    found: ['account', 'accounts'] as Noun,
    published: 'published',
    computed: 'computed',
    careful: 'check with the tax office before you pay',
    none: (q: string) => `No account for “${q}”.`,
    way: 'Write fewer words: the name of the tax, or of the town.',
    examples: 'To try:',
    tried: ['TVA', 'impozit pe profit Cluj', 'contribuții'],
    how: 'Published: the account stands in a list of the Treasury. Computed: it follows the rule by which accounts are made, but we have not found it published. Check digits are verified for both.',
    account: 'Account',
    more: (shown: number) => `These are the first ${shown}. Add the town or the tax; the whole list is in the CSV.`,
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
      title: q === '' ? words.title : `${words.title}: ${q}`,
      description: words.lead,
      isUnlisted: q !== '',
      islands: ['copy'],
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p>
${askedField({ action: to('treasury', language), hint: words.q, button: words.go, q })}
<p class="promise">${words.examples} ${words.tried.map((one, i) => html`${i > 0 && ' · '}<a href="${toQuery('treasury', language, { q: one })}" lang="ro">${one}</a>`)}</p></section>
${
  found &&
  (found.data.length === 0
    ? html`<section class="sheet wide"><h2>${words.none(q)}</h2><p class="promise">${words.way}</p></section>`
    : sheet({
        id: 'conturi',
        title: counted(found.data.length, words.found, language),
        sources: sources(found.meta.sources, now, language),
        tools: listDownloads('/api/iban', { q }, language),
        body: html`${(found.meta.warnings ?? []).map((line) => html`<p class="small">${line}</p>`)}<ul class="ledger accounts">${found.data.slice(0, ROWS_MAX).map((one) => accountRow(one, language))}</ul>${found.data.length > ROWS_MAX && html`<p class="small quiet">${words.more(ROWS_MAX)}</p>`}`,
      }))
}
<p class="small quiet">${words.how}</p>`,
    };
  },
};

/** What nobody published is said so beside the number, not in a note below. */
function accountRow({ iban, taxName, taxNameEn, treasury, account, evidence }: Account, language: Language): Html {
  const words = texts[language];
  return html`<li><span><b class="mono" data-copy>${iban}</b><br>${language === 'en' && taxNameEn ? taxNameEn : taxName}<br><span class="meta">${[treasury.name, treasury.county, `${words.account} ${account}`].join(' · ')}</span></span><span class="evidence">${
    evidence === 'published'
      ? html`<span class="tag good">${icon('fine')}${words.published}</span>`
      : html`<span class="tag amber">${icon('uncertain')}${words.computed}</span><small>${words.careful}</small>`
  }</span></li>`;
}
