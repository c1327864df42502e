/** The ruler of three zones with the score as a needle on the band of what is possible: never a bare number. */

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

/** Of the ruler, grey is the middle quarter: as wide on both sides as one and a half of it. */
const GREY_FROM = 37.5;
const GREY_TO = 62.5;
const TOP = 20;
const HEIGHT = 34;

export function verdictBand(band: Band, language: Language): Html {
  const texts = textsOf(language).components.verdictBand;
  const { z, zLow, zHigh, thresholds } = band;
  const place = placeOn(thresholds);
  const told =
    z === null ? texts.none : texts.told(score(z, language), score(zLow ?? z, language), score(zHigh ?? z, language));
  return html`<svg class="band" role="img" aria-label="${told}">
<text x="0" y="12" class="quiet">${texts.risk}</text>
<text x="${GREY_FROM}%" y="12" dx="-4" text-anchor="end" class="quiet">${score(thresholds.distressBelow, language)}</text>
<text x="${GREY_FROM}%" y="12" dx="4" class="quiet">${texts.grey}</text>
<text x="${GREY_TO}%" y="12" dx="-3" text-anchor="end" class="quiet">${score(thresholds.safeAbove, language)}</text>
<text x="${GREY_TO}%" y="12" dx="6" class="quiet">${texts.safe}</text>
${z === null ? html`<rect x="0" y="${TOP}" width="100%" height="${HEIGHT}" class="hollow"/>` : zones}
<line x1="${GREY_FROM}%" x2="${GREY_FROM}%" y1="4" y2="${TOP + HEIGHT}" class="limit"/>
<line x1="${GREY_TO}%" x2="${GREY_TO}%" y1="4" y2="${TOP + HEIGHT}" class="limit"/>
${z !== null && zLow !== null && zHigh !== null && rangeOf(place(zLow), place(zHigh))}
${z !== null && beyondOf(z, place(z), language)}${z !== null && openEnds(place(z), place(zLow ?? z), place(zHigh ?? z))}
${z !== null && html`<line x1="${place(z)}%" x2="${place(z)}%" y1="${TOP - 2}" y2="${TOP + HEIGHT + 2}" class="needle"/>`}
</svg>
${z !== null && keyOf(band, z, language)}`;
}

const zones = html`<rect x="0" y="${TOP}" width="${GREY_FROM}%" height="${HEIGHT}" class="risk"/>
<rect x="${GREY_FROM}%" y="${TOP}" width="${GREY_TO - GREY_FROM}%" height="${HEIGHT}" class="grey"/>
<rect x="${GREY_TO}%" y="${TOP}" width="${100 - GREY_TO}%" height="${HEIGHT}" class="safe"/>`;

const rangeOf = (from: number, until: number): Html =>
  html`<rect x="${from}%" y="${TOP + 8}" width="${rounded(Math.max(0.4, until - from))}%" height="${HEIGHT - 16}" class="range" fill="url(#hatch)"/>`;

/** Off the ruler: an arrow that points there, and how far. */
function beyondOf(z: number, at: number, language: Language): Html | null {
  if (at > LEAST && at < MOST) return null;
  const y = TOP + HEIGHT / 2 + 4;
  return at >= MOST
    ? html`<text x="100%" dx="-12" y="${y}" text-anchor="end" class="strong">${score(z, language)} →</text>`
    : html`<text x="0" dx="12" y="${y}" class="strong">← ${score(z, language)}</text>`;
}

/** The range goes on where the ruler ends: a sign outside, at either end. */
function openEnds(at: number, low: number, high: number): Html {
  const y = TOP + HEIGHT / 2 + 5;
  return html`${at > LEAST && low <= LEAST && html`<text x="0" dx="-5" y="${y}" text-anchor="end" class="strong">‹</text>`}${at < MOST && high >= MOST && html`<text x="100%" dx="5" y="${y}" class="strong">›</text>`}`;
}

const LEAST = 0.5;
const MOST = 99.5;

/** In per cent of the ruler, which is linear; what lies beyond it stands at its end, and the number says where. */
function placeOn({ distressBelow, safeAbove }: Band['thresholds']): (z: number) => number {
  const perCent = (GREY_TO - GREY_FROM) / (safeAbove - distressBelow);
  return (z) => rounded(Math.min(MOST, Math.max(LEAST, GREY_FROM + (z - distressBelow) * perCent)));
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function keyOf({ zLow, zHigh }: Band, z: number, language: Language): Html {
  const texts = textsOf(language).components.verdictBand;
  return html`<p class="key"><span><svg aria-hidden="true"><line x1="7" x2="7" y1="1" y2="11" class="needle"/></svg>${texts.score} <b>${score(z, language)}</b></span>
${zLow !== null && zHigh !== null && html`<span><svg aria-hidden="true"><rect x="0.5" y="1" width="13" height="10" class="range" fill="url(#hatch)"/></svg>${texts.range} <b>${score(zLow, language)} … ${score(zHigh, language)}</b></span>`}</p>`;
}
