/** What a company sold to the state, and what it bought as an authority: totals, by year, partners, the latest. */

import { counted, type Noun } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { number, scaleOf, shortLei, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { partyLink } from '#transports/web/components/links.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { dealYearBars, dealYears } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { Seap } from './told.ts';

type Side = Seap['asSupplier'];
type Role = 'supplier' | 'authority';

interface Shown {
  cui: string;
  isPro: boolean;
  /** The current one: its sums are not final. */
  thisYear: number;
  coverage: Seap['coverage'];
  language: Language;
}

/** The weightier side first and open; the other one folded. */
export function procurement(seap: Seap, asked: Omit<Shown, 'coverage'>): Html {
  const shown = { ...asked, coverage: seap.coverage };
  const texts = textsOf(shown.language).company.procurement;
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
  return html`${half(main[0], main[1], shown)}
${other && html`<details class="fold"><summary>${texts.other(other[0] === 'supplier' ? texts.asSupplier : texts.asAuthority, plainTotals(other[1], shown.language))}</summary>${half(other[0], other[1], shown)}</details>`}
<p class="tools"><a href="${to('companyProcurement', shown.language, { cui: shown.cui })}">${texts.all}</a></p>
${!shown.isPro && contracts + purchases > 0 && proBox(texts.pro(counted(contracts, texts.contracts, shown.language), counted(purchases, texts.purchases, shown.language)), shown.language)}`;
}

/** Everything in the list of contracts: its three kinds are counted together and never summed. */
const dealsOf = ({ contracts, frameworks, callOffs }: Side): number =>
  contracts.count + frameworks.count + callOffs.count;

const worthOf = ({ contracts, callOffs, directPurchases }: Side): number =>
  (contracts.value ?? 0) + (callOffs.value ?? 0) + (directPurchases.value ?? 0);

function half(role: Role, side: Side, shown: Shown): Html {
  const { language } = shown;
  const texts = textsOf(language).company.procurement;
  const first = Math.min(...side.byYear.map(({ year }) => year));
  return html`<p>${texts[role]}: <b>${counted(side.contracts.count, texts.contracts, language)}</b>${worth(side.contracts, language)}${texts.and}<b>${counted(side.directPurchases.count, texts.purchases, language)}</b>${worth(side.directPurchases, language)}${Number.isFinite(first) && texts.since(first)}. ${side.frameworks.count > 0 && texts.frameworks(wholeNumber(side.frameworks.count, language))} ${side.callOffs.count > 0 && texts.callOffs(wholeNumber(side.callOffs.count, language), side.callOffs.value === null ? '' : `, ${shortLei(side.callOffs.value, language)}`)}</p>
${role === 'supplier' && side.latestContracts.length > 0 && side.contracts.count > 0 && html`<p class="small quiet">${texts.shares}</p>`}
${byYear(side, shown)}
${partners(role, side, language)}
${latestContracts(side, shown)}
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

function byYear({ byYear: rows }: Side, { language, thisYear, coverage }: Shown): Html | null {
  const texts = textsOf(language).company.procurement;
  if (rows.length === 0) return null;
  const years = dealYears(rows, thisYear, coverage).slice(-YEARS_MAX);
  const { by, words: unit } = scaleOf(Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0))));
  const told = years
    .map(
      ({ year, first, second }) =>
        `${year}: ${texts.keys.contracts} ${first === null ? '?' : shortLei(first, language)}, ${texts.keys.purchases} ${second === null ? '?' : shortLei(second, language)}`,
    )
    .join('; ');
  return html`<figure class="gap"><figcaption><b>${texts.byYear}</b><span class="quiet small">${texts.unit(unit[language]).trim()}</span></figcaption>${dealYearBars(
    {
      years,
      label: told,
      format: (value) => labelOf(value / by, language),
      key: { first: texts.keys.contracts, second: texts.keys.purchases, partial: texts.unfinished },
    },
  )}</figure>`;
}

/** Small beside the others, a value needs no third digit. */
const labelOf = (value: number, language: Language): string =>
  value >= 1 ? threeDigits(value, language) : number(value, language);

const YEARS_MAX = 10;
const PARTNERS_MAX = 5;

function partners(role: Role, { topPartners }: Side, language: Language): Html | null {
  const texts = textsOf(language).company.procurement;
  if (topPartners.length === 0) return null;
  return html`<h3>${texts.partners[role]}</h3><ul class="ledger">${topPartners.slice(0, PARTNERS_MAX).map((one) => html`<li><span>${partyLink(one, language)}<br><span class="meta">${counted(one.count, texts.bought, language)}</span></span><span class="right">${one.value === null ? html`<span class="quiet">${texts.unknown}</span>` : shortLei(one.value, language)}</span></li>`)}</ul>`;
}

/** The page of a contract is for Pro: visitors get no link to a closed door. */
function latestContracts(side: Side, { isPro, language }: Shown): Html | null {
  const texts = textsOf(language).company.procurement;
  const { latestContracts: rows } = side;
  if (rows.length === 0) return null;
  return html`<h3>${latestOf(rows.length, dealsOf(side), side.frameworks.count > 0 ? 'withFrameworks' : 'contracts', language)}</h3><ul class="ledger">${rows.map((one) => html`<li><span>${isPro ? html`<a class="${isShouted(one.title) && 'caps'}" href="${to('contract', language, { number: one.id })}">${one.title ?? texts.untitled}</a>` : html`<span class="${isShouted(one.title) && 'caps'}">${one.title ?? texts.untitled}</span>`}<br><span class="meta">${metaOf([partiesOf(one), texts.kinds[one.framework], one.date && shortDay(one.date, language)])}</span></span><span class="right">${one.value === null ? html`<span class="quiet">${texts.unknown}</span>` : shortLei(one.value, language)}</span></li>`)}</ul>`;
}

function latestPurchases({ latestDirectPurchases: rows, directPurchases }: Side, language: Language): Html | null {
  const texts = textsOf(language).company.procurement;
  if (rows.length === 0) return null;
  return html`<h3>${latestOf(rows.length, directPurchases.count, 'purchases', language)}</h3><ul class="ledger">${rows.map((one) => html`<li><span>${one.title ?? texts.untitled}<br><span class="meta">${metaOf([partiesOf(one), texts.states[one.state], one.date && shortDay(one.date, language)])}</span></span><span class="right">${one.value === null ? html`<span class="quiet">${texts.unknown}</span>` : shortLei(one.value, language)}</span></li>`)}</ul>`;
}

/** Where the list is whole, it is not called the latest of itself. */
function latestOf(
  shown: number,
  total: number,
  list: 'contracts' | 'withFrameworks' | 'purchases',
  language: Language,
): string {
  const texts = textsOf(language).company.procurement;
  if (total === 1) return texts.only[list];
  const all = counted(total, texts[list], language);
  return shown < total ? texts.latest(shown, all) : texts.whole(all);
}

const partiesOf = ({ partners: named, partner }: { partners: readonly { name: string }[]; partner: string | null }) =>
  named.length === 0 ? partner : named.map(({ name }) => name).join(', ');

const metaOf = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');

/** Titles that come in capitals stay so, a little smaller. */
const isShouted = (title: string | null): boolean => title !== null && title === title.toUpperCase();
