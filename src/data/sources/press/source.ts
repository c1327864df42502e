/** The tax authority’s press releases: the page that links to them, and their files. */
import { BROWSER, DAY_S, liveLimits, MB, type Source } from '#data/sources/source.ts';

export const press = {
  name: 'press',
  label: { en: 'Tax office press', ro: 'Comunicate ANAF' },
  covers: { press: { en: 'press releases, ANAF', ro: 'comunicatele de presă, ANAF' } },
  title: 'Press releases, page of links',
  publisher: 'ANAF',
  licence: 'Public information',
  schedule: 'Whenever there is something to say, several a week',
  // The portal's page of releases; its links are all that is read of it. Not seen by us: an operator may have to name another.
  address: 'https://www.anaf.ro/anaf/internet/ANAF/despre_anaf/presa/comunicate_de_presa',
  setting: {
    name: 'FIRMOTECA_PRESS_URL',
    about: 'The tax authority’s page of press releases, instead of the real one.',
  },
  freshSeconds: DAY_S / 48,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: { ...liveLimits(5 * MB), totalMs: 30_000 },
} as const satisfies Source;

export const pressFiles = {
  name: 'press',
  upstreams: {
    pressFiles: { en: 'Tax office press, files', ro: 'Comunicate ANAF, fișiere' },
    pressPictures: { en: 'Tax office press, scanned pages', ro: 'Comunicate ANAF, pagini scanate' },
  },
  title: 'Press releases, static files',
  publisher: 'ANAF',
  licence: 'Public information',
  schedule: 'With the releases; a file never changes under its name',
  // Another host stands in for it only by configuration, never by what a caller or a page says.
  address: 'https://static.anaf.ro',
  setting: {
    name: 'FIRMOTECA_PRESS_FILES_URL',
    about:
      'Where the files of `https://static.anaf.ro` are asked for, instead of there: the same paths under this address.',
    replaces: 'origin',
  },
  freshSeconds: DAY_S,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: { ...liveLimits(20 * MB), totalMs: 30_000 },
} as const satisfies Source;
