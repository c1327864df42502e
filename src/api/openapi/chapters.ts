/** The chapters of the API documentation, by path. */

export interface Chapter {
  name: string;
  about: string;
  paths: RegExp;
}

export const chapters: readonly Chapter[] = [
  { name: 'Companies', about: 'One company by its fiscal code (CUI), or many at once.', paths: /^\/api\/company\// },
  { name: 'Search', about: 'Companies, people and records by words.', paths: /^\/api\/search(\/|$)/ },
  { name: 'People', about: 'Administrators, shareholders and representatives.', paths: /^\/api\/person\// },
  {
    name: 'Procurement documents',
    about: 'Notices, procedures, their documents and signatures.',
    paths: /^\/api\/sicap\//,
  },
  {
    name: 'Procurement data',
    about: 'Contracts, direct purchases, award notices, supplier reports, CPV analyses.',
    paths: /^\/api\/seap\//,
  },
  {
    name: 'Statistics',
    about: 'Market aggregates, rankings, benchmarks, companies by place.',
    paths: /^\/api\/(statistica|firme|benchmarks)(\/|$)/,
  },
  { name: 'Official Gazette', about: 'Published decisions of companies.', paths: /^\/api\/decisions\// },
  { name: 'Exchange rates', about: 'Rates of the national bank.', paths: /^\/api\/rates(\/|$)/ },
  { name: 'Activity codes', about: 'The CAEN classification.', paths: /^\/api\/caen(\/|$)/ },
  { name: 'Treasury', about: 'Accounts for paying taxes.', paths: /^\/api\/iban$/ },
  { name: 'Press', about: 'Press releases of the tax authority.', paths: /^\/api\/press(-articles)?(\/|$)/ },
  {
    name: 'Receipts',
    about: 'Proof of what was checked: signed, and checked by anybody.',
    paths: /^\/api\/receipts\//,
  },
  { name: 'Account', about: 'What your own account used.', paths: /^\/account\// },
  { name: 'Service', about: 'How the service and its sources are doing.', paths: /^\/api\/health$/ },
];

export function chapterOf(path: string): Chapter {
  const chapter = chapters.find(({ paths }) => paths.test(path));
  if (!chapter) throw new Error(`${path} belongs to no chapter of the documentation; name one in chapters.ts.`);
  return chapter;
}
