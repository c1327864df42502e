/** A contract: parties, value, details, and other contracts of the same number. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { amountText, noValueText } from '#transports/web/components/amounts.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { capsOf, outsideLink, partyLink, reportLink } from '#transports/web/components/links.ts';
import { type StatusRow, statusRows } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { cpvTitle } from './cpv-vocabulary.ts';
import { contractValue } from './deals.ts';
import { proView, seapSources } from './record-page.ts';

type Contract = Awaited<ReturnType<PageRequest['client']['getContract']>>['data'];

export const contractPage: Page = {
  operations: ['getContract'],
  async show({ client, language, params, query, now }) {
    const texts = textsOf(language).procurement.contract;
    const number = params.number ?? '';
    const authorityCui = query.get('authorityCui');
    const { result, error } = await settle(client.getContract({ number, ...(authorityCui && { authorityCui }) }));
    if (error?.code === 'PRO_KEY_REQUIRED')
      return proView(
        { crumb: texts.tenders, title: `${texts.contract} ${number}`, pro: texts.pro, free: texts.free },
        language,
      );
    if (result === null) throw error;
    const { data, meta } = result;
    const provenance = seapSources(meta.sources, now, language);
    const title = data.title ?? `${texts.contract} ${data.number ?? data.id}`;
    return {
      title: `${texts.contract} ${data.number ?? data.id}: ${title}`,
      isUnlisted: query.size > 0,
      canonical: to('contract', language, { number: data.id }),
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${texts.tenders}</a> › ${texts.contract} ${data.number}</p>
<h1 class="title ${capsOf(title)}">${title}</h1><p class="lede">${partyLink(data.authority, language)}${data.suppliers?.map((one, i) => html`${i === 0 ? ' → ' : ', '}${partyLink(one, language)}`)}</p>
${statusRows(fourAnswers(data, language))}
<ul class="tools">${data.url?.startsWith('https:') && html`<li>${outsideLink(data.url, texts.page)}</li>`}<li><a href="/api/seap/contracts/${encodeURIComponent(data.id)}">${icon('download')}JSON</a></li><li>${reportLink(`contract:${data.id}`, language)}</li></ul>
<div class="before-cards"></div>
${card({ id: 'parti', title: texts.parties, sources: provenance, body: parties(data, language) })}
${card({ id: 'date', title: texts.details, sources: provenance, body: details(data, language) })}
${lotsCard(data, provenance, language)}
${modificationsCard(data, provenance, language)}
${data.sameNumber.length > 0 && card({ id: 'altele', title: texts.same, body: html`<p class="quiet">${texts.sameNote}</p><ul class="ledger">${data.sameNumber.map((one) => html`<li><a href="${to('contract', language, { number: one.id })}">${one.authority.registryName ?? one.authority.name}</a><span class="right">${one.date !== null && shortDay(one.date, language)}</span></li>`)}</ul>` })}`,
    };
  },
};

function modificationsCard({ modifications }: Contract, provenance: Html, language: Language): Html | null {
  if (modifications === null || modifications.length === 0) return null;
  const texts = textsOf(language).procurement.contract;
  const amount = (value: number, currency: string): string =>
    currency === 'RON' ? lei(value, language) : `${wholeNumber(value, language)} ${currency}`;
  return card({
    id: 'modificari',
    title: texts.modifications,
    sources: provenance,
    body: html`<ul class="ledger">${modifications.map(({ publishedAt, description, valueBefore, valueAfter, currency }) => html`<li><span>${publishedAt !== null && html`<b>${shortDay(publishedAt, language)}</b> `}${description}</span><span class="right">${valueAfter !== null && html`${valueBefore !== null && valueBefore !== valueAfter && `${amount(valueBefore, currency)} → `}${amount(valueAfter, currency)}`}</span></li>`)}</ul>`,
  });
}

function fourAnswers(data: Contract, language: Language): StatusRow[] {
  const texts = textsOf(language).procurement.contract;
  const value = contractValue(data, language);
  const { offersReceived: offers } = data;
  return [
    {
      question: texts.value,
      word: value ?? (data.valueNote === null ? texts.unknown : noValueText(data, data.currency, language)),
      status: value === null ? 'unknown' : 'plain',
      since: data.valueRon === null ? null : lei(data.valueRon, language),
    },
    {
      question: texts.date,
      word: data.date === null ? texts.unknown : shortDay(data.date, language),
      status: data.date === null ? 'unknown' : 'plain',
    },
    {
      question: texts.kind,
      word: texts.kinds[data.framework],
      status: data.framework === 'framework' ? 'check' : 'plain',
      since: data.framework === 'framework' ? texts.ceiling : null,
    },
    {
      question: texts.offers,
      word: offers === null ? texts.unknown : wholeNumber(offers, language),
      status: offers === null ? 'unknown' : offers === 1 ? 'check' : 'fine',
      since: offers === 1 ? texts.single : null,
    },
  ];
}

function parties({ authority, suppliers }: Contract, language: Language): Html {
  const texts = textsOf(language).procurement.contract;
  return html`<dl class="facts"><div><dt>${texts.authority}</dt><dd>${partyLink(authority, language)}${asPublished(authority, language)}</dd></div>
<div><dt>${suppliers !== null && suppliers.length > 1 ? texts.consortium : texts.supplier}</dt><dd>${suppliers === null ? html`<span class="quiet">${texts.unknown}</span>` : html`<ul class="plain">${suppliers.map((one) => html`<li>${partyLink(one, language)}${asPublished(one, language)}<small>${[one.city, one.county].filter(Boolean).join(', ')}</small></li>`)}</ul>`}</dd></div></dl>`;
}

/** Where the registry's name differs, or the party has no Romanian code. */
function asPublished({ name, registryName, cui, code }: Contract['authority'], language: Language): Html {
  const texts = textsOf(language).procurement.contract;
  const notes = [
    registryName !== null && registryName !== name && texts.asPublished(name),
    cui === null && code !== null && texts.code(code),
    cui !== null && `CUI ${cui}`,
  ].filter(Boolean);
  return html`<small>${notes.join(' · ')}</small>`;
}

