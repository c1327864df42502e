/** Every ratio with its value, the formula, the figures that went in, and its place among peers. */

import type { Language } from '#lib/i18n/message.ts';
import { number, percent, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { peersLine } from '#transports/web/components/rulers.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { ToldHealth } from './told.ts';

type Ratio = Extract<ToldHealth, { preview: false }>['data']['ratios'][number];

export function ratioTable(ratios: readonly Ratio[], language: Language): Html {
  const texts = textsOf(language).company.ratios;
  const groups = new Set(ratios.flatMap(({ peers }) => peers?.label ?? []));
  // One group for all is told once, above them.
  const [only] = groups.size === 1 ? groups : [];
  return html`${only !== undefined && html`<p class="small quiet">${texts.among(only)}</p>`}<table class="stacked ratios"><thead><tr><th scope="col">${texts.ratio}</th><th scope="col" class="num">${texts.value}</th><th scope="col">${texts.peers}</th></tr></thead><tbody>${ratios.map((ratio) => row(ratio, only === undefined, language))}</tbody></table>
<details class="fold"><summary>${texts.formulas}</summary><dl class="formulas">${ratios.map(({ label, formula, inputs }) => html`<div><dt>${label}</dt><dd>${formula}<small>${inputs.map((input) => figure(input, language)).join('; ')}</small></dd></div>`)}</dl></details>`;
}

function row(ratio: Ratio, isGroupNamed: boolean, language: Language): Html {
  const texts = textsOf(language).company.ratios;
  const { label, value, unit, reason } = ratio;
  return html`<tr><th scope="row">${label}</th>
<td class="num" data-label="${texts.value}">${value === null ? html`<span class="quiet">${texts.senseless}</span><small>${reason}</small>` : measured(value, unit, language)}</td><td data-label="${texts.peers}">${placed(ratio, isGroupNamed, language)}</td></tr>`;
}

/** Flipped where low is better. */
function placed({ percentile, peers, betterWhen, value }: Ratio, isGroupNamed: boolean, language: Language): Html {
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

/** Figures by their names; what is no figure of the accounts keeps its own. */
function figure({ name, year, value }: Ratio['inputs'][number], language: Language): string {
  const names: Readonly<Record<string, string>> = textsOf(language).company.figureNames;
  const told = names[name] ?? name;
  return `${told}${year === null ? '' : ` ${year}`}: ${value === null ? '?' : wholeNumber(value, language)}`;
}
