/** How much time is left: today and tomorrow with the hour, later days counted. */

import { counted } from '#lib/i18n/counts.ts';
import { dayAndMonth, hourOf, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { bucharestDay, daysBetween } from '#lib/values/date.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

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
  const texts = textsOf(language).components.deadline;
  if (Date.parse(instant) < now) return { word: texts.over, isOver: true, isUrgent: false };
  const days = daysLeft(instant, now);
  const word = days === 0 ? texts.today : days === 1 ? texts.tomorrow : counted(days, texts.days, language);
  return { word, isOver: false, isUrgent: days <= URGENT_DAYS };
}

const daysLeft = (instant: string, now: number): number =>
  daysBetween(bucharestDay(now), bucharestDay(Date.parse(instant)));

/** Large, before a row of a list. */
export function deadline(instant: string | null, now: number, language: Language): Html {
  const texts = textsOf(language).components.deadline;
  const left = timeLeft(instant, now, language);
  if (left === null || instant === null) return html`<span class="left none">${texts.none}</span>`;
  const day = bucharestDay(Date.parse(instant));
  if (left.isOver) return html`<span class="left over">${left.word}<small>${shortDay(day, language)}</small></span>`;
  if (daysLeft(instant, now) < 2)
    return html`<span class="left amber">${left.word}<small>${texts.at(hourOf(instant))}</small></span>`;
  const [figure, ...unit] = left.word.split(/[\s\u00a0]/);
  return html`<span class="left${left.isUrgent && ' amber'}">${figure}<small>${unit.join(' ')}, ${dayAndMonth(day, language)}</small></span>`;
}
