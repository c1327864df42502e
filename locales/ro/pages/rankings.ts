/** Romanian texts of pages: rankings. */

import type { rankings as english } from '#locales/en/pages/rankings.ts';
import type { Localized } from '#locales/translation.ts';

export const rankings: Localized<typeof english> = {
  title: 'Clasamente',
  lead: 'Cele mai mari firme după cifra de afaceri, profitul net sau numărul de salariați: pe țară, pe județ, pe activitate.',
  of: (metric, year) => `Cele mai mari firme după ${metric}${year === null ? '' : `, ${year}`}`,
  metrics: { cifra: 'cifra de afaceri', profit: 'profitul net', angajati: 'numărul de salariați' },
  nation: 'Toată România',
  yearly: 'Din bilanțurile publicate pentru acel an.',
  revision: (number) =>
    `Cod CAEN din Rev. ${number}, cea în vigoare în acel an. Codurile din revizii diferite nu se amestecă.`,
  year: 'An',
  metric: 'După',
  county: 'Județ',
  caen: 'Cod CAEN',
  caenHint: 'Cu un cod, județul nu contează.',
  go: 'Arată',
  filters: 'Filtre',
  before: (rank) => `locul ${rank} cu un an înainte`,
  noRankBefore: 'fără loc cunoscut cu un an înainte',
  noBefore: 'Locurile din anul dinainte nu se cunosc.',
};
