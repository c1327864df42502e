/** Public procurement of a company as supplier and as authority: totals, years, partners, latest contracts. */

import { counted, type Noun } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { number, scaleOf, shortLei, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { amountText } from '#transports/web/components/amounts.ts';
import { partyLink } from '#transports/web/components/links.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { dealYearBars, dealYears } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Seap } from './data.ts';

type Side = Seap['asSupplier'];
type Role = 'supplier' | 'authority';

interface SideContext {
  cui: string;
  isPro: boolean;
  /** The current year: its sums are not final. */
  thisYear: number;
  coverage: Seap['coverage'];
  language: Language;
}

/** The side with the higher value is open, the other one folded. */
export function procurement(seap: Seap, options: Omit<SideContext, 'coverage'>): Html {
  const context = { ...options, coverage: seap.coverage };
  const texts = textsOf(context.language).company.procurement;
  const sides = (
    [
      ['supplier', seap.asSupplier],
      ['authority', seap.asAuthority],
    ] as const
  )
    .filter(([, side]) => dealsOf(side) + side.directPurchases.count > 0)
    .toSorted(([, a], [, b]) => worthOf(b) - worthOf(a));
  const [main, other] = sides;
  if (!main) return html`<p>${texts.none}</p>`;
  const contracts = sides.reduce((sum, [, side]) => sum + dealsOf(side), 0);
  const purchases = sides.reduce((sum, [, side]) => sum + side.directPurchases.count, 0);
  return html`${sideView(main[0], main[1], context)}
${other && html`<details class="fold"><summary>${texts.other(other[0] === 'supplier' ? texts.asSupplier : texts.asAuthority, plainTotals(other[1], context.language))}</summary>${sideView(other[0], other[1], context)}</details>`}
<p class="tools"><a href="${to('companyProcurement', context.language, { cui: context.cui })}">${texts.all}</a></p>
${!context.isPro && contracts + purchases > 0 && proBox(texts.pro(counted(contracts, texts.contracts, context.language), counted(purchases, texts.purchases, context.language)), context.language)}`;
}

/** Contracts, frameworks and call-offs are counted together, but their values are never summed. */
const dealsOf = ({ contracts, frameworks, callOffs }: Side): number =>
  contracts.count + frameworks.count + callOffs.count;

const worthOf = ({ contracts, callOffs, directPurchases }: Side): number =>
  (contracts.value ?? 0) + (callOffs.value ?? 0) + (directPurchases.value ?? 0);

function sideView(role: Role, side: Side, context: SideContext): Html {
  const { language } = context;
  const texts = textsOf(language).company.procurement;
  const first = Math.min(...side.byYear.map(({ year }) => year));
  return html`<p>${texts[role]}: <b>${counted(side.contracts.count, texts.contracts, language)}</b>${worth(side.contracts, language)}${texts.and}<b>${counted(side.directPurchases.count, texts.purchases, language)}</b>${worth(side.directPurchases, language)}${Number.isFinite(first) && texts.since(first)}. ${side.directPurchases.unknownState > 0 && texts.unstated(wholeNumber(side.directPurchases.unknownState, language))} ${side.frameworks.count > 0 && texts.frameworks(wholeNumber(side.frameworks.count, language))} ${side.callOffs.count > 0 && texts.callOffs(wholeNumber(side.callOffs.count, language), side.callOffs.value === null ? '' : `, ${shortLei(side.callOffs.value, language)}`)}</p>
${role === 'supplier' && side.latestContracts.length > 0 && side.contracts.count > 0 && html`<p class="small quiet">${texts.shares}</p>`}
${byYear(side, context)}
${partners(role, side, language)}
${latestContracts(side, context)}
${side.latestContracts.length === 0 && latestPurchases(side, language)}`;
}

function worth({ count, value }: Side['contracts'], language: Language): string {
  if (count === 0) return '';
  return value === null
    ? textsOf(language).company.procurement.unvalued
    : textsOf(language).company.procurement.worth(shortLei(value, language));
}

function plainTotals(side: Side, language: Language): string {
  const texts = textsOf(language).company.procurement;
  const sum = (one: Side['contracts'], noun: Noun): string =>
    `${counted(one.count, noun, language)}${worth(one, language)}`;
  return `${sum(side.contracts, texts.contracts)}${texts.and}${sum(side.directPurchases, texts.purchases)}`;
}

function byYear({ byYear: rows }: Side, { language, thisYear, coverage }: SideContext): Html | null {
  const texts = textsOf(language).company.procurement;
  if (rows.length === 0) return null;
  const years = dealYears(rows, thisYear, coverage).slice(-YEARS_MAX);
  const { by, words: unit } = scaleOf(Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0))));
  const text = years
    .map(
      ({ year, first, second }) =>
        `${year}: ${texts.keys.contracts} ${first === null ? '?' : shortLei(first, language)}, ${texts.keys.purchases} ${second === null ? '?' : shortLei(second, language)}`,
    )
    .join('; ');
  return html`<figure class="gap"><figcaption><b>${texts.byYear}</b><span class="quiet small">${texts.unit(unit[language]).trim()}</span></figcaption>${dealYearBars(
    {
      years,
      label: text,
      format: (value) => labelOf(value / by, language),
      key: { first: texts.keys.contracts, second: texts.keys.purchases, partial: texts.unfinished },
    },
  )}</figure>`;
}

