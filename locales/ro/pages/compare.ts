/** Romanian texts of pages: compare. */

import type { compare as english } from '#locales/en/pages/compare.ts';
import type { Localized } from '#locales/translation.ts';

export const compare: Localized<typeof english> = {
  title: 'Compară firme',
  lead: 'Două până la patru firme, aceleași întrebări, răspunsurile una lângă alta.',
  add: 'CUI sau numele firmei',
  go: 'Adaugă',
  remove: 'scoate',
  full: 'Se pot compara cel mult patru firme odată.',
  one: 'Mai adăugați o firmă.',
  which: (q) => `Care „${q}”?`,
  noCompany: (q) => `Nicio firmă pentru „${q}”. Căutați după CUI.`,
  fact: 'Ce',
  verdict: 'Sănătate financiară',
  turnover: 'Cifra de afaceri',
  result: 'Rezultat net',
  staff: 'Salariați, medie',
  equity: 'Capitaluri proprii',
  debts: 'Datorii',
  activity: 'Activitate',
  seat: 'Sediu',
  since: 'Înregistrată',
  state: 'Vânzări către stat',
  unknown: 'nepublicat',
  none: 'niciuna',
  notLoaded: 'nu este încărcat aici',
  contracts: ['contract', 'contracte'],
  purchases: ['achiziție directă', 'achiziții directe'],
  callOffs: ['contract subsecvent', 'contracte subsecvente'],
  frameworks: ['acord-cadru (plafon)', 'acorduri-cadru (plafoane)'],
  worth: (sum) => `de ${sum}`,
  beside: 'separat,',
  noValue: 'valoare nepublicată',
  largest: 'cea mai mare',
};
