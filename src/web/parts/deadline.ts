/** How much time is left: today and tomorrow with the hour, later days counted. */
import { bucharestDay, daysBetween } from '#base/date.ts';
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from '#web/html.ts';
import { hourOf, shortDay } from '#web/words/dates.ts';

const texts = {
  ro: {
    today: 'azi',
    tomorrow: 'mâine',
    at: (hour: string) => `la ${hour}`,
    days: 'zile',
    over: 'încheiat',
    none: 'fără termen',
  },
  en: {
    today: 'today',
    tomorrow: 'tomorrow',
    at: (hour: string) => `at ${hour}`,
    days: 'days',
    over: 'over',
    none: 'no deadline',
  },
} as const;

export function deadline(instant: string | null, now: number, language: Language): Html {
  const words = texts[language];
  if (instant === null) return html`<span class="left quiet">${words.none}</span>`;
  if (Date.parse(instant) < now)
    return html`<span class="left quiet">${words.over}<small>${shortDay(instant, language)}</small></span>`;
  const day = bucharestDay(Date.parse(instant));
  const left = daysBetween(bucharestDay(now), day);
  if (left > 1) return html`<span class="left">${left}<small>${words.days}, ${shortDay(day, language)}</small></span>`;
  return html`<span class="left amber">${left === 0 ? words.today : words.tomorrow}<small>${words.at(hourOf(instant))}</small></span>`;
}
