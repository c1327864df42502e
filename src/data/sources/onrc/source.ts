/** The trade registry. */
import { ckan } from '#data/sources/ckan/source.ts';
import { OURS, publicationLimits, type Source } from '#data/sources/source.ts';

export const onrc = {
  name: 'onrc',
  label: { en: 'Trade registry', ro: 'ONRC' },
  parts: {
    registry: {
      title: { en: 'Trade registry', ro: 'Registrul comerțului' },
      phrase: { en: 'the trade registry', ro: 'registrul comerțului' },
      cited: { en: 'trade registry, ONRC', ro: 'registrul comerțului, ONRC' },
      tells: { en: 'status, seat, management, activities', ro: 'stare, sediu, conducere, activități' },
      need: 'core',
      overdue: { days: 120 }, // monthly to quarterly
    },
  },
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
