/** The insolvency score: on a ruler of three zones, and over the years. */

import type { Language } from '#lib/i18n/message.ts';
import { score } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

export interface Band {
  z: number | null;
  zLow: number | null;
  zHigh: number | null;
  thresholds: { distressBelow: number; safeAbove: number };
}

/** Grey is the middle quarter of the ruler; each side is one and a half times as wide. */
const GREY_FROM = 37.5;
const GREY_TO = 62.5;
const TOP = 20;
const HEIGHT = 34;

export function verdictBand(band: Band, language: Language): Html {
  const texts = textsOf(language).components.verdictBand;
  const { z, zLow, zHigh, thresholds } = band;
  const position = positionOn(thresholds);
  const label =
    z === null
      ? texts.none
      : texts.summary(score(z, language), score(zLow ?? z, language), score(zHigh ?? z, language));
  return html`<svg class="band" role="img" aria-label="${label}">
<text x="0" y="12" class="quiet">${texts.risk}</text>
<text x="${GREY_FROM}%" y="12" dx="-4" text-anchor="end" class="quiet">${score(thresholds.distressBelow, language)}</text>
<text x="${GREY_FROM}%" y="12" dx="4" class="quiet">${texts.grey}</text>
<text x="${GREY_TO}%" y="12" dx="-3" text-anchor="end" class="quiet">${score(thresholds.safeAbove, language)}</text>
<text x="${GREY_TO}%" y="12" dx="6" class="quiet">${texts.safe}</text>
${z === null ? html`<rect x="0" y="${TOP}" width="100%" height="${HEIGHT}" class="hollow"/>` : zones}
<line x1="${GREY_FROM}%" x2="${GREY_FROM}%" y1="4" y2="${TOP + HEIGHT}" class="limit"/>
<line x1="${GREY_TO}%" x2="${GREY_TO}%" y1="4" y2="${TOP + HEIGHT}" class="limit"/>
${z !== null && zLow !== null && zHigh !== null && rangeOf(position(zLow), position(zHigh))}
${z !== null && beyondOf(z, position(z), language)}${z !== null && openEnds(position(z), position(zLow ?? z), position(zHigh ?? z))}
${z !== null && html`<line x1="${position(z)}%" x2="${position(z)}%" y1="${TOP - 2}" y2="${TOP + HEIGHT + 2}" class="needle"/>`}
</svg>
${z !== null && keyOf(band, z, language)}`;
}

const zones = html`<rect x="0" y="${TOP}" width="${GREY_FROM}%" height="${HEIGHT}" class="risk"/>
<rect x="${GREY_FROM}%" y="${TOP}" width="${GREY_TO - GREY_FROM}%" height="${HEIGHT}" class="grey"/>
<rect x="${GREY_TO}%" y="${TOP}" width="${100 - GREY_TO}%" height="${HEIGHT}" class="safe"/>`;

const rangeOf = (from: number, until: number): Html =>
  html`<rect x="${from}%" y="${TOP + 8}" width="${rounded(Math.max(0.4, until - from))}%" height="${HEIGHT - 16}" class="range" fill="url(#hatch)"/>`;

/** A score off the ruler: an arrow with its value. */
function beyondOf(z: number, at: number, language: Language): Html | null {
  if (at > LEAST && at < MOST) return null;
  const y = TOP + HEIGHT / 2 + 4;
  return at >= MOST
    ? html`<text x="100%" dx="-12" y="${y}" text-anchor="end" class="strong">${score(z, language)} →</text>`
    : html`<text x="0" dx="12" y="${y}" class="strong">← ${score(z, language)}</text>`;
}

/** A mark at each end where the range goes beyond the ruler. */
function openEnds(at: number, low: number, high: number): Html {
  const y = TOP + HEIGHT / 2 + 5;
  return html`${at > LEAST && low <= LEAST && html`<text x="0" dx="-5" y="${y}" text-anchor="end" class="strong">‹</text>`}${at < MOST && high >= MOST && html`<text x="100%" dx="5" y="${y}" class="strong">›</text>`}`;
}

const LEAST = 0.5;
const MOST = 99.5;

/** The position in per cent of the linear ruler; values beyond it are clamped to its ends. */
function positionOn({ distressBelow, safeAbove }: Band['thresholds']): (z: number) => number {
  const perCent = (GREY_TO - GREY_FROM) / (safeAbove - distressBelow);
  return (z) => rounded(Math.min(MOST, Math.max(LEAST, GREY_FROM + (z - distressBelow) * perCent)));
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function keyOf({ zLow, zHigh }: Band, z: number, language: Language): Html {
  const texts = textsOf(language).components.verdictBand;
  return html`<p class="key"><span><svg aria-hidden="true"><line x1="7" x2="7" y1="1" y2="11" class="needle"/></svg>${texts.score} <b>${score(z, language)}</b></span>
${zLow !== null && zHigh !== null && html`<span><svg aria-hidden="true"><rect x="0.5" y="1" width="13" height="10" class="range" fill="url(#hatch)"/></svg>${texts.range} <b>${score(zLow, language)} … ${score(zHigh, language)}</b></span>`}</p>`;
}

export interface ScoredYear extends Pick<Band, 'z' | 'zLow' | 'zHigh'> {
  year: number;
}

const YEARS_HEIGHT = 168;
const YEAR_LABELS = 22;
/** In per cent of the width. */
const NAMES = 16;
const PLOT = YEARS_HEIGHT - YEAR_LABELS;
/** The width of each outer zone in grey zones, as on the ruler. */
const SIDES = 1.5;

/** `years`: oldest first, without gaps; null without a score. */
export function zoneYears(
  years: readonly ScoredYear[],
  thresholds: Band['thresholds'],
  label: string,
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
  const labelled = new Set([scored[0]?.i, scored.at(-1)?.i]);
  return html`<svg class="zones" role="img" aria-label="${label}">
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
    : html`<circle cx="${x(i)}%" cy="${y(z)}" r="4.5" class="dot"/>${labelled.has(i) && html`<text x="${x(i)}%" y="${Math.max(12, y(zHigh ?? z) - 7)}" text-anchor="middle" class="strong">${score(z, language)}</text>`}`,
)}
${years.map(({ year }, i) => (i === 0 || i === last || i === Math.floor(last / 2)) && html`<text x="${x(i)}%" y="${YEARS_HEIGHT - 4}" text-anchor="middle" class="quiet">${year}</text>`)}</svg>`;
}

const clamped = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
