/** What is said about press releases and their files. */
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('press', {
  addressOutside: {
    en: 'must be a plain https address of a file under https://static.anaf.ro/static/',
    ro: 'trebuie să fie o adresă https simplă a unui fișier de sub https://static.anaf.ro/static/',
  },
  notListed: {
    en: 'Visitors can read files of the releases listed at /api/press. Other files of the tax authority need a Pro key or a payment.',
    ro: 'Vizitatorii pot citi fișierele comunicatelor din lista /api/press. Alte fișiere ale ANAF necesită o cheie Pro sau o plată.',
  },
  noFile: {
    en: ({ url }: { url: string }) => `The tax authority has no file at ${url}.`,
    ro: ({ url }) => `ANAF nu are niciun fișier la adresa ${url}.`,
  },
  noArticle: {
    en: ({ slug }: { slug: string }) => `No article is named ${slug}: see /api/press-articles.`,
    ro: ({ slug }) => `Niciun articol nu se numește ${slug}: vedeți /api/press-articles.`,
  },
  noText: {
    en: ({ slug, url }: { slug: string; url: string }) =>
      `The release ${slug} has no text that can be read: see ${url}.`,
    ro: ({ slug, url }) => `Comunicatul ${slug} nu are text care să poată fi citit: vedeți ${url}.`,
  },
  stillReading: {
    en: ({ slug }: { slug: string }) => `The release ${slug} is a scan that is being read; try again in a minute.`,
    ro: ({ slug }) => `Comunicatul ${slug} este o scanare în curs de citire; reveniți peste un minut.`,
  },
  pageSilent: {
    en: 'The tax authority’s press page does not answer, and nothing is stored yet.',
    ro: 'Pagina de presă a ANAF nu răspunde și nu avem încă date salvate.',
  },
  pageSilentSince: {
    en: ({ since }: { since: string }) => `The tax authority’s press page has not answered since ${since}.`,
    ro: ({ since }) => `Pagina de presă a ANAF nu a mai răspuns de la ${since}.`,
  },
  hostSlow: {
    en: 'The tax authority’s file host took too long; try again in a minute.',
    ro: 'Serverul de fișiere al ANAF nu a răspuns la timp; reveniți peste un minut.',
  },
  hostSilent: {
    en: 'The tax authority’s file host does not answer, and the file is not stored.',
    ro: 'Serverul de fișiere al ANAF nu răspunde, iar fișierul nu este salvat la noi.',
  },
});

/** Why a file has no text. */
export const unreadable = sentences('pressFile', {
  encrypted: { en: 'The PDF is encrypted and needs a password.', ro: 'PDF-ul este criptat și cere o parolă.' },
  broken: { en: 'The file is not a PDF, or is damaged.', ro: 'Fișierul nu este un PDF sau este deteriorat.' },
  scanned: {
    en: 'The PDF has no text, and none can be read from the pictures of its pages.',
    ro: 'PDF-ul nu are text și nici din imaginile paginilor nu poate fi citit vreun text.',
  },
  tooManyPictures: {
    en: 'More than 30 pages of the PDF are pictures; they are not read.',
    ro: 'Peste 30 de pagini ale PDF-ului sunt imagini; nu sunt citite.',
  },
  bomb: {
    en: 'The PDF takes more memory, time or pages to read than a document of this kind needs; it is not read.',
    ro: 'PDF-ul cere mai multă memorie, mai mult timp sau mai multe pagini decât un document de acest fel; nu este citit.',
  },
  tooLarge: {
    en: 'The file is larger than 20 MB; it is not read.',
    ro: 'Fișierul este mai mare de 20 MB; nu este citit.',
  },
  redirected: {
    en: 'The tax authority’s host sends this address elsewhere; redirects are not followed.',
    ro: 'Serverul ANAF redirecționează această adresă; redirecționările nu sunt urmate.',
  },
});
