/** Public procurement: the exports of every quarter and the lists of the system since then. */
import { catalogue } from '#data/sources/ckan/source.ts';
import { type AskedSource, DAY_S, liveLimits, MB, OURS, publicationLimits } from '#data/sources/source.ts';

export const procurementExports = {
  title: 'Public procurement, quarterly exports',
  publisher: 'ANAP, through data.gov.ro',
  licence: 'OGL-ROU-1.0',
  schedule: 'Quarterly, about one quarter late',
  address: catalogue.address,
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies AskedSource;

export const procurementLists = {
  title: 'Public procurement, lists of the system (SICAP)',
  publisher: 'ADR',
  licence: 'Public information',
  schedule: 'Live; a day is whole when it is over in Romanian time',
  // Without www, which refuses what the site’s own pages may ask.
  address: 'https://e-licitatie.ro',
  freshSeconds: DAY_S / 4,
  // Its limits are unpublished; those who ask every two or three seconds are not blocked.
  paceMs: 3_000,
  batchMax: 1,
  userAgent: OURS,
  limits: { ...liveLimits(20 * MB), idleMs: 60_000, totalMs: 90_000 },
} as const satisfies AskedSource;
