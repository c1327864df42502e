/** The words around the changes on their page. The changes themselves stand as CHANGELOG.md has them, in English. */
import type { Language } from '#lib/i18n/message.ts';
import type { Entry } from './entries.ts';

export interface PageTexts {
  title: string;
  heading: string;
  notice: string;
  feed: string;
  data: string;
  /** In which language the changes are told; null where that is the reader's. */
  told: string | null;
  docs: string;
  kinds: Record<Entry['kind'], string>;
}

export const pageTexts: Record<Language, PageTexts> = {
  ro: {
    title: 'Modificările API-ului Firmoteca',
    heading: 'Noutăți',
    notice: 'Orice eliminare sau schimbare de sens se anunță cu cel puțin 180 de zile înainte.',
    feed: 'Flux Atom',
    data: 'Date JSON',
    told: 'Descrierea modificărilor este în limba engleză.',
    docs: 'Documentația API',
    kinds: { announcement: 'anunț', deprecation: 'pe cale de eliminare', release: 'versiune' },
  },
  en: {
    title: 'Changes of the Firmoteca API',
    heading: 'Changes',
    notice: 'What is taken away or given another meaning is announced at least 180 days before.',
    feed: 'Atom feed',
    data: 'JSON data',
    told: null,
    docs: 'API documentation',
    kinds: { announcement: 'announcement', deprecation: 'on its way out', release: 'release' },
  },
};
