/** Contracts, direct purchases and award notices in a list: what, between whom, when, and for how much. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { capsOf, outsideLink, partyLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Client = PageRequest['client'];
type Rows<Id extends keyof Client> = Awaited<ReturnType<Client[Id]>> extends { data: infer Data } ? Data : never;
export type Contract = Rows<'getCompanyContracts'>[number];
type Purchase = Rows<'getCompanyDirectPurchases'>[number];
type Award = Rows<'getCompanyDirectPurchaseAwards'>[number];
type Party = Contract['authority'];

interface Deal {
  title: Html;
  buyer: Party;
  /** Null where nobody is named. */
  sellers: readonly Party[] | null;
  date: string | null;
  tags: readonly (string | null)[];
  meta: readonly (string | null | false | undefined)[];
  value: string | null;
}

const dealList = (deals: readonly Deal[], language: Language): Html =>
  html`<ol class="ledger deals">${deals.map((deal) => row(deal, language))}</ol>`;

const row = ({ title, buyer, sellers, date, tags, meta, value }: Deal, language: Language): Html =>
  html`<li><div>${title}${tags.map((tag) => tag && html` <span class="tag">${tag}</span>`)}<p class="meta">${partyLink(buyer, language)}${sellers?.map((one, i) => html`${i === 0 ? ' → ' : ', '}${partyLink(one, language)}`)}</p><p class="meta">${[date && shortDay(date, language), ...meta].filter(Boolean).join(' · ')}</p></div><span class="right">${value === null ? html`<span class="quiet small">${textsOf(language).procurement.deal.noValue}</span>` : html`<b>${value}</b>`}</span></li>`;

/** `isLinked`: whether the reader may open each; to others a link would be a way to nowhere. */
export const contractList = (rows: readonly Contract[], isLinked: boolean, language: Language): Html => {
  const texts = textsOf(language).procurement.deal;
  return dealList(
    rows.map((one) => ({
      title: contractTitle(one, isLinked, language),
      buyer: one.authority,
      sellers: one.suppliers,
      date: one.date,
      tags: [texts.kinds[one.framework]],
      meta: [
        one.number && texts.number(one.number),
        one.cpv && `CPV ${one.cpv.code}`,
        one.offersReceived !== null && counted(one.offersReceived, texts.offers, language),
      ],
      value: contractValue(one, language),
    })),
    language,
  );
};

function contractTitle({ id, title, cpv }: Contract, isLinked: boolean, language: Language): Html {
  const shown = title ?? cpv?.title ?? textsOf(language).procurement.deal.noTitle;
  return isLinked
    ? html`<a class="${capsOf(shown)}" href="${to('contract', language, { number: id })}">${shown}</a>`
    : html`<span class="what ${capsOf(shown)}">${shown}</span>`;
}

/** In lei; where nobody knows how many lei, in its own currency. */
export const contractValue = (
  { valueRon, value, currency }: Pick<Contract, 'valueRon' | 'value' | 'currency'>,
  language: Language,
): string | null =>
  valueRon !== null
    ? shortLei(valueRon, language)
    : value === null
      ? null
      : `${wholeNumber(value, language)} ${currency}`;

export const purchaseList = (rows: readonly Purchase[], language: Language): Html => {
  const texts = textsOf(language).procurement.deal;
  return dealList(
    rows.map((one) => ({
      title: named(one.title, one.url),
      buyer: one.authority,
      sellers: one.supplier && [one.supplier],
      date: one.finalizedAt ?? one.publishedAt,
      tags: [texts.states[one.state]],
      meta: [one.id, one.cpv && `CPV ${one.cpv.code}`],
      value: leiOrNull(one.value, language),
    })),
    language,
  );
};

export const awardList = (rows: readonly Award[], language: Language): Html =>
  dealList(
    rows.map((one) => ({
      title: named(one.object, one.url),
      buyer: one.authority,
      sellers: one.supplier && [one.supplier],
      date: one.publishedAt,
      tags: [],
      meta: [one.id, one.cpv && `CPV ${one.cpv.code}`],
      value: leiOrNull(one.value, language),
    })),
    language,
  );

const leiOrNull = (value: number | null, language: Language): string | null =>
  value === null ? null : shortLei(value, language);

/** It has no page of ours; where the source has one, that. */
const named = (title: string, url: string | null): Html =>
  url !== null && /^https?:/.test(url)
    ? html`${outsideLink(url, title)}`
    : html`<span class="what ${capsOf(title)}">${title}</span>`;
