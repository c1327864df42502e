/** What a company sold to the state, and what it bought as an authority. */
import type { Language } from '#sentences/sentence.ts';
import { to } from '#web/addresses.ts';
import type { PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { proBox } from '#web/parts/pro-box.ts';
import { yearBars } from '#web/parts/year-bars.ts';
import { counted, type Noun } from '#web/words/counts.ts';
import { shortDay } from '#web/words/dates.ts';
import { number, scaleOf, shortLei, threeDigits } from '#web/words/numbers.ts';

type Seap = NonNullable<Awaited<ReturnType<PageRequest['client']['getCompanySeap']>>['data']>;
type Side = Seap['asSupplier'];

const texts = {
  ro: {
    supplier: 'Ca furnizor',
    authority: 'Ca autoritate',
    contracts: ['contract', 'contracte'] as Noun,
    purchases: ['achiziție directă', 'achiziții directe'] as Noun,
    of: (text: string) => `în valoare de ${text}`,
    frameworks: (count: number) => `Acordurile-cadru (${count}) sunt plafoane și nu se adună.`,
    none: 'Niciun contract și nicio achiziție directă.',
    latest: 'Ultimele contracte',
    partners: 'Parteneri',
    unknown: 'valoare nepublicată',
    pro: (count: string) => `Pro arată toate cele ${count}, cu filtre, CSV și XLSX.`,
  },
  en: {
    supplier: 'As supplier',
    authority: 'As authority',
    contracts: ['contract', 'contracts'] as Noun,
    purchases: ['direct purchase', 'direct purchases'] as Noun,
    of: (text: string) => `worth ${text}`,
    frameworks: (count: number) => `Framework agreements (${count}) are ceilings and are not summed.`,
    none: 'No contract and no direct purchase.',
    latest: 'Latest contracts',
    partners: 'Partners',
    unknown: 'value not published',
    pro: (count: string) => `Pro shows all ${count}, with filters, CSV and XLSX.`,
  },
} as const;

export function procurement(seap: Seap, isPro: boolean, language: Language): Html {
  const words = texts[language];
  const sides = [
    [words.supplier, seap.asSupplier],
    [words.authority, seap.asAuthority],
  ] as const;
  const busy = sides.filter(
    ([, side]) => side.contracts.count + side.frameworks.count + side.callOffs.count + side.directPurchases.count > 0,
  );
  if (busy.length === 0) return html`<p>${words.none}</p>`;
  return html`${busy.map(([name, side]) => half(name, side, isPro, language))}`;
}

function half(name: string, side: Side, isPro: boolean, language: Language): Html {
  const words = texts[language];
  const sum = ({ count, value }: Side['contracts'], noun: Noun): string =>
    `${counted(count, noun, language)} ${value === null ? '' : words.of(shortLei(value, language))}`;
  return html`<h3>${name}</h3><p>${sum(side.contracts, words.contracts)}, ${sum(side.directPurchases, words.purchases)}. ${side.frameworks.count > 0 && words.frameworks(side.frameworks.count)}</p>
${byYear(side, language)}
${side.latestContracts.length > 0 && html`<h3>${words.latest}</h3><ul class="ledger">${side.latestContracts.map((one) => html`<li><span><a class="caps" href="${to('contract', language, { number: one.id })}">${one.title ?? one.id}</a><br><span class="meta">${[one.partner, one.date && shortDay(one.date, language)].filter(Boolean).join(' · ')}</span></span><span class="right">${one.value === null ? html`<span class="quiet">${words.unknown}</span>` : shortLei(one.value, language)}</span></li>`)}</ul>`}
${!isPro && side.contracts.count > side.latestContracts.length && proBox(words.pro(counted(side.contracts.count, words.contracts, language)), language)}`;
}

function byYear({ byYear: rows }: Side, language: Language): Html | null {
  const values = rows.map(({ year, contracts }) => ({ year, value: contracts.value })).sort((a, b) => a.year - b.year);
  if (values.length < 2) return null;
  const { by, words: unit } = scaleOf(Math.max(0, ...values.map(({ value }) => value ?? 0)));
  const told = values.map(({ year, value }) => `${year}: ${value === null ? '?' : number(value, language)}`).join('; ');
  return html`<figure><figcaption><span class="quiet small">${language === 'ro' ? `contracte, ${unit.ro} lei` : `contracts, RON ${unit.en}`}</span></figcaption>${yearBars({ values, told, written: (value) => threeDigits(value / by, language) })}</figure>`;
}
