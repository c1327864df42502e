/** The words of the start page. */
import type { Language } from '#sentences/sentence.ts';

export interface StartTexts {
  title: string;
  lead: string;
  demo: string;
  docs: string;
  tryIt: string;
  company: string;
  search: string;
  rates: string;
  activities: string;
  free: string;
  /** The other language, in its own words. */
  other: string;
}

export const startTexts: Record<Language, StartTexts> = {
  ro: {
    title: 'Toate firmele din România, la un loc',
    lead: 'Registrul comerțului, ANAF, bilanțuri, persoane, achiziții publice, Monitorul Oficial și cursul BNR, cu sursa și data fiecărei informații.',
    demo: 'Date demonstrative: toate firmele sunt inventate.',
    docs: 'Documentația API',
    tryIt: 'Trei exemple de încercat',
    company: 'O firmă, cu tot ce se știe despre ea',
    search: 'Căutare după nume, cu sau fără diacritice',
    rates: 'Cursul de azi al Băncii Naționale',
    activities: 'Coduri CAEN după cuvinte',
    free: 'Din browser, accesul este gratuit: 300 de cereri pe minut. Programele folosesc o cheie Pro.',
    other: 'English',
  },
  en: {
    title: 'All companies of Romania, in one place',
    lead: 'Trade registry, tax authority, balance sheets, people, public procurement, the Official Gazette and exchange rates, each fact with its source and date.',
    demo: 'Demo country: all companies are invented.',
    docs: 'API documentation',
    tryIt: 'Three things to try',
    company: 'One company, with everything known about it',
    search: 'A search by name, with or without diacritics',
    rates: "Today's rates of the National Bank",
    activities: 'Activity codes by words',
    free: 'Free from a browser: 300 requests a minute. Programs use a Pro key.',
    other: 'Română',
  },
};