/** Values below 1 of the chart's unit have fewer digits. */
const labelOf = (value: number, language: Language): string =>
  value >= 1 ? threeDigits(value, language) : number(value, language);

const YEARS_MAX = 10;
const PARTNERS_MAX = 5;

function partners(role: Role, { topPartners }: Side, language: Language): Html | null {
  const texts = textsOf(language).company.procurement;
  if (topPartners.length === 0) return null;
  return html`<h3>${texts.partners[role]}</h3><ul class="ledger">${topPartners.slice(0, PARTNERS_MAX).map((one) => html`<li><span>${partyLink(one, language)}<br><span class="meta">${counted(one.count, texts.bought, language)}</span></span><span class="right">${one.value === null ? html`<span class="quiet">${texts.unknown}</span>` : shortLei(one.value, language)}</span></li>`)}</ul>`;
}

/** Contract pages need Pro: visitors get no link. */
function latestContracts(side: Side, { isPro, language }: SideContext): Html | null {
  const texts = textsOf(language).company.procurement;
  const { latestContracts: rows } = side;
  if (rows.length === 0) return null;
  return html`<h3>${latestOf(rows.length, dealsOf(side), side.frameworks.count > 0 ? 'withFrameworks' : 'contracts', language)}</h3><ul class="ledger">${rows.map((one) => html`<li><span>${isPro ? html`<a class="${isShouted(one.title) && 'caps'}" href="${to('contract', language, { number: one.id })}">${one.title ?? texts.untitled}</a>` : html`<span class="${isShouted(one.title) && 'caps'}">${one.title ?? texts.untitled}</span>`}<br><span class="meta">${metaOf([partiesOf(one), texts.kinds[one.framework], one.date && shortDay(one.date, language)])}</span></span><span class="right">${amountText(one, 'RON', language)}</span></li>`)}</ul>`;
}

function latestPurchases({ latestDirectPurchases: rows, directPurchases }: Side, language: Language): Html | null {
  const texts = textsOf(language).company.procurement;
  if (rows.length === 0) return null;
  return html`<h3>${latestOf(rows.length, directPurchases.count, 'purchases', language)}</h3><ul class="ledger">${rows.map((one) => html`<li><span>${one.title ?? texts.untitled}<br><span class="meta">${metaOf([partiesOf(one), texts.states[one.state], one.date && shortDay(one.date, language)])}</span></span><span class="right">${amountText(one, 'RON', language)}</span></li>`)}</ul>`;
}

/** A complete list is not titled "latest". */
function latestOf(
  count: number,
  total: number,
  list: 'contracts' | 'withFrameworks' | 'purchases',
  language: Language,
): string {
  const texts = textsOf(language).company.procurement;
  if (total === 1) return texts.only[list];
  const all = counted(total, texts[list], language);
  return count < total ? texts.latest(count, all) : texts.whole(all);
}

const partiesOf = ({ partners: named, partner }: { partners: readonly { name: string }[]; partner: string | null }) =>
  named.length === 0 ? partner : named.map(({ name }) => name).join(', ');

const metaOf = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');

/** Titles in capitals get a smaller font. */
const isShouted = (title: string | null): boolean => title !== null && title === title.toUpperCase();
