/** Durations: `3 zile`, `2 ore`, `45 minutes`. */
import { counted, type Noun } from './counts.ts';
import type { Language } from './message.ts';

const UNITS = {
  en: {
    days: ['day', 'days'],
    hours: ['hour', 'hours'],
    minutes: ['minute', 'minutes'],
    seconds: ['second', 'seconds'],
  },
  ro: { days: ['zi', 'zile'], hours: ['oră', 'ore'], minutes: ['minut', 'minute'], seconds: ['secundă', 'secunde'] },
} as const satisfies Record<Language, Record<string, Noun>>;

export const days = (count: number, language: Language): string => counted(count, UNITS[language].days, language);

/** In seconds, minutes or hours, rounded up. */
export function duration(seconds: number, language: Language): string {
  const { hours, minutes, seconds: ones } = UNITS[language];
  if (seconds < 120) return counted(seconds, ones, language);
  if (seconds < 7_200) return counted(Math.ceil(seconds / 60), minutes, language);
  return counted(Math.ceil(seconds / 3_600), hours, language);
}
