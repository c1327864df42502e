/**
 * The chapters of the API documentation, in order. Each has the operations of the domain modules that `server/compose/` puts into it, and
 * every operation below its shared path, whichever module declares it.
 */

import type { Bilingual } from '#lib/i18n/message.ts';

export interface Chapter {
  name: Bilingual;
  about: Bilingual;
  /** Operations of several modules have addresses below this path. */
  paths?: string;
}

const declared = {
  companies: {
    name: { en: 'Companies', ro: 'Firme' },
    about: {
      en: 'One company by its fiscal code (CUI), or many at once.',
      ro: 'O firmă după codul fiscal (CUI) sau mai multe deodată.',
    },
    paths: '/api/company',
  },
  search: {
    name: { en: 'Search', ro: 'Căutare' },
    about: { en: 'Companies, people and records by words.', ro: 'Firme, persoane și înregistrări după cuvinte.' },
    paths: '/api/search',
  },
  people: {
    name: { en: 'People', ro: 'Persoane' },
    about: {
      en: 'Administrators, shareholders and representatives.',
      ro: 'Administratori, asociați și reprezentanți.',
    },
  },
  documents: {
    name: { en: 'Procurement documents', ro: 'Documente de achiziție' },
    about: {
      en: 'Notices, procedures, their documents and signatures.',
      ro: 'Anunțuri, proceduri, documentele și semnăturile lor.',
    },
    paths: '/api/sicap',
  },
  procurement: {
    name: { en: 'Procurement data', ro: 'Date de achiziții' },
    about: {
      en: 'Contracts, direct purchases, award notices, supplier reports, CPV analyses.',
      ro: 'Contracte, achiziții directe, anunțuri de atribuire, documente constatatoare, analize pe coduri CPV.',
    },
  },
  statistics: {
    name: { en: 'Statistics', ro: 'Statistici' },
    about: {
      en: 'Market aggregates, rankings, benchmarks, companies by place.',
      ro: 'Totaluri de piață, clasamente, repere, firme pe localități.',
    },
  },
  gazette: {
    name: { en: 'Official Gazette', ro: 'Monitorul Oficial' },
    about: { en: 'Published decisions of companies.', ro: 'Hotărâri publicate ale firmelor.' },
  },
  rates: {
    name: { en: 'Exchange rates', ro: 'Cursuri valutare' },
    about: { en: 'Rates of the national bank.', ro: 'Cursurile Băncii Naționale.' },
  },
  caen: {
    name: { en: 'Activity codes', ro: 'Coduri de activitate' },
    about: { en: 'The CAEN classification.', ro: 'Clasificarea CAEN.' },
    paths: '/api/caen',
  },
  treasury: {
    name: { en: 'Treasury', ro: 'Trezorerie' },
    about: { en: 'Accounts for paying taxes.', ro: 'Conturi pentru plata taxelor.' },
  },
  press: {
    name: { en: 'Press', ro: 'Presă' },
    about: { en: 'Press releases of the tax authority.', ro: 'Comunicate de presă ale ANAF.' },
  },
  receipts: {
    name: { en: 'Receipts', ro: 'Dovezi' },
    about: {
      en: 'Signed proof of the check, which anyone can verify.',
      ro: 'Dovada a ceea ce s-a verificat: semnată și verificabilă de oricine.',
    },
  },
  usage: {
    name: { en: 'Account', ro: 'Cont' },
    about: { en: 'What your own account used.', ro: 'Ce a folosit contul dumneavoastră.' },
  },
  status: {
    name: { en: 'Service', ro: 'Serviciu' },
    about: { en: 'How the service and its sources are doing.', ro: 'Cum merg serviciul și sursele lui.' },
  },
} as const satisfies Record<string, Chapter>;

export type ChapterName = keyof typeof declared;

export const chapters: readonly Chapter[] = Object.values(declared);

type Operations = Record<string, { chapter?: ChapterName }>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? All
  : never;

/** The operations of domain modules, each in the chapter that it has where no shared path says otherwise. */
export function inChapters<Modules extends { [Name in ChapterName]?: Operations }>(modules: Modules) {
  for (const [chapter, operations] of Object.entries(modules) as [ChapterName, Operations][])
    for (const declaration of Object.values(operations)) declaration.chapter = chapter;
  return Object.assign({}, ...Object.values(modules)) as Intersection<Modules[keyof Modules]>;
}

export function chapterOf({ path, chapter }: { path: string; chapter?: ChapterName }): Chapter {
  const shared = chapters.find(({ paths }) => paths !== undefined && (path === paths || path.startsWith(`${paths}/`)));
  if (shared) return shared;
  if (chapter) return declared[chapter];
  throw new Error(`${path} belongs to no chapter: put its module into one by inChapters(), in server/compose/.`);
}
