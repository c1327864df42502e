/** A contract: parties, value, what it rests on; namesakes of the same number. */
import { addresses, to } from '#web/addresses.ts';
import type { Page } from '#web/door/page.ts';
import { html } from '#web/html.ts';
import { answers } from '#web/parts/answers.ts';
import { outsideLink } from '#web/parts/outside-link.ts';
import { partyLink } from '#web/parts/party-link.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { shortDay } from '#web/words/dates.ts';
import { lei, wholeNumber } from '#web/words/numbers.ts';

const texts = {
  ro: {
    contract: 'Contract',
    value: 'Valoare',
    date: 'Data',
    kind: 'Fel',
    kinds: { contract: 'Contract', framework: 'Acord-cadru (plafon)', callOff: 'Contract subsecvent' },
    offers: 'Oferte primite',
    suppliers: 'Furnizori',
    details: 'Date',
    cpv: 'CPV',
    notice: 'Anunț',
    award: 'Anunț de atribuire',
    lots: 'Loturi',
    eu: 'Fonduri europene',
    yes: 'Da',
    no: 'Nu',
    unknown: 'nepublicat',
    same: 'Alte contracte cu același număr',
    page: 'Pagina din SEAP',
    tenders: 'Licitații',
  },
  en: {
    contract: 'Contract',
    value: 'Value',
    date: 'Date',
    kind: 'Kind',
    kinds: { contract: 'Contract', framework: 'Framework agreement (ceiling)', callOff: 'Call-off contract' },
    offers: 'Offers received',
    suppliers: 'Suppliers',
    details: 'Details',
    cpv: 'CPV',
    notice: 'Notice',
    award: 'Award notice',
    lots: 'Lots',
    eu: 'European funds',
    yes: 'Yes',
    no: 'No',
    unknown: 'not published',
    same: 'Other contracts of the same number',
    page: 'Its page in SEAP',
    tenders: 'Tenders',
  },
} as const;

export const contractPage: Page = {
  path: addresses.contract,
  of: ['getContract'],
  async show({ client, language, params, query, now }) {
    const words = texts[language];
    const authority = query.get('authority');
    const { data, meta } = await client.getContract({
      number: params.number ?? '',
      ...(authority && { authorityCui: authority }),
    });
    const value = data.valueRon === null ? words.unknown : lei(data.valueRon, language);
    const rows: [string, unknown][] = [
      [words.cpv, data.cpv && `${data.cpv.code} ${data.cpv.title ?? ''}`],
      [words.award, data.awardNotice],
      [words.lots, data.lots && data.lots.length > 0 ? data.lots.join(', ') : null],
      [words.eu, data.euFunded === null ? null : data.euFunded ? words.yes : words.no],
    ];
    return {
      title: `${words.contract} ${data.number ?? data.id}`,
      isUnlisted: query.size > 0,
      canonical: to('contract', language, { number: data.id }),
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${words.tenders}</a> › ${words.contract} ${data.number}</p>
<h1 class="title caps">${data.title ?? `${words.contract} ${data.number ?? data.id}`}</h1><p class="lede">${partyLink(data.authority, language)}</p>
${answers([
  {
    question: words.value,
    word: value,
    standing: data.valueRon === null ? 'unknown' : 'fine',
    since: data.currency === 'RON' ? null : data.currency,
  },
  {
    question: words.date,
    word: data.date === null ? words.unknown : shortDay(data.date, language),
    standing: data.date === null ? 'unknown' : 'fine',
  },
  {
    question: words.kind,
    word: words.kinds[data.framework],
    standing: data.framework === 'framework' ? 'check' : 'fine',
  },
  {
    question: words.offers,
    word: data.offersReceived === null ? words.unknown : wholeNumber(data.offersReceived, language),
    standing: data.offersReceived === null ? 'unknown' : data.offersReceived === 1 ? 'check' : 'fine',
  },
])}
${sources(meta.sources, now, language)}
${sheet({ id: 'furnizori', title: words.suppliers, body: data.suppliers === null ? html`<p class="quiet">${words.unknown}</p>` : html`<ul class="ledger">${data.suppliers.map((one) => html`<li><span>${partyLink(one, language)}<br><span class="meta">${[one.city, one.county].filter(Boolean).join(' · ')}</span></span></li>`)}</ul>` })}
${sheet({ id: 'date', title: words.details, body: html`<dl class="facts">${rows.map(([name, text]) => html`<div><dt>${name}</dt><dd>${(text as string | null) ?? html`<span class="quiet">${words.unknown}</span>`}</dd></div>`)}${data.procedure.notice !== null && html`<div><dt>${words.notice}</dt><dd><a href="${to('notice', language, { notice: data.procedure.notice })}">${data.procedure.notice}</a></dd></div>`}</dl><p class="tools">${outsideLink(data.url, words.page)}</p>` })}
${data.sameNumber.length > 0 && sheet({ id: 'altele', title: words.same, body: html`<ul class="ledger">${data.sameNumber.map((one) => html`<li><a href="${to('contract', language, { number: one.id })}">${one.authority.registryName ?? one.authority.name}</a><span class="right">${one.date !== null && shortDay(one.date, language)}</span></li>`)}</ul>` })}`,
    };
  },
};
