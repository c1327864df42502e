/** Romanian texts of pages: frame. */

import type { frame as english } from '#locales/en/pages/frame.ts';
import type { Localized } from '#locales/translation.ts';

export const frame: Localized<typeof english> = {
  skip: 'Sari la conținut',
  demo: ['Țară demonstrativă:', 'firme și persoane inventate.'],
  home: 'Firmoteca, prima pagină',
  find: 'Caută',
  findHint: 'Firmă, CUI, persoană',
  menu: 'Meniu',
  navigation: 'Pagini',
  tenders: 'Licitații',
  markets: 'Piețe publice',
  rankings: 'Clasamente',
  bulk: 'Verificare în lot',
  api: 'API',
  account: 'Cont',
  signIn: 'Intră în cont',
  other: 'In English',
  otherShort: 'EN',
  tools: 'Unelte',
  rates: 'Curs BNR și convertor',
  iban: 'IBAN trezorerie',
  caen: 'Coduri CAEN',
  press: 'Comunicate ANAF',
  about: 'Firmoteca',
  pricing: 'Prețuri',
  status: 'Starea serviciului',
  privacy: 'Date personale',
  agents: 'Asistenți AI',
  support: 'Ajutor',
  terms: 'Termeni',
  changes: 'Noutăți',
  places: 'Firme pe județe',
  asPublished: 'Date publice, așa cum au fost publicate. Nu este o recomandare de creditare.',
};