function lotsCard({ lots, currency }: Contract, provenance: Html, language: Language): Html | null {
  if (lots === null || lots.length === 0) return null;
  const texts = textsOf(language).procurement.contract;
  return card({
    id: 'loturi',
    title: texts.lots,
    sources: provenance,
    body: html`<table class="stacked lots"><thead><tr><th scope="col">${texts.lot}</th><th scope="col">${texts.cpv}</th><th scope="col">${texts.supplier}</th><th scope="col" class="num">${texts.value}</th></tr></thead><tbody>${lots.map((lot) => html`<tr><th scope="row">${lot.number}${lot.title !== null && `. ${lot.title}`}</th><td data-label="${texts.cpv}">${lot.cpv && html`<a href="${to('market', language, { cpv: lot.cpv })}">${lot.cpv}</a>`}</td><td data-label="${texts.supplier}">${lot.suppliers?.map((one, i) => html`${i > 0 && ', '}${partyLink(one, language)}`)}</td><td data-label="${texts.value}" class="num">${amountText(lot, currency, language)}</td></tr>`)}</tbody></table>`,
  });
}

function details(data: Contract, language: Language): Html {
  const texts = textsOf(language).procurement.contract;
  const { cpv, procedure, lots, cancelledLots, euFunded } = data;
  const several = (list: readonly string[] | null): string | null =>
    list === null ? null : list.length === 0 ? texts.none : list.join(', ');
  const rows: [string, string | Html | null][] = [
    [texts.number, data.number],
    [
      texts.cpv,
      cpv &&
        html`<a href="${to('market', language, { cpv: cpv.code })}">${cpv.code} ${cpvTitle(cpv.code, language) ?? cpv.title}</a>`,
    ],
    [
      texts.notice,
      procedure.notice &&
        html`<a href="${to('notice', language, { notice: procedure.notice })}">${procedure.notice}</a>`,
    ],
    [texts.procedure, procedure.type],
    [texts.award, data.awardNotice],
    [texts.otherAwards, data.otherAwardNotices.length === 0 ? null : data.otherAwardNotices.join(', ')],
    [texts.lots, lots === null || lots.length === 0 ? several(lots && []) : String(lots.length)],
    [texts.cancelled, several(cancelledLots)],
    [texts.eu, euFunded === null ? null : euFunded ? texts.yes : texts.no],
    [
      texts.published,
      data.value === null || data.currency === 'RON' ? null : `${wholeNumber(data.value, language)} ${data.currency}`,
    ],
  ];
  const isAlways = (name: string): boolean => name !== texts.published && name !== texts.otherAwards;
  return html`<dl class="facts columns">${rows.map(([name, text]) => (text !== null || isAlways(name)) && html`<div><dt>${name}</dt><dd>${text ?? html`<span class="quiet">${texts.unknown}</span>`}</dd></div>`)}</dl>`;
}
