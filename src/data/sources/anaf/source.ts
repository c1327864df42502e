/** The tax authority’s register of taxpayers and its balance sheets, by web service and in yearly files. */
import { catalogue } from '#data/sources/ckan/source.ts';
import { type AskedSource, BROWSER, DAY_S, liveLimits, MB, OURS, publicationLimits } from '#data/sources/source.ts';

export const anafCompany = {
  title: 'Taxpayer and VAT register, web service v9',
  publisher: 'ANAF',
  licence: 'Public information, free web service',
  schedule: 'Live; the day asked for is evaluated in Romanian time',
  // The path has changed with versions before, so it is part of the address.
  address: 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva',
  freshSeconds: DAY_S,
  paceMs: 1_000,
  batchMax: 100,
  userAgent: OURS,
  limits: liveLimits(4 * MB),
} as const satisfies AskedSource;

export const anafBalance = {
  title: 'Balance sheets, web service',
  publisher: 'ANAF',
  licence: 'Public information, free web service',
  schedule: 'Live; a year appears from the middle of the following one',
  address: 'https://webservicesp.anaf.ro/bilant',
  freshSeconds: 7 * DAY_S,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: liveLimits(1 * MB),
} as const satisfies AskedSource;

export const balanceFiles = {
  title: 'Balance sheets, yearly files',
  publisher: 'Ministry of Finance, through data.gov.ro',
  licence: 'OGL-ROU-1.0',
  schedule: 'Yearly; later files restate earlier years',
  address: catalogue.address,
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies AskedSource;
