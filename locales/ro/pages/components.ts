/** Romanian texts of pages: components. */

import type { components as english } from '#locales/en/pages/components.ts';
import type { Localized } from '#locales/translation.ts';

export const components: Localized<typeof english> = {
  amounts: {
    none: 'valoare nepublicată',
    published: (amount) => `publicat cu ${amount}`,
    relations: { atLeast: (amount) => `cel puțin ${amount}`, approximate: (amount) => `aproximativ ${amount}` },
  },
  cite: 'Citați așa',
  companyList: {
    turnover: (year) => `cifra de afaceri ${year ?? ''}`,
    none: 'fără bilanț public',
    staff: ['salariat', 'salariați'],
    closed: 'nu funcționează',
  },
  deadline: {
    today: 'azi',
    tomorrow: 'mâine',
    at: (hour) => `la ${hour}`,
    days: ['zi', 'zile'],
    over: 'încheiat',
    none: 'fără termen',
  },
  downloads: 'Descarcă lista',
  facts: 'nepublicat',
  hhi: { fragmented: 'Fragmentată', moderate: 'Moderată', concentrated: 'Concentrată' },
  pager: {
    next: 'Pagina următoare',
    page: { next: (count) => `Următoarele ${count}`, first: 'De la început', of: 'din', least: 'cel puțin ' },
  },
  proBox: 'Ce include Pro',
  reportLink: 'Semnalează o greșeală',
  searchField: {
    titles: { companies: 'Firme', people: 'Persoane', records: 'Licitații, contracte, hotărâri, comunicate' },
    none: 'Nimic cu aceste cuvinte.',
    keys: '↑ ↓ alege · Enter deschide · Esc închide',
    found: ['rezultat', 'rezultate'],
  },
  sourcesTable: {
    source: 'Sursă',
    covers: 'Ce spune',
    asOf: 'Din',
    fetchedAt: 'Citit',
    licence: 'Licență',
    page: 'pagina',
    live: 'la zi',
    never: 'nicio citire',
    notLoaded: 'nu este încărcat aici',
    states: { unreachable: 'nu răspunde', pending: 'se citește' },
    unknown: 'nespusă',
    /** Names of our own table of sources. Other names come from a publisher. */
    licences: {
      'Public information': 'informație publică',
      'Public information, free web service': 'informație publică, serviciu gratuit',
      'Public information of the National Agency for Fiscal Administration': 'informație publică a ANAF',
      'Free reuse with the source named': 'reutilizare liberă, cu numirea sursei',
      'As given': 'cum a dat-o cine a încărcat-o',
      'As each dataset says': 'cum spune fiecare set de date',
    },
    /** Of live sources. */
    what: {
      fiscal: 'TVA, inactivi, e-Factura',
      balances: 'bilanțuri noi',
    },
  },
  sources: 'zi necunoscută',
  verdictBand: {
    risk: 'risc',
    grey: 'gri',
    safe: 'siguranță',
    score: 'scor',
    range: 'interval posibil',
    none: 'fără scor',
    summary: (z, low, high) => `Scor ${z}, interval posibil de la ${low} la ${high}.`,
  },
  zoneYears: { risk: 'risc', grey: 'gri', safe: 'siguranță' },
};
