/** How much time is left: today and tomorrow with the hour, later days counted. */

import type { Language } from '#lib/i18n/message.ts';
import { bucharestDay, daysBetween } from '#lib/values/date.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { dayAndMonth, hourOf, shortDay } from '#transports/web/formats/dates.ts';
import { type Html, html } from '#transports/web/html.ts';

const texts = {
  ro: {
    today: 'azi',
    tomorrow: 'mâine',
    at: (hour: string) => `la ${hour}`,
    days: ['zi', 'zile'] as Noun,
    over: 'încheiat',
    none: 'fără termen',
  },
  en: {
    today: 'today',
    tomorrow: 'tomorrow',
    at: (hour: string) => `at ${hour}`,
    days: ['day', 'days'] as Noun,
    over: 'over',
    none: 'no deadline',
  },
} as const;

/** Who has so few days left must hurry. */
const URGENT_DAYS = 2;

export interface TimeLeft {
  /** `azi`, `44 de zile`. */
  word: string;
  isOver: boolean;
  isUrgent: boolean;
}

/** Null when nobody said until when. */
export function timeLeft(instant: string | null, now: number, language: Language): TimeLeft | null {
  if (instant === null) return null;
  const words = texts[language];
  if (Date.parse(instant) < now) return { word: words.over, isOver: true, isUrgent: false };
  const days = daysLeft(instant, now);
  const word = days === 0 ? words.today : days === 1 ? words.tomorrow : counted(days, words.days, language);
  return { word, isOver: false, isUrgent: days <= URGENT_DAYS };
}

const daysLeft = (instant: string, now: number): number =>
  daysBetween(bucharestDay(now), bucharestDay(Date.parse(instant)));

/** Large, before a row of a list. */
export function deadline(instant: string | null, now: number, language: Language): Html {
  const words = texts[language];
  const left = timeLeft(instant, now, language);
  if (left === null || instant === null) return html`<span class="left none">${words.none}</span>`;
  const day = bucharestDay(Date.parse(instant));
  if (left.isOver) return html`<span class="left over">${left.word}<small>${shortDay(day, language)}</small></span>`;
  if (daysLeft(instant, now) < 2)
    return html`<span class="left amber">${left.word}<small>${words.at(hourOf(instant))}</small></span>`;
  const [figure, ...unit] = left.word.split(/[\s\u00a0]/);
  return html`<span class="left${left.isUrgent && ' amber'}">${figure}<small>${unit.join(' ')}, ${dayAndMonth(day, language)}</small></span>`;
}
