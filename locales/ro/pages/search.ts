/** Romanian texts of pages: search. */

import type { search as english } from '#locales/en/pages/search.ts';
import type { Localized } from '#locales/translation.ts';

export const search: Localized<typeof english> = {
  title: (q) => `Căutare: ${q}`,
  heading: 'Căutare',
  companies: 'Firme',
  people: 'Persoane',
  records: 'Licitații, contracte, hotărâri, comunicate',
  firms: ['firmă', 'firme'],
  persons: ['persoană', 'persoane'],
  others: ['înregistrare', 'înregistrări'],
  none: (q) => `Nimic pentru „${q}”.`,
  noFirm: (q) => `Nicio firmă pentru „${q}”.`,
  advice: 'Căutați după CUI, scrieți mai puține cuvinte sau doar începutul numelui.',
  near: (q) => `Niciun nume nu este scris chiar „${q}”. Acestea sunt scrise aproape la fel:`,
  hint: 'Scrieți un nume de firmă sau de persoană, un CUI ori un număr din registru.',
  without: 'fără cod fiscal',
  formerly: 'găsită după un nume vechi',
};
