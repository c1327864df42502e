/** The sheet of ratios: the score over the years, what it is made of, and every ratio among peers. Pro fills it; visitors read what is there. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { score } from '#lib/i18n/numbers.ts';
import { ratios } from '#locales/en/ratios.ts';
import { type Texts, textAt, textsOf } from '#locales/texts.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { type ScoredYear, zoneYears } from '#transports/web/components/score-charts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { ratioTable } from './ratio-table.ts';
import type { ToldHealth } from './told.ts';
import { YEARS } from './years.ts';

type Code = keyof typeof ratios;

/** Ratios by what they tell; each group has a name in the texts. */
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

type Whole = Extract<ToldHealth, { preview: false }>['data'];

export function indicators(told: ToldHealth, language: Language): Html {
  // Without accounts there is nothing that Pro could add.
  if (told.data.year === null) return html`<p class="none">${textsOf(language).company.ratios.noAccounts}</p>`;
  return told.preview ? whatProAdds(language) : whole(told.data, language);
}

/** The same places as Pro has, each named and counted; nothing blurred, nothing made up. */
function whatProAdds(language: Language): Html {
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
  const told = years
    .map(({ year, z, zLow, zHigh }) =>
      z === null
        ? `${year}: ${texts.noScore}`
        : `${year}: ${score(z, language)} (${score(zLow ?? z, language)} … ${score(zHigh ?? z, language)})`,
    )
    .join('; ');
  return html`<figure><figcaption><b>${texts.overYears}</b><span class="quiet small">${finding(history, language)}</span></figcaption>${zoneYears(years, thresholds, `${texts.overYears}. ${told}`, language)}
<p class="key"><span><svg aria-hidden="true"><rect x="0.5" y="1" width="13" height="10" class="range" fill="url(#hatch)"/></svg>${texts.range}</span></p></figure>`;
}

/** Up to the newest, without gaps. */
function lastYears(history: Whole['history']): ScoredYear[] {
  const newest = history[0]?.year;
  if (newest === undefined) return [];
  const oldest = Math.max(newest - YEARS + 1, history.at(-1)?.year ?? newest);
  return Array.from({ length: newest - oldest + 1 }, (_, i) => {
    const year = oldest + i;
    const known = history.find((one) => one.year === year);
    return { year, z: known?.z ?? null, zLow: known?.zLow ?? null, zHigh: known?.zHigh ?? null };
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
