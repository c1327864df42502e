/** The portal of open data, through which registry, balance sheets and procurement are published. */
import { OURS, publicationLimits, type Source } from '#data/sources/source.ts';

export const ckan = {
  title: 'Open-data catalogue',
  publisher: 'data.gov.ro',
  licence: 'As each dataset says',
  schedule: 'Live; a list of what has been published',
  address: 'https://data.gov.ro',
  setting: {
    name: 'FIRMOTECA_CKAN_URL',
    about: 'The open-data catalogue with the trade registry and the yearly balance files, instead of the real one.',
  },
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies Source;
