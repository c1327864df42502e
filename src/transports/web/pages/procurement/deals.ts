/** Lists of contracts, direct purchases and awards: a card with filters and downloads, rows, and a preview for visitors. */
import { counted, type Noun } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type Amount, amountText, sumText } from '#transports/web/components/amounts.ts';
import { capsOf, outsideLink, partyLink } from '#transports/web/components/links.ts';
import { listDownloads, type PageOfList, paging } from '#transports/web/components/lists.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import type { Settled } from '#transports/web/routing/settle.ts';
import { seapSources } from './record-page.ts';

/** The result of a list operation; a preview has its first rows. */
interface ListResult {
  preview: boolean;
  meta: { page?: PageOfList; sources: Parameters<typeof seapSources>[0] };
}

interface DealCard<Result extends ListResult> {
  title: string;
  noun: Noun;
  /** API path, for downloads. */
  path: string;
  query: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Null: the list has no filters. */
  form: Html | null;
  isFiltered: boolean;
  answer: Settled<Result>;
  rows(result: Result): Html;
  at(cursor: string | undefined): string;
  /** Instead of a list that has no preview. */
  proOnly?: string;
}

export function dealCard<Result extends ListResult>(list: DealCard<Result>, now: number, language: Language): Html {
  const { answer, form } = list;
  const texts = textsOf(language).procurement.deal;
  const isForPro = answer.error?.code === 'PRO_KEY_REQUIRED';
  const isPreview = answer.result?.preview ?? true;
  // Previews take no filters.
  const margin =
    answer.result && !isPreview
      ? html`${form && html`<details class="filter"><summary>${texts.filters}</summary><div>${form}</div></details>`}${listDownloads(list.path, list.query, language)}`
      : answer.error && !isForPro && form
        ? html`<details class="filter" open><summary>${texts.filters}</summary><div>${form}</div></details>`
        : null;
  return html`<section class="card listing" id="lista" aria-labelledby="lista-title"><header><h2 id="lista-title">${list.title}</h2>${answer.result && seapSources(answer.result.meta.sources, now, language)}${margin}</header><div>
${isForPro && proBox(list.proOnly ?? '', language)}${answer.error && !isForPro && alert({ grade: 'check', heading: answer.error.in(language).message, lines: [] })}
${answer.result && body(list, answer.result, language)}</div></section>`;
}

function body<Result extends ListResult>(
  { rows, noun, at, isFiltered }: DealCard<Result>,
  result: Result,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.deal;
  const { page } = result.meta;
  const total = page?.total ?? 0;
  if (total === 0 && (page?.returned ?? 0) === 0)
    return html`<p class="nothing">${isFiltered && !result.preview ? texts.none : texts.noneAtAll}</p>`;
  const all = counted(total, noun, language);
  const isCut = result.preview && total > (page?.returned ?? 0);
  return html`${rows(result)}${result.preview ? isCut && html`<p class="quiet aside">${texts.previewOf(wholeNumber(page?.returned ?? 0, language), all)}</p>${proBox(texts.previewPro(all), language)}` : paging(page, at, language)}`;
}

const ROLES = ['both', 'supplier', 'authority'] as const;

export interface DealFilters {
  role?: 'supplier' | 'authority';
  dateFrom?: string;
  dateTo?: string;
  cpv?: string;
  supplierCity?: string;
  cursor?: string;
}

/** Names as in the operations. */
export function dealFilters(query: URLSearchParams): DealFilters {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const role = ROLES.find((one) => one === query.get('role'));
  const names = ['dateFrom', 'dateTo', 'cpv', 'supplierCity', 'cursor'] as const;
  return {
    ...(role !== undefined && role !== 'both' && { role }),
    ...Object.fromEntries(names.filter((name) => text(name) !== '').map((name) => [name, text(name)])),
  };
}

interface DealForm {
  action: string;
  /** Hidden fields of the form. */
  hidden: Readonly<Record<string, string>>;
  /** Fields of this list. */
  fields: readonly ('role' | 'days' | 'cpv' | 'supplierCity')[];
}

