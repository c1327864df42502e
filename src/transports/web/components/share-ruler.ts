/** One share of a whole on a ruler: how much of it, in words above and in per cent inside. */
import type { Language } from '#lib/i18n/message.ts';
import { percent } from '#lib/i18n/numbers.ts';
import { type Html, html } from '#transports/web/html.ts';

interface Share {
  /** 0-1. */
  share: number;
  /** What the share is, and what the rest is. */
  is: string;
  rest: string;
  told: string;
}

const TOP = 20;
const HEIGHT = 28;
/** Per cent; a smaller share has its number behind it. */
const ROOM = 16;

export function shareRuler({ share, is, rest, told }: Share, language: Language): Html {
  const at = Math.round(share * 1000) / 10;
  const isSmall = at < ROOM;
  return html`<svg class="band ruler" role="img" aria-label="${told}">
<text x="0" y="12" class="quiet">${is}</text><text x="100%" y="12" text-anchor="end" class="quiet">${rest}</text>
<rect x="0" y="${TOP}" width="100%" height="${HEIGHT}" class="grey"/><rect x="0" y="${TOP}" width="${at}%" height="${HEIGHT}" class="bar second"/>
<text x="${isSmall ? `${at}%` : 0}" y="${TOP + 19}" dx="8" class="strong${!isSmall && ' on-second'}">${percent(at, language)}</text></svg>`;
}
