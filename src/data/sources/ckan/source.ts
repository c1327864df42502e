/** The portal of open data, through which registry, balance sheets and procurement are published. */
import { type AskedSource, OURS, publicationLimits } from '#data/sources/source.ts';

export const catalogue = {
  title: 'Open-data catalogue',
  publisher: 'data.gov.ro',
  licence: 'As each dataset says',
  schedule: 'Live; a list of what has been published',
  address: 'https://data.gov.ro',
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies AskedSource;
