/** The tax authority’s press releases: the page that links to them, and their files. */
import { type AskedSource, BROWSER, DAY_S, liveLimits, MB } from '#data/sources/source.ts';

export const press = {
  title: 'Press releases, page of links',
  publisher: 'ANAF',
  licence: 'Public information',
  schedule: 'Whenever there is something to say, several a week',
  // The portal's page of releases; its links are all that is read of it. Not seen by us: an operator may have to name another.
  address: 'https://www.anaf.ro/anaf/internet/ANAF/despre_anaf/presa/comunicate_de_presa',
  freshSeconds: DAY_S / 48,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: { ...liveLimits(5 * MB), totalMs: 30_000 },
} as const satisfies AskedSource;

export const pressFiles = {
  title: 'Press releases, static files',
  publisher: 'ANAF',
  licence: 'Public information',
  schedule: 'With the releases; a file never changes under its name',
  // Another host stands in for it only by configuration, never by what a caller or a page says.
  address: 'https://static.anaf.ro',
  freshSeconds: DAY_S,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: { ...liveLimits(20 * MB), totalMs: 30_000 },
} as const satisfies AskedSource;
