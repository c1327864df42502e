/** The score over the years: zones as ground, a dot for each year, a hatched whisker where its range is known. */

import type { Language } from '#lib/i18n/message.ts';
import { score } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Band } from './verdict-band.ts';

export interface ScoredYear extends Pick<Band, 'z' | 'zLow' | 'zHigh'> {
  year: number;
}

const HEIGHT = 168;
const YEARS = 22;
/** In per cent of the width. */
const NAMES = 16;
const PLOT = HEIGHT - YEARS;
/** Beyond the zones' limits there is this much of the grey zone's width on each side, as on the ruler. */
const SIDES = 1.5;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** `years`: oldest first, without gaps: what has no score is null. */
export function zoneYears(
  years: readonly ScoredYear[],
  thresholds: Band['thresholds'],
  told: string,
  language: Language,
): Html {
  const texts = textsOf(language).components.zoneYears;
  const { distressBelow, safeAbove } = thresholds;
  const grey = safeAbove - distressBelow;
  const least = distressBelow - SIDES * grey;
  const most = safeAbove + SIDES * grey;
  const y = (z: number): number => rounded(PLOT - ((clamped(z, least, most) - least) / (most - least)) * PLOT);
  // The names of the zones stand to the left of the first year.
  const x = (i: number): number => rounded(NAMES + ((i + 0.5) * (100 - NAMES)) / Math.max(1, years.length));
  const last = years.length - 1;
  const scored = years.flatMap(({ z }, i) => (z === null ? [] : [{ i, z }]));
  const shown = new Set([scored[0]?.i, scored.at(-1)?.i]);
  return html`<svg class="zones" role="img" aria-label="${told}">
<rect x="0" y="0" width="100%" height="${y(safeAbove)}" class="safe"/>
<rect x="0" y="${y(safeAbove)}" width="100%" height="${rounded(y(distressBelow) - y(safeAbove))}" class="grey"/>
<rect x="0" y="${y(distressBelow)}" width="100%" height="${rounded(PLOT - y(distressBelow))}" class="risk"/>
<text x="6" y="15">${texts.safe}</text><text x="6" y="${y(safeAbove) + 15}">${texts.grey}</text><text x="6" y="${PLOT - 6}">${texts.risk}</text>
${scored.slice(1).map((to, n) => {
  const from = scored[n];
  return (
    from &&
    html`<line x1="${x(from.i)}%" y1="${y(from.z)}" x2="${x(to.i)}%" y2="${y(to.z)}" class="path${to.i - from.i > 1 && ' gap'}"/>`
  );
})}
${years.map(({ z, zLow, zHigh }, i) => z !== null && zLow !== null && zHigh !== null && html`<rect x="${x(i)}%" y="${y(zHigh)}" width="8" height="${rounded(Math.max(2, y(zLow) - y(zHigh)))}" transform="translate(-4 0)" class="range" fill="url(#hatch)"/>`)}
${years.map(({ z, zHigh, year }, i) =>
  z === null
    ? html`<circle cx="${x(i)}%" cy="${PLOT / 2}" r="5" class="hollow"><title>${year}</title></circle>`
    : html`<circle cx="${x(i)}%" cy="${y(z)}" r="4.5" class="dot"/>${shown.has(i) && html`<text x="${x(i)}%" y="${Math.max(12, y(zHigh ?? z) - 7)}" text-anchor="middle" class="strong">${score(z, language)}</text>`}`,
)}
${years.map(({ year }, i) => (i === 0 || i === last || i === Math.floor(last / 2)) && html`<text x="${x(i)}%" y="${HEIGHT - 4}" text-anchor="middle" class="quiet">${year}</text>`)}</svg>`;
}

const clamped = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
