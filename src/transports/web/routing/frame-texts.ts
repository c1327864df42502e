/** The words around every page. */
import type { Language } from '#lib/i18n/message.ts';

export interface FrameTexts {
  skip: string;
  demo: readonly [name: string, what: string];
  home: string;
  find: string;
  findHint: string;
  menu: string;
  navigation: string;
  tenders: string;
  markets: string;
  rankings: string;
  bulk: string;
  api: string;
  account: string;
  signIn: string;
  other: string;
  otherShort: string;
  tools: string;
  rates: string;
  iban: string;
  caen: string;
  press: string;
  about: string;
  pricing: string;
  status: string;
  privacy: string;
  agents: string;
  support: string;
  terms: string;
  changes: string;
  places: string;
  asPublished: string;
}

export const frameTexts: Record<Language, FrameTexts> = {
  ro: {
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
  },
  en: {
    skip: 'Skip to content',
    demo: ['Demo country:', 'invented firms and people.'],
    home: 'Firmoteca, home page',
    find: 'Search',
    findHint: 'Company, CUI, person',
    menu: 'Menu',
    navigation: 'Pages',
    tenders: 'Tenders',
    markets: 'Markets',
    rankings: 'Rankings',
    bulk: 'Bulk check',
    api: 'API',
    account: 'Account',
    signIn: 'Sign in',
    other: 'În română',
    otherShort: 'RO',
    tools: 'Tools',
    rates: 'BNR rates and converter',
    iban: 'Treasury IBANs',
    caen: 'CAEN codes',
    press: 'Tax office press',
    about: 'Firmoteca',
    pricing: 'Pricing',
    status: 'Service status',
    privacy: 'Personal data',
    agents: 'AI assistants',
    support: 'Help',
    terms: 'Terms',
    changes: 'What is new',
    places: 'Companies by county',
    asPublished: 'Public data, as published. Not a recommendation to lend.',
  },
};
