/** Score and ratios: the score over the years, its components, and all ratios among peers. Visitors see an overview. */
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { number, percent, score, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { ratios } from '#locales/en/ratios.ts';
import { type Texts, textAt, textsOf } from '#locales/texts.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { peersLine } from '#transports/web/components/rulers.ts';
import { type ScoredYear, zoneYears } from '#transports/web/components/score-charts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { YEARS } from './accounts.ts';
import type { HealthResult } from './data.ts';

type Code = keyof typeof ratios;

/** Ratios by meaning; the texts name each group. */
const GROUPS = {
  liquidity: ['currentRatio', 'quickRatio', 'cashRatio', 'workingCapital'],
  debt: ['equityRatio', 'debtRatio', 'debtToEquity', 'generalSolvency'],
  returns: ['netMargin', 'grossMargin', 'returnOnAssets', 'returnOnEquity', 'assetTurnover'],
  growth: [
    'receivableDays',
    'inventoryDays',
    'turnoverPerEmployee',
    'turnoverGrowth',
    'employeesGrowth',
    'turnoverCagr3',
    'turnoverCagr5',
  ],
} as const satisfies Record<keyof Texts['company']['ratios']['groups'], readonly Code[]>;

type Whole = Extract<HealthResult, { preview: false }>['data'];

export function indicators(health: HealthResult, language: Language): Html {
  // Without accounts Pro adds nothing.
  if (health.data.year === null) return html`<p class="none">${textsOf(language).company.ratios.noAccounts}</p>`;
  return health.preview ? proOverview(language) : whole(health.data, language);
}

/** The groups with their number of ratios; no blurred or invented values. */
function proOverview(language: Language): Html {
  const texts = textsOf(language).company.ratios;
  return html`<p>${texts.free} ${texts.adds(counted(Object.keys(ratios).length, texts.count, language))}</p>
<ul class="ledger locked">${Object.entries(GROUPS).map(([group, codes]) => html`<li><span>${textAt(texts.groups, group)}</span><span class="right quiet">${codes.length}</span></li>`)}</ul>
${proBox(texts.proBox, language)}`;
}

function whole({ altman, history, ratios, year }: Whole, language: Language): Html {
  const texts = textsOf(language).company.ratios;
  return html`<div class="two wide-first"><div>${overYears(history, altman.thresholds, language)}</div><div>${components(altman, language)}</div></div>
<h3>${year === null ? texts.ratios : texts.ratiosOf(year)}</h3>${ratioTable(ratios, language)}`;
}

function overYears(history: Whole['history'], thresholds: Whole['altman']['thresholds'], language: Language): Html {
  const texts = textsOf(language).company.ratios;
  const years = lastYears(history);
  if (years.length === 0) return html`<h3>${texts.overYears}</h3><p class="none">${texts.noYears}</p>`;
  const text = years
    .map(({ year, z, zLow, zHigh }) =>
      z === null
        ? `${year}: ${texts.noScore}`
        : `${year}: ${score(z, language)} (${score(zLow ?? z, language)} … ${score(zHigh ?? z, language)})`,
    )
    .join('; ');
  return html`<figure><figcaption><b>${texts.overYears}</b><span class="quiet small">${finding(history, language)}</span></figcaption>${zoneYears(years, thresholds, `${texts.overYears}. ${text}`, language)}
<p class="key"><span><svg aria-hidden="true"><rect x="0.5" y="1" width="13" height="10" class="range" fill="url(#hatch)"/></svg>${texts.range}</span></p></figure>`;
}

/** Without gaps up to the newest year. */
function lastYears(history: Whole['history']): ScoredYear[] {
  const newest = history[0]?.year;
  if (newest === undefined) return [];
  const oldest = Math.max(newest - YEARS + 1, history.at(-1)?.year ?? newest);
  return Array.from({ length: newest - oldest + 1 }, (_, i) => {
    const year = oldest + i;
    const scored = history.find((one) => one.year === year);
    return { year, z: scored?.z ?? null, zLow: scored?.zLow ?? null, zHigh: scored?.zHigh ?? null };
  });
}

function finding(history: Whole['history'], language: Language): string {
  const texts = textsOf(language).company.ratios;
  const zones = history.slice(0, YEARS).flatMap(({ zone }) => zone ?? []);
  const [newest] = zones;
  if (newest === undefined) return texts.noScore;
  const same = zones.filter((zone) => zone === newest).length;
  return same === zones.length
    ? texts.allYears(texts.zones[newest])
    : texts.someYears(texts.zones[newest], same, zones.length);
}

function components({ components: parts, noScore, z }: Whole['altman'], language: Language): Html {
  const texts = textsOf(language).company.ratios;
  if (parts === null || z === null) return html`<h3>${texts.parts}</h3><p class="none">${noScore?.label}</p>`;
  return html`<h3>${texts.parts}</h3><table><thead><tr><th scope="col">${texts.part}</th><th scope="col" class="num">${texts.value}</th><th scope="col" class="num">${texts.possible}</th></tr></thead><tbody>${parts.map((part) => html`<tr><th scope="row">${part.code} ${part.label}<small>× ${score(part.coefficient, language)}</small></th><td class="num">${score(part.value, language)}</td><td class="num quiet">${part.low === part.high ? texts.exact : html`${score(part.low, language)} … ${score(part.high, language)}`}</td></tr>`)}</tbody></table>`;
}

type Ratio = Extract<HealthResult, { preview: false }>['data']['ratios'][number];

function ratioTable(ratios: readonly Ratio[], language: Language): Html {
  const texts = textsOf(language).company.ratios;
  const groups = new Set(ratios.flatMap(({ peers }) => peers?.label ?? []));
  // A peer group shared by all ratios is named once.
  const [only] = groups.size === 1 ? groups : [];
  return html`${only !== undefined && html`<p class="small quiet">${texts.among(only)}</p>`}<table class="stacked ratios"><thead><tr><th scope="col">${texts.ratio}</th><th scope="col" class="num">${texts.value}</th><th scope="col">${texts.peers}</th></tr></thead><tbody>${ratios.map((ratio) => row(ratio, only === undefined, language))}</tbody></table>
<details class="fold"><summary>${texts.formulas}</summary><dl class="formulas">${ratios.map(({ label, formula, inputs }) => html`<div><dt>${label}</dt><dd>${formula}<small>${inputs.map((input) => figure(input, language)).join('; ')}</small></dd></div>`)}</dl></details>`;
}

function row(ratio: Ratio, isGroupNamed: boolean, language: Language): Html {
  const texts = textsOf(language).company.ratios;
  const { label, value, unit, reason } = ratio;
  return html`<tr><th scope="row">${label}</th>
<td class="num" data-label="${texts.value}">${value === null ? html`<span class="quiet">${texts.senseless}</span><small>${reason}</small>` : measured(value, unit, language)}</td><td data-label="${texts.peers}">${peersCell(ratio, isGroupNamed, language)}</td></tr>`;
}

/** The percentile is inverted where a low value is better. */
function peersCell({ percentile, peers, betterWhen, value }: Ratio, isGroupNamed: boolean, language: Language): Html {
  const texts = textsOf(language).company.ratios;
  if (percentile === null || peers === null)
    return html`${peersLine(null)}<small>${value === null ? '' : texts.noPeers}</small>`;
  const better = betterWhen === 'high' ? percentile : 100 - percentile;
  return html`${peersLine(better)}<small>${texts.better(percent(Math.round(better), language), wholeNumber(peers.firms, language))}${isGroupNamed && ` · ${peers.label}`}</small>`;
}

function measured(value: number, unit: Ratio['unit'], language: Language): string {
  if (unit === 'share') return percent(value * 100, language);
  if (unit === 'RON') return shortLei(value, language);
  return unit === 'days'
    ? `${wholeNumber(value, language)} ${textsOf(language).company.ratios.days}`
    : number(value, language);
}

/** Names of accounting figures; other inputs keep their own name. */
function figure({ name, year, value }: Ratio['inputs'][number], language: Language): string {
  const names: Readonly<Record<string, string>> = textsOf(language).company.figureNames;
  const label = names[name] ?? name;
  return `${label}${year === null ? '' : ` ${year}`}: ${value === null ? '?' : wholeNumber(value, language)}`;
}
