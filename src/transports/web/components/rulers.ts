/** Rulers: a value on a line between limits. */

import type { Language } from '#lib/i18n/message.ts';
import { percent, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

export const levels = ['fragmented', 'moderate', 'concentrated'] as const;
export type Level = (typeof levels)[number];

/** Of 10,000 points; the limits that competition authorities use. */
export const HHI_LIMITS = { moderate: 1_500, concentrated: 2_500 };

export const levelOf = (hhi: number): Level =>
  hhi >= HHI_LIMITS.concentrated ? 'concentrated' : hhi >= HHI_LIMITS.moderate ? 'moderate' : 'fragmented';

/** The shade of a level, the same on the ruler and on maps of sub-markets. */
export const shadeOf: Record<Level, string> = { fragmented: 'h0', moderate: 'h1', concentrated: 'h2' };

/** The end of the ruler: a greater value stands at the end, with its number. */
const END = 4_000;
const TOP = 20;
const HEIGHT = 28;
/** The width of a number on a phone, in per cent: a number that would reach into the dark zone or beyond the end stands before its needle. */
const LABEL_WIDTH = 16;

export function hhiRuler(hhi: number, language: Language): Html {
  const texts = textsOf(language).components.hhi;
  const position = (value: number): number =>
    Math.round(Math.min(99.4, Math.max(0.6, (value / END) * 100)) * 100) / 100;
  const [moderate, concentrated] = [position(HHI_LIMITS.moderate), position(HHI_LIMITS.concentrated)];
  const at = position(hhi);
  const figure = wholeNumber(hhi, language);
  const isLate = at > 100 - LABEL_WIDTH || (at < concentrated && at > concentrated - LABEL_WIDTH);
  const zone = (level: Level, from: number, to: number): Html =>
    html`<rect x="${from}%" y="${TOP}" width="${to - from}%" height="${HEIGHT}" class="${shadeOf[level]}"/>`;
  const limit = (value: number, x: number): Html =>
    html`<line x1="${x}%" x2="${x}%" y1="4" y2="${TOP + HEIGHT}" class="limit"/><text x="${x}%" y="12" dx="-4" text-anchor="end" class="quiet narrow">${wholeNumber(value, language)}</text>`;
  return html`<svg class="band ruler" role="img" aria-label="HHI ${figure}: ${texts[levelOf(hhi)].toLowerCase()}">
<text x="0" y="12" class="quiet">${texts.fragmented.toLowerCase()}</text><text x="${moderate}%" y="12" dx="5" class="quiet middle">${texts.moderate.toLowerCase()}</text><text x="${concentrated}%" y="12" dx="5" class="quiet">${texts.concentrated.toLowerCase()}</text>
${zone('fragmented', 0, moderate)}${zone('moderate', moderate, concentrated)}${zone('concentrated', concentrated, 100)}
${limit(HHI_LIMITS.moderate, moderate)}${limit(HHI_LIMITS.concentrated, concentrated)}
<line x1="${at}%" x2="${at}%" y1="${TOP - 2}" y2="${TOP + HEIGHT + 2}" class="needle${hhi >= HHI_LIMITS.concentrated && ' inverse'}"/>
<text x="${at}%" y="${TOP + 19}" dx="${isLate ? -9 : 9}"${isLate && html` text-anchor="end"`} class="strong on-${shadeOf[levelOf(hhi)]}">${figure}${hhi > END && ' →'}</text></svg>`;
}

/** The legend of the shades. */
export const shadesKey = (language: Language, unknown: string | null = null): Html =>
  html`<p class="key">${levels.map((level) => html`<span><svg aria-hidden="true"><rect width="14" height="12" class="${shadeOf[level]}"/></svg>${textsOf(language).components.hhi[level].toLowerCase()}</span>`)}${unknown !== null && html`<span><svg aria-hidden="true"><rect x="0.5" y="0.5" width="13" height="11" class="hollow"/></svg>${unknown}</span>`}</p>`;

interface Share {
  /** 0-1. */
  share: number;
  /** Labels of the share and of the rest. */
  is: string;
  rest: string;
  label: string;
}

const SHARE_TOP = 20;
const SHARE_HEIGHT = 28;

export function shareRuler({ share, is, rest, label }: Share, language: Language): Html {
  const at = Math.round(share * 1000) / 10;
  const isSmall = at < LABEL_WIDTH;
  return html`<svg class="band ruler" role="img" aria-label="${label}">
<text x="0" y="12" class="quiet">${is}</text><text x="100%" y="12" text-anchor="end" class="quiet">${rest}</text>
<rect x="0" y="${SHARE_TOP}" width="100%" height="${SHARE_HEIGHT}" class="grey"/><rect x="0" y="${SHARE_TOP}" width="${at}%" height="${SHARE_HEIGHT}" class="bar second"/>
<text x="${isSmall ? `${at}%` : 0}" y="${SHARE_TOP + 19}" dx="8" class="strong${!isSmall && ' on-second'}">${percent(at, language)}</text></svg>`;
}

/** `better`: the share of peers with a worse value, 0 to 100; null without peers. */
export const peersLine = (better: number | null): Html =>
  html`<svg class="peers" aria-hidden="true" focusable="false"><line x1="0" x2="100%" y1="8" y2="8" class="line"/><rect x="25%" y="4" width="50%" height="8" class="middle"/><line x1="50%" x2="50%" y1="4" y2="12" class="median"/>${better === null ? html`<circle cx="50%" cy="8" r="4.5" class="hollow"/>` : html`<circle cx="${Math.min(99, Math.max(1, better))}%" cy="8" r="5" class="dot"/>`}</svg>`;

export interface Period {
  /** Days; null: open. */
  start: string | null;
  end: string | null;
}

interface PeriodBar {
  periods: readonly Period[];
  from: { day: string; label: string };
  until: { day: string; label: string };
  label: string;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function periodBar({ periods, from, until, label }: PeriodBar): Html {
  const start = Date.parse(from.day);
  const span = Math.max(1, Date.parse(until.day) - start);
  const at = (day: string): number => rounded(Math.min(100, Math.max(0, ((Date.parse(day) - start) / span) * 100)));
  return html`<svg class="periods" role="img" aria-label="${label}"><rect x="0" y="4" width="100%" height="14" class="hollow"/>${periods.map(
    (period) => {
      const left = at(period.start ?? from.day);
      return html`<rect x="${left}%" y="4" width="${rounded(Math.max(0.4, at(period.end ?? until.day) - left))}%" height="14" class="held-period"/>`;
    },
  )}<text x="0" y="34" class="quiet">${from.label}</text><text x="100%" y="34" text-anchor="end" class="quiet">${until.label}</text></svg>`;
}
