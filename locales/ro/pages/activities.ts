/** Romanian texts of pages: activities. */

import type { activities as english } from '#locales/en/pages/activities.ts';
import type { Localized } from '#locales/translation.ts';

export const activities: Localized<typeof english> = {
  title: 'Coduri CAEN',
  lead: 'Clasificarea activităților, Rev. 3: căutați după cod sau după cuvinte, ori alegeți o secțiune.',
  q: 'Cod sau cuvinte',
  go: 'Caută',
  sections: 'Secțiuni',
  section: (code) => `Secțiunea ${code}`,
  classes: ['clasă', 'clase'],
  none: (q) => `Nicio clasă pentru „${q}”.`,
  hint: 'Scrieți începutul unui cuvânt din titlu sau primele cifre ale codului.',
  firms: ['firmă', 'firme'],
  active: (text) => `${text} în funcțiune`,
  market: 'Piața',
  leaders: 'Cele mai mari firme',
  wholeRanking: 'Clasamentul întreg',
  counties: 'Pe județe',
  turnover: 'Cifra de afaceri a firmelor cu bilanț public',
  filers: (count, year) => `${count} cu bilanț pentru ${year}`,
  grown: (change) => `aceleași firme: ${change} față de anul dinainte`,
  revision: (number) => `Se numără codul din Rev. ${number}. Codurile din revizii diferite nu se amestecă.`,
  other: (number) => `Anii din Rev. ${number}`,
  formerly: (code, title) => `În Rev. 2: ${code} ${title}`,
  sameBefore: 'În Rev. 2 codul avea același titlu.',
  missing: 'necunoscut',
  allValues: 'Tabel cu toate valorile',
  year: 'An',
  count: 'Firme cu bilanț',
  staff: 'Salariați',
  noCompany: 'Nicio firmă nu a depus bilanț cu acest cod.',
};
