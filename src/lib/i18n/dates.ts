/** Formats days and instants in Bucharest time, in Romanian and English. */

import { bucharestDay, type Day } from '#lib/values/date.ts';
import { memoized } from '#lib/values/instant.ts';
import { lazy } from './lazy.ts';
import type { Language } from './message.ts';

const ZONE = 'Europe/Bucharest';
const LOCALES = { ro: 'ro', en: 'en-GB' } as const;

/** Cached texts: pages refer to the same few years. */
const DAYS_MAX = 5_000;

/** The day of an instant, in Bucharest. */
const dayOf = (text: Day): Day => (text.endsWith('Z') ? bucharestDay(Date.parse(text)) : text.slice(0, 10));

/** Days have no hour: they are parsed and formatted as noon UTC. */
const dayFormat = (options: Record<Language, Intl.DateTimeFormatOptions>) => {
  const formats = {
    ro: lazy(() => new Intl.DateTimeFormat(LOCALES.ro, { ...options.ro, timeZone: 'UTC' })),
    en: lazy(() => new Intl.DateTimeFormat(LOCALES.en, { ...options.en, timeZone: 'UTC' })),
  };
  const cache = { ro: new Map<string, string>(), en: new Map<string, string>() };
  return (day: Day, language: Language): string => {
    const texts = cache[language];
    if (texts.size >= DAYS_MAX) texts.clear();
    return texts.getOrInsertComputed(dayOf(day), (plain) => formats[language]().format(new Date(`${plain}T12:00:00Z`)));
  };
};

/** `15.11.2026`, `15 Nov 2026`. */
export const shortDay = dayFormat({
  ro: { day: '2-digit', month: '2-digit', year: 'numeric' },
  en: { day: 'numeric', month: 'short', year: 'numeric' },
});
/** `15 noiembrie 2026`, `15 November 2026`. */
export const longDay = dayFormat({
  ro: { day: 'numeric', month: 'long', year: 'numeric' },
  en: { day: 'numeric', month: 'long', year: 'numeric' },
});
/** `15.11`, `15 Nov`: for a day in the near past or future. */
export const dayAndMonth = dayFormat({
  ro: { day: '2-digit', month: '2-digit' },
  en: { day: 'numeric', month: 'short' },
});
/** `octombrie 2021`, `October 2021`. */
export const longMonth = dayFormat({
  ro: { month: 'long', year: 'numeric' },
  en: { month: 'long', year: 'numeric' },
});
/** `15:33`. */
export const hourOf = memoized((instant: string): string => hour().format(new Date(instant)));

const hour = lazy(
  () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: ZONE }),
);

const TODAY = { ro: 'azi', en: 'today' } as const;

/** `azi, 15:33`, or the day with the hour. */
export function moment(instant: string, now: number, language: Language): string {
  const day = bucharestDay(Date.parse(instant));
  const name = day === bucharestDay(now) ? TODAY[language] : shortDay(day, language);
  return `${name}, ${hourOf(instant)}`;
}

/** `15.11.2026, 15:33`: for printed pages and future instants, never `azi`. */
export const dayAndHour = (instant: string, language: Language): string =>
  `${shortDay(bucharestDay(Date.parse(instant)), language)}, ${hourOf(instant)}`;

/** The day of a day or instant: `azi`, or the date. */
export const dayOrToday = (day: Day, now: number, language: Language): string =>
  dayOf(day) === bucharestDay(now) ? TODAY[language] : shortDay(day, language);
