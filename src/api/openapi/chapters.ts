/** The chapters of the API documentation, by path. */

import type { Bilingual } from '#lib/i18n/message.ts';

export interface Chapter {
  name: Bilingual;
  about: Bilingual;
  paths: RegExp;
}

export const chapters: readonly Chapter[] = [
  {
    name: { en: 'Companies', ro: 'Firme' },
    about: {
      en: 'One company by its fiscal code (CUI), or many at once.',
      ro: 'O firmă după codul fiscal (CUI) sau mai multe deodată.',
    },
    paths: /^\/api\/company\//,
  },
  {
    name: { en: 'Search', ro: 'Căutare' },
    about: { en: 'Companies, people and records by words.', ro: 'Firme, persoane și înregistrări după cuvinte.' },
    paths: /^\/api\/search(\/|$)/,
  },
  {
    name: { en: 'People', ro: 'Persoane' },
    about: {
      en: 'Administrators, shareholders and representatives.',
      ro: 'Administratori, asociați și reprezentanți.',
    },
    paths: /^\/api\/person\//,
  },
  {
    name: { en: 'Procurement documents', ro: 'Documente de achiziție' },
    about: {
      en: 'Notices, procedures, their documents and signatures.',
      ro: 'Anunțuri, proceduri, documentele și semnăturile lor.',
    },
    paths: /^\/api\/sicap\//,
  },
  {
    name: { en: 'Procurement data', ro: 'Date de achiziții' },
    about: {
      en: 'Contracts, direct purchases, award notices, supplier reports, CPV analyses.',
      ro: 'Contracte, achiziții directe, anunțuri de atribuire, documente constatatoare, analize pe coduri CPV.',
    },
    paths: /^\/api\/seap\//,
  },
  {
    name: { en: 'Statistics', ro: 'Statistici' },
    about: {
      en: 'Market aggregates, rankings, benchmarks, companies by place.',
      ro: 'Totaluri de piață, clasamente, repere, firme pe localități.',
    },
    paths: /^\/api\/(statistica|firme|benchmarks)(\/|$)/,
  },
  {
    name: { en: 'Official Gazette', ro: 'Monitorul Oficial' },
    about: { en: 'Published decisions of companies.', ro: 'Hotărâri publicate ale firmelor.' },
    paths: /^\/api\/decisions\//,
  },
  {
    name: { en: 'Exchange rates', ro: 'Cursuri valutare' },
    about: { en: 'Rates of the national bank.', ro: 'Cursurile Băncii Naționale.' },
    paths: /^\/api\/rates(\/|$)/,
  },
  {
    name: { en: 'Activity codes', ro: 'Coduri de activitate' },
    about: { en: 'The CAEN classification.', ro: 'Clasificarea CAEN.' },
    paths: /^\/api\/caen(\/|$)/,
  },
  {
    name: { en: 'Treasury', ro: 'Trezorerie' },
    about: { en: 'Accounts for paying taxes.', ro: 'Conturi pentru plata taxelor.' },
    paths: /^\/api\/iban$/,
  },
  {
    name: { en: 'Press', ro: 'Presă' },
    about: { en: 'Press releases of the tax authority.', ro: 'Comunicate de presă ale ANAF.' },
    paths: /^\/api\/press(-articles)?(\/|$)/,
  },
  {
    name: { en: 'Receipts', ro: 'Dovezi' },
    about: {
      en: 'Signed proof of the check, which anyone can verify.',
      ro: 'Dovada a ceea ce s-a verificat: semnată și verificabilă de oricine.',
    },
    paths: /^\/api\/receipts\//,
  },
  {
    name: { en: 'Account', ro: 'Cont' },
    about: { en: 'What your own account used.', ro: 'Ce a folosit contul dumneavoastră.' },
    paths: /^\/account\//,
  },
  {
    name: { en: 'Service', ro: 'Serviciu' },
    about: { en: 'How the service and its sources are doing.', ro: 'Cum merg serviciul și sursele lui.' },
    paths: /^\/api\/health$/,
  },
];

export function chapterOf(path: string): Chapter {
  const chapter = chapters.find(({ paths }) => paths.test(path));
  if (!chapter) throw new Error(`${path} belongs to no chapter of the documentation; name one in chapters.ts.`);
  return chapter;
}
