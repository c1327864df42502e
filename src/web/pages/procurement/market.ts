/** A market by CPV prefix: how much is bought, how concentrated it is, who buys and who wins. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, to } from '#web/addresses.ts';
import { MovedTo, type Page, type PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from '#web/parts/icon.ts';
import { partyLink } from '#web/parts/party-link.ts';
import { proBox } from '#web/parts/pro-box.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { yearBars } from '#web/parts/year-bars.ts';
import { counted, type Noun } from '#web/words/counts.ts';
import { number, percent, scaleOf, shortLei, threeDigits, wholeNumber } from '#web/words/numbers.ts';

type Told = Awaited<ReturnType<PageRequest['client']['getCpvAnalysis']>>;
type Analysis = Extract<Told, { preview: false }>['data'];

const texts = {
  ro: {
    title: 'Piețe publice',
    lead: 'Ce cumpără statul, pe coduri CPV: scrieți un cod sau începutul lui.',
    q: 'Cod CPV, de exemplu 45 sau 33600000',
    go: 'Arată',
    contracts: ['contract', 'contracte'] as Noun,
    purchases: ['achiziție directă', 'achiziții directe'] as Noun,
    frameworks: (text: string) => `Plafoanele acordurilor-cadru (${text}) nu se adună cu contractele.`,
    years: 'Pe ani',
    concentration: 'Concentrare',
    fragmented: 'Fragmentată',
    moderate: 'Moderată',
    concentrated: 'Concentrată',
    top10: (share: string) => `primii zece furnizori: ${share}`,
    offers: 'Oferte',
    average: (text: string) => `${text} oferte în medie`,
    single: (share: string) => `${share} cu o singură ofertă`,
    winners: 'Cine câștigă',
    buyers: 'Cine cumpără',
    children: 'Sub-piețe',
    values: 'Valori',
    half: (low: string, high: string, mid: string) =>
      `Jumătate dintre contracte sunt între ${low} și ${high}; la mijloc ${mid}.`,
    pro: 'Pro arată concentrarea, ofertele, câștigătorii, cumpărătorii și sub-piețele.',
    notPublished: 'nepublicat',
  },
  en: {
    title: 'Markets',
    lead: 'What the state buys, by CPV code: write a code or its beginning.',
    q: 'CPV code, such as 45 or 33600000',
    go: 'Show',
    contracts: ['contract', 'contracts'] as Noun,
    purchases: ['direct purchase', 'direct purchases'] as Noun,
    frameworks: (text: string) => `Ceilings of framework agreements (${text}) are not summed with contracts.`,
    years: 'By year',
    concentration: 'Concentration',
    fragmented: 'Fragmented',
    moderate: 'Moderate',
    concentrated: 'Concentrated',
    top10: (share: string) => `first ten suppliers: ${share}`,
    offers: 'Offers',
    average: (text: string) => `${text} offers on average`,
    single: (share: string) => `${share} with a single offer`,
    winners: 'Who wins',
    buyers: 'Who buys',
    children: 'Sub-markets',
    values: 'Values',
    half: (low: string, high: string, mid: string) =>
      `Half of the contracts lie between ${low} and ${high}; in the middle ${mid}.`,
    pro: 'Pro shows concentration, offers, winners, buyers and sub-markets.',
    notPublished: 'not published',
  },
} as const;

export const marketsPage: Page = {
  path: addresses.markets,
  show({ language, query }) {
    const words = texts[language];
    const cpv = query.get('cpv')?.trim();
    if (cpv) throw new MovedTo(to('market', language, { cpv }));
    return {
      title: words.title,
      description: words.lead,
      isUnlisted: query.size > 0,
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p>
<form class="find large" action="${to('markets', language)}" role="search">${icon('search')}<input type="search" name="cpv" inputmode="numeric" pattern="[0-9]{2,8}(-[0-9])?" required placeholder="${words.q}" aria-label="${words.q}" maxlength="10"><button class="button" type="submit">${words.go}</button></form></section>
<ul class="ledger">${DIVISIONS.map(([cpv, title]) => html`<li><a href="${to('market', language, { cpv })}">${cpv} ${title[language]}</a></li>`)}</ul>`,
    };
  },
};

/** Where most money goes: a start for those who know no code. */
const DIVISIONS: readonly [cpv: string, title: Record<Language, string>][] = [
  ['45', { ro: 'Lucrări de construcții', en: 'Construction work' }],
  ['33', { ro: 'Echipamente medicale și produse farmaceutice', en: 'Medical equipment and pharmaceuticals' }],
  ['09', { ro: 'Combustibili, electricitate, energie', en: 'Fuel, electricity and energy' }],
  ['71', { ro: 'Arhitectură, inginerie, inspecție', en: 'Architecture, engineering, inspection' }],
  ['72', { ro: 'Servicii IT', en: 'IT services' }],
  ['90', { ro: 'Salubritate și mediu', en: 'Sewage, refuse, environment' }],
  ['15', { ro: 'Alimente și băuturi', en: 'Food and beverages' }],
  ['34', { ro: 'Mijloace de transport', en: 'Transport equipment' }],
  ['50', { ro: 'Reparații și întreținere', en: 'Repair and maintenance' }],
];

