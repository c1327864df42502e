/** Romanian texts of pages: home. */

import type { home as english } from '#locales/en/pages/home.ts';
import type { Localized } from '#locales/translation.ts';

export const home: Localized<typeof english> = {
  questions: {
    question: 'Ce vreți să aflați?',
    open: ['licitație deschisă', 'licitații deschise'],
    tenders: (open) => `${open}, cele mai apropiate termene întâi.`,
    tendersUnknown: 'Anunțuri cu termen, documente și semnături verificate.',
    euro: (value, day) => `1 € = ${value} lei, BNR, ${day}.`,
    euroUnknown: 'Cursul BNR, convertor și istoric.',
    questions: {
      bulk: ['Sunt furnizorii în regulă?', 'TVA, inactivi, e-Factura și insolvență pentru o listă de coduri.'],
      tenders: ['Ce licitații sunt deschise?', null],
      markets: ['Cine câștigă în piața mea?', 'Valori, concurență și cumpărători pe cod CPV.'],
      search: ['Ce firme are o persoană?', 'Roluri, firme și cât de sigur e că e aceeași persoană.'],
      treasury: [
        'Ce IBAN folosesc la trezorerie?',
        'Conturi pe impozit și localitate, cu cifra de control verificată.',
      ],
      rates: ['Cât e cursul azi?', null],
    },
  },
  page: {
    title: 'Firme din România: stare, TVA, bilanțuri, achiziții publice',
    promise: 'Ce știm despre orice firmă. Și cât de sigur.',
    what: 'Registrul comerțului, ANAF, bilanțuri, achiziții publice și Monitorul Oficial, fiecare cu sursa și data ei. Gratuit, fără cont.',
  },
  sampleVerdicts: {
    title: 'Un verdict spune și cât de sigur este',
    why: 'Bilanțul public nu arată scadența datoriilor și dobânzile. De aceea scorul are un interval, nu doar o cifră.',
    certain: 'Cert.',
    uncertain: 'Incert.',
    ruled: 'Scor incert, verdict cert.',
    lowered: 'Scor bun, verdict coborât.',
    zones: { distress: 'de risc', grey: 'gri', safe: 'de siguranță' },
    within: (zone) => `Tot intervalul e în zona ${zone}.`,
    across: (from, into) => `Intervalul trece din zona ${from} în cea ${into}.`,
  },
  sourcesToday: {
    title: 'Surse, azi',
    what: {
      onrc: 'registrul firmelor, fișier complet',
      anaf: 'TVA, inactivi, e-Factura: întrebat pe loc',
      bilant: 'bilanțuri anuale',
      seap: 'licitații, contracte, achiziții',
      gazette: 'hotărâri publicate',
      'import:debts': 'listă trimestrială',
      bnr: 'curs de schimb',
    },
    never: 'neîntrebat încă',
    current: 'în termen',
    late: 'depășită',
    unknown: 'zi necunoscută',
    all: 'Toate sursele',
  },
};
