/** The trade registry. */
import { catalogue } from '#data/sources/ckan/source.ts';
import { type AskedSource, OURS, publicationLimits } from '#data/sources/source.ts';

export const onrc = {
  title: 'Trade registry, open data',
  publisher: 'ONRC, through data.gov.ro',
  licence: 'CC BY 4.0',
  schedule: 'Monthly to quarterly, a whole snapshot each time',
  address: catalogue.address,
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies AskedSource;
