/** Under the answers: that the tax office is being asked, or does not answer and the last reading is shown. */
import type { Language } from '#lib/i18n/message.ts';
import { stateNote } from '#transports/web/components/state-note.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { moment } from '#transports/web/formats/dates.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Meta } from './told.ts';

const texts = {
  ro: {
    days: ['zi', 'zile'] as Noun,
    pending: 'Citim TVA de la ANAF. Restul paginii e complet.',
    reload: 'Reîncarcă',
    stale: (age: string, read: string) =>
      `Date de acum ${age}. ANAF nu răspunde. Arătăm ultima citire, din ${read}, și încercăm din nou singuri.`,
    today: 'mai puțin de o zi',
    never: 'ANAF nu răspunde și nu a spus încă nimic despre acest CUI. Încercăm din nou singuri.',
  },
  en: {
    days: ['day', 'days'] as Noun,
    pending: 'Reading VAT from the tax office. The rest of the page is complete.',
    reload: 'Reload',
    stale: (age: string, read: string) =>
      `Data from ${age} ago. The tax office does not answer. We show the last reading, of ${read}, and keep trying.`,
    today: 'less than a day',
    never: 'The tax office does not answer and has told nothing about this fiscal code yet. We keep trying.',
  },
} as const;

const DAY_MS = 86_400_000;

export function freshness({ sources, pending = [] }: Meta, now: number, language: Language): Html | null {
  const words = texts[language];
  const fiscal = sources.find(({ covers }) => covers.includes('fiscal'));
  if (pending.length > 0 || fiscal?.state === 'pending')
    return stateNote('pending', html`${words.pending} <a href="">${words.reload}</a>`);
  if (fiscal?.state !== 'unreachable') return null;
  if (fiscal.fetchedAt === null) return stateNote('stale', words.never);
  const days = Math.floor((now - Date.parse(fiscal.fetchedAt)) / DAY_MS);
  const age = days < 1 ? words.today : counted(days, words.days, language);
  return stateNote('stale', words.stale(age, moment(fiscal.fetchedAt, now, language)));
}