export function dealForm(filters: DealFilters, { action, hidden, fields }: DealForm, language: Language): Html {
  const texts = textsOf(language).procurement.deal;
  const has = (field: DealForm['fields'][number]): boolean => fields.includes(field);
  const day = (name: 'dateFrom' | 'dateTo', label: string): Html =>
    html`<p><label>${label}<input class="field" type="date" name="${name}" value="${filters[name] ?? ''}"></label></p>`;
  const isUsed = Object.keys(filters).some((name) => name !== 'cursor');
  return html`<form class="filters" action="${action}">${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${has('role') && html`<p><label>${texts.role}<select class="field" name="role">${ROLES.map((role) => html`<option value="${role}"${role === filters.role && html` selected`}>${texts.roles[role]}</option>`)}</select></label></p>`}
${has('days') && html`${day('dateFrom', texts.from)}${day('dateTo', texts.until)}`}
${has('cpv') && html`<p><label>${texts.cpv}<input class="field" name="cpv" inputmode="numeric" maxlength="12" value="${filters.cpv ?? ''}"></label></p>`}
${has('supplierCity') && html`<p><label>${texts.city}<input class="field" name="supplierCity" maxlength="100" value="${filters.supplierCity ?? ''}"></label></p>`}
<p class="submit"><button class="button" type="submit">${texts.go}</button>${isUsed && html` <a href="${action}${queryOf(hidden)}">${texts.clear}</a>`}</p></form>`;
}

const queryOf = (hidden: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(hidden).toString();
  return text === '' ? '' : `?${text}`;
};

type Client = PageRequest['client'];
type Rows<Id extends keyof Client> = Awaited<ReturnType<Client[Id]>> extends { data: infer Data } ? Data : never;
type Contract = Rows<'getCompanyContracts'>[number];
type Purchase = Rows<'getCompanyDirectPurchases'>[number];
type Award = Rows<'getCompanyDirectPurchaseAwards'>[number];
type Party = Contract['authority'];

interface Deal {
  title: Html;
  buyer: Party;
  /** Null where none is named. */
  sellers: readonly Party[] | null;
  date: string | null;
  tags: readonly (string | null)[];
  meta: readonly (string | null | false | undefined)[];
  amount: Html;
}

const dealList = (deals: readonly Deal[], language: Language): Html =>
  html`<ol class="ledger deals">${deals.map((deal) => row(deal, language))}</ol>`;

const row = ({ title, buyer, sellers, date, tags, meta, amount }: Deal, language: Language): Html =>
  html`<li><div>${title}${tags.map((tag) => tag && html` <span class="tag">${tag}</span>`)}<p class="meta">${partyLink(buyer, language)}${sellers?.map((one, i) => html`${i === 0 ? ' → ' : ', '}${partyLink(one, language)}`)}</p><p class="meta">${[date && shortDay(date, language), ...meta].filter(Boolean).join(' · ')}</p></div><span class="right">${amount}</span></li>`;

/** `isLinked`: whether the reader may open contract pages. */
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
      amount: contractAmount(one, language),
    })),
    language,
  );
};

function contractTitle({ id, title, cpv }: Contract, isLinked: boolean, language: Language): Html {
  const text = title ?? cpv?.title ?? textsOf(language).procurement.deal.noTitle;
  return isLinked
    ? html`<a class="${capsOf(text)}" href="${to('contract', language, { number: id })}">${text}</a>`
    : html`<span class="what ${capsOf(text)}">${text}</span>`;
}

/** In lei; without a rate, in the contract's currency. Null without a value. */
export function contractValue(
  { valueRon, value, valueRelation, currency }: Contract,
  language: Language,
): string | null {
  if (value === null) return null;
  const { relations } = textsOf(language).components.amounts;
  const sum = valueRon === null ? sumText(value, currency, language) : sumText(valueRon, 'RON', language);
  return valueRelation === null || valueRelation === 'exact' ? sum : relations[valueRelation](sum);
}

const contractAmount = (one: Contract, language: Language): Html =>
  one.value === null ? amountText(one, one.currency, language) : html`<b>${contractValue(one, language)}</b>`;

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
      amount: bold(one, language),
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
      amount: bold(one, language),
    })),
    language,
  );

const bold = (amount: Amount, language: Language): Html =>
  amount.value === null ? amountText(amount, 'RON', language) : html`<b>${amountText(amount, 'RON', language)}</b>`;

/** Purchases have no page here: links to the source. */
const named = (title: string, url: string | null): Html =>
  url !== null && /^https?:/.test(url)
    ? html`${outsideLink(url, title)}`
    : html`<span class="what ${capsOf(title)}">${title}</span>`;
