/** The trade registry. */
import { ckan } from '#data/sources/ckan/source.ts';
import { OURS, publicationLimits, type Source } from '#data/sources/source.ts';

export const onrc = {
  name: 'onrc',
  label: { en: 'Trade registry', ro: 'ONRC' },
  covers: { registry: { en: 'trade registry, ONRC', ro: 'registrul comerțului, ONRC' } },
  title: 'Trade registry, open data',
  publisher: 'ONRC, through data.gov.ro',
  licence: 'CC BY 4.0',
  schedule: 'Monthly to quarterly, a whole snapshot each time',
  address: ckan.address,
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies Source;