export const marketPage: Page = {
  path: addresses.market,
  of: [
    'getCpvAnalysis',
    'getCpvTopSuppliers',
    'getCpvContracts',
    'getCpvDirectPurchases',
    'getCpvDirectPurchaseAwards',
  ],
  async show({ client, language, params, now }) {
    const words = texts[language];
    const cpv = params.cpv ?? '';
    const told = await client.getCpvAnalysis({ cpv });
    const { data } = told;
    const { contracts, directPurchases, frameworks } = data.totals;
    const sum = (value: number | null): string => (value === null ? words.notPublished : shortLei(value, language));
    return {
      title: `${words.title}: ${data.cpv.title ?? cpv}`,
      body: html`<p class="crumb"><a href="${to('markets', language)}">${words.title}</a> › CPV ${data.cpv.prefix}</p>
<h1 class="title">${data.cpv.title ?? `CPV ${data.cpv.prefix}`}</h1>
<p class="lede">${counted(contracts.count, words.contracts, language)}: <b>${sum(contracts.value)}</b> · ${counted(directPurchases.count, words.purchases, language)}: <b>${sum(directPurchases.value)}</b></p>
<p class="former">${words.frameworks(sum(frameworks.value))}</p>
${sources(told.meta.sources, now, language)}
${sheet({ id: 'ani', title: words.years, body: byYear(data.byYear, language) })}
${told.preview ? proBox(words.pro, language) : whole(told.data, language)}`,
    };
  },
};

function byYear(rows: Analysis['byYear'], language: Language): Html {
  const words = texts[language];
  const values = rows.map(({ year, contracts }) => ({ year, value: contracts.value })).sort((a, b) => a.year - b.year);
  const { by, words: unit } = scaleOf(Math.max(0, ...values.map(({ value }) => value ?? 0)));
  const told = values.map(
    ({ year, value }) => `${year}: ${value === null ? words.notPublished : number(value, language)}`,
  );
  return html`<figure><figcaption><span class="quiet small">${language === 'ro' ? `${unit.ro} lei` : `RON ${unit.en}`}</span></figcaption>${yearBars({ values, told: told.join('; '), written: (value) => threeDigits(value / by, language) })}</figure>`;
}

/** Thresholds of the European merger guidelines' older reading, in points of ten thousand. */
const HHI = { moderate: 1_500, concentrated: 2_500 };

function whole(data: Analysis, language: Language): Html {
  const words = texts[language];
  const { hhi, top10Share } = data.concentration;
  const level =
    hhi === null
      ? null
      : hhi >= HHI.concentrated
        ? words.concentrated
        : hhi >= HHI.moderate
          ? words.moderate
          : words.fragmented;
  const leaders = (rows: Analysis['topSuppliers']): Html =>
    html`<ol class="ledger">${rows.map(({ party, contracts, share }) => html`<li><span>${partyLink(party, language)}<br><span class="meta">${counted(contracts.count, words.contracts, language)}</span></span><span class="right">${contracts.value !== null && shortLei(contracts.value, language)}${share !== null && html`<br><span class="meta">${percent(share * 100, language)}</span>`}</span></li>`)}</ol>`;
  return html`${sheet({
    id: 'concentrare',
    title: words.concentration,
    body: html`<p>${level !== null && html`<b>${level}</b>, HHI ${wholeNumber(hhi ?? 0, language)}`}${top10Share !== null && `; ${words.top10(percent(top10Share * 100, language))}`}</p><p>${data.offers.average !== null && words.average(number(data.offers.average, language))}${data.offers.singleShare !== null && `, ${words.single(percent(data.offers.singleShare * 100, language))}`}</p>${data.values && html`<p>${words.half(shortLei(data.values.p25, language), shortLei(data.values.p75, language), shortLei(data.values.p50, language))}</p>`}`,
  })}
${sheet({ id: 'castigatori', title: words.winners, body: leaders(data.topSuppliers) })}
${sheet({ id: 'cumparatori', title: words.buyers, body: leaders(data.topAuthorities) })}
${data.children.length > 0 && sheet({ id: 'sub', title: words.children, body: html`<ul class="ledger">${data.children.map(({ prefix, title, contracts }) => html`<li><a href="${to('market', language, { cpv: prefix })}">${prefix} ${title}</a><span class="right">${contracts.value !== null && shortLei(contracts.value, language)}</span></li>`)}</ul>` })}`;
}
