/** Where the facts of a section are from: the procurement system. Whose registry only lent names to parties is told on their pages. */
import type { Language } from '#lib/i18n/message.ts';
import { sources } from '#transports/web/components/sources.ts';
import type { Html } from '#transports/web/html.ts';

type Stamps = Parameters<typeof sources>[0];

export const seapOf = (stamps: Stamps, now: number, language: Language): Html => {
  const own = stamps.filter(({ name }) => name === 'seap');
  return sources(own.length > 0 ? own : stamps, now, language);
};
