/** What a company sold and bought, in two columns: sums, years, the largest partners. Ceilings stand apart. */
import type { Language } from '#sentences/sentence.ts';
import { to } from '#web/addresses.ts';
import type { PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { yearBars } from '#web/parts/year-bars.ts';
import { counted } from '#web/words/counts.ts';
import { number, scaleOf, shortLei, threeDigits } from '#web/words/numbers.ts';
import { dealTexts } from './deal-texts.ts';

type Seap = NonNullable<Awaited<ReturnType<PageRequest['client']['getCompanySeap']>>['data']>;
type Side = Seap['asSupplier'];

export function companyTotals({ asSupplier, asAuthority }: Seap, language: Language): Html {
  const words = dealTexts[language];
  const sides = [
    [words.supplierTotal, asSupplier],
    [words.authorityTotal, asAuthority],
  ] as const;
  const busy = sides.filter(([, side]) => dealsOf(side) > 0);
  if (busy.length === 0) return html`<p class="nothing">${words.nobody}</p>`;
  return html`<div class="two totals">${busy.map(([name, side]) => column(name, side, language))}</div>`;
}

const dealsOf = ({ contracts, frameworks, callOffs, directPurchases }: Side): number =>
  contracts.count + frameworks.count + callOffs.count + directPurchases.count;

function column(name: string, side: Side, language: Language): Html {
  const words = dealTexts[language];
  const { contracts, directPurchases, frameworks, callOffs } = side;
  const known = [contracts.value, directPurchases.value].filter((value) => value !== null);
  const sum = known.reduce((all, value) => all + value, 0);
  const apart = [
    frameworks.count > 0 &&
      words.ceilings(
        counted(frameworks.count, words.frameworks, language),
        frameworks.value === null ? null : shortLei(frameworks.value, language),
      ),
    callOffs.count > 0 &&
      `${counted(callOffs.count, words.callOffs, language)}${callOffs.value === null ? '' : words.worth(shortLei(callOffs.value, language))}.`,
  ].filter(Boolean);
  return html`<section class="total"><h2>${name}</h2><p class="figure">${known.length === 0 ? words.noValue : shortLei(sum, language)}</p>
<p>${counted(contracts.count, words.nouns.contracts, language)}, ${counted(directPurchases.count, words.nouns.purchases, language)}.</p>${apart.length > 0 && html`<p class="quiet small">${apart.join(' ')}</p>`}
${byYear(side, language)}${partners(side, language)}</section>`;
}

function byYear({ byYear: rows }: Side, language: Language): Html | null {
  const known = rows.map(({ year, contracts, directPurchases }) => ({
    year,
    value:
      contracts.value === null && directPurchases.value === null
        ? null
        : (contracts.value ?? 0) + (directPurchases.value ?? 0),
  }));
  const values = known.sort((a, b) => a.year - b.year);
  if (values.length < 2) return null;
  const { by, words: unit } = scaleOf(Math.max(0, ...values.map(({ value }) => value ?? 0)));
  const told = values.map(({ year, value }) => `${year}: ${value === null ? '?' : number(value, language)}`).join('; ');
  const caption =
    language === 'ro' ? `contracte și achiziții, ${unit.ro} lei` : `contracts and purchases, RON ${unit.en}`;
  return html`<figure><figcaption class="quiet small">${caption}</figcaption>${yearBars({ values, told, written: (value) => threeDigits(value / by, language) })}</figure>`;
}

const PARTNERS_MAX = 5;

function partners({ topPartners }: Side, language: Language): Html | null {
  if (topPartners.length === 0) return null;
  return html`<h3>${dealTexts[language].partners}</h3><ol class="ledger">${topPartners.slice(0, PARTNERS_MAX).map(({ cui, name, count, value }) => html`<li><span>${cui === null ? name : html`<a href="${to('company', language, { cui })}">${name}</a>`}<br><span class="meta">${counted(count, dealTexts[language].deals, language)}</span></span><span class="right">${value !== null && shortLei(value, language)}</span></li>`)}</ol>`;
}
