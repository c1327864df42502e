/** Requests of the last days as bars: answered ones below, refused and failed ones on top of them. */

import { dayAndMonth } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import type { DayUsage } from '#platform/usage/usage-table.ts';
import { type Html, html } from '#transports/web/html.ts';

const HEIGHT = 148;
/** For the figure above the highest bar, and for the days below. */
const ROOM = 20;
const BASE = HEIGHT - ROOM;
/** A bar with so few requests that it would not be seen. */
const LEAST = 2;

const rounded = (value: number): number => Math.round(value * 100) / 100;

export function usageBars(days: readonly DayUsage[], told: string, language: Language): Html {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const scale = (BASE - ROOM) / most;
  const width = 100 / Math.max(1, days.length);
  const last = days.length - 1;
  return html`<svg class="bars" role="img" aria-label="${told}">${days.map((day, i) => bar(day, rounded((i + 0.1) * width), rounded(width * 0.8), scale))}
<line x1="0" x2="100%" y1="${BASE}" y2="${BASE}" class="axis"/>${peak(days, most, width, scale, language)}
${[0, Math.floor(last / 2), last].map((i) => dayName(days[i], i, last, width, language))}</svg>`;
}

function bar({ requests, refused, failed }: DayUsage, x: number, width: number, scale: number): Html | null {
  if (requests === 0) return null;
  const tall = Math.max(LEAST, requests * scale);
  const wrong = refused + failed === 0 ? 0 : Math.max(LEAST, ((refused + failed) / requests) * tall);
  const top = rounded(BASE - tall);
  return html`<rect x="${x}%" y="${top}" width="${width}%" height="${rounded(tall)}" class="bar last"/>${wrong > 0 && html`<rect x="${x}%" y="${top}" width="${width}%" height="${rounded(wrong)}" class="bar second"/>`}`;
}

function peak(days: readonly DayUsage[], most: number, width: number, scale: number, language: Language): Html | null {
  const at = days.findIndex(({ requests }) => requests === most);
  if (at === -1) return null;
  const anchor = at < 3 ? 'start' : at > days.length - 4 ? 'end' : 'middle';
  const x = anchor === 'start' ? at * width : anchor === 'end' ? (at + 1) * width : (at + 0.5) * width;
  return html`<text x="${rounded(x)}%" y="${rounded(BASE - most * scale - 6)}" text-anchor="${anchor}" class="strong">${wholeNumber(most, language)}</text>`;
}

function dayName(day: DayUsage | undefined, at: number, last: number, width: number, language: Language): Html | null {
  if (!day) return null;
  const [x, anchor] = at === 0 ? [0, 'start'] : at === last ? [100, 'end'] : [rounded((at + 0.5) * width), 'middle'];
  return html`<text x="${x}%" y="${HEIGHT - 4}" text-anchor="${anchor}" class="quiet">${dayAndMonth(day.day, language)}</text>`;
}
