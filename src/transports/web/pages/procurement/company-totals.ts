/** What a company sold and bought, in two columns: sums, years, the largest partners. Ceilings stand apart. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { chartFigure, lei, scaleOf, shortLei } from '#lib/i18n/numbers.ts';
import { bucharestDay, yearOf } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { dealYearBars, dealYears } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Seap = NonNullable<Awaited<ReturnType<PageRequest['client']['getCompanySeap']>>['data']>;
type Side = Seap['asSupplier'];

interface Shown {
  coverage: Seap['coverage'];
  now: number;
  language: Language;
}

export function companyTotals({ asSupplier, asAuthority, coverage }: Seap, now: number, language: Language): Html {
  const shown = { coverage, now, language };
  const texts = textsOf(language).procurement.deal;
  const sides = [
    [texts.supplierTotal, asSupplier],
    [texts.authorityTotal, asAuthority],
  ] as const;
  const busy = sides.filter(([, side]) => dealsOf(side) > 0);
  if (busy.length === 0) return html`<p class="nothing">${texts.nobody}</p>`;
  return html`<div class="totals${busy.length > 1 && ' two'}">${busy.map(([name, side]) => column(name, side, side === asSupplier && side.contracts.count > 0, shown))}</div>`;
}

export const hasDeals = ({ asSupplier, asAuthority }: Seap): boolean => dealsOf(asSupplier) + dealsOf(asAuthority) > 0;

const dealsOf = ({ contracts, frameworks, callOffs, directPurchases }: Side): number =>
  contracts.count + frameworks.count + callOffs.count + directPurchases.count;

/** `hasShares`: won together with others, a contract counts with the firm's part of it. */
function column(name: string, side: Side, hasShares: boolean, shown: Shown): Html {
  const { language } = shown;
  const texts = textsOf(language).procurement.deal;
  const { contracts, directPurchases, frameworks, callOffs } = side;
  const known = [contracts.value, directPurchases.value].filter((value) => value !== null);
  const sum = known.reduce((all, value) => all + value, 0);
  const apart = [
    frameworks.count > 0 &&
      texts.ceilings(
        counted(frameworks.count, texts.frameworks, language),
        frameworks.value === null ? null : shortLei(frameworks.value, language),
      ),
    callOffs.count > 0 &&
      `${counted(callOffs.count, texts.callOffs, language)}${callOffs.value === null ? '' : texts.worth(shortLei(callOffs.value, language))}.`,
  ].filter(Boolean);
  return html`<section class="total"><div><h2>${name}</h2><p class="figure">${known.length === 0 ? texts.noValue : shortLei(sum, language)}</p>
<p>${counted(contracts.count, texts.ordinary, language)}, ${counted(directPurchases.count, texts.nouns.purchases, language)}.</p>${apart.length > 0 && html`<p class="quiet small">${apart.join(' ')}</p>`}${hasShares && html`<p class="quiet small">${texts.shares}</p>`}
${byYear(side, shown)}</div><div>${partners(side, language)}</div></section>`;
}

function byYear({ byYear: rows }: Side, { coverage, now, language }: Shown): Html | null {
  const texts = textsOf(language).procurement.deal;
  const years = dealYears(rows, yearOf(bucharestDay(now)), coverage);
  if (years.length < 2) return null;
  const { by, words: unit } = scaleOf(Math.max(0, ...years.map(({ first, second }) => (first ?? 0) + (second ?? 0))));
  const amount = (value: number | null): string => (value === null ? texts.noValue : lei(value, language));
  const [contracts, purchases] = [texts.ordinary[1], texts.nouns.purchases[1]];
  const told = years.map(
    ({ year, first, second }) => `${year}: ${contracts} ${amount(first)}, ${purchases} ${amount(second)}`,
  );
  return html`<figure><figcaption class="quiet small">${texts.byYear(unit[language])}</figcaption>${dealYearBars({
    years,
    label: told.join('; '),
    format: (value) => chartFigure(value / by, language),
    key: { first: contracts, second: purchases, partial: texts.unfinished },
  })}</figure>`;
}

const PARTNERS_MAX = 5;

function partners({ topPartners }: Side, language: Language): Html | null {
  if (topPartners.length === 0) return null;
  return html`<h3>${textsOf(language).procurement.deal.partners}</h3><ol class="ledger">${topPartners.slice(0, PARTNERS_MAX).map(({ cui, name, count, value }) => html`<li><span>${cui === null ? name : html`<a href="${to('company', language, { cui })}">${name}</a>`}<br><span class="meta">${counted(count, textsOf(language).procurement.deal.deals, language)}</span></span><span class="right">${value !== null && shortLei(value, language)}</span></li>`)}</ol>`;
}
