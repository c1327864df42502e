/** The tax authority’s register of taxpayers and its balance sheets, by web service and in yearly files. */
import { ckan } from '#data/sources/ckan/source.ts';
import { BROWSER, DAY_S, liveLimits, MB, OURS, publicationLimits, type Source } from '#data/sources/source.ts';

export const anafCompany = {
  name: 'anaf',
  label: { en: 'Tax office (ANAF)', ro: 'ANAF' },
  covers: {
    fiscal: { en: 'register of taxpayers, ANAF', ro: 'registrul contribuabililor, ANAF' },
  },
  title: 'Taxpayer and VAT register, web service v9',
  publisher: 'ANAF',
  licence: 'Public information, free web service',
  schedule: 'Live; the day asked for is evaluated in Romanian time',
  // The path has changed with versions before, so it is part of the address.
  address: 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva',
  setting: {
    name: 'FIRMOTECA_ANAF_COMPANY_URL',
    about: 'The tax authority’s company service, instead of the real one.',
  },
  freshSeconds: DAY_S,
  paceMs: 1_000,
  batchMax: 100,
  userAgent: OURS,
  limits: liveLimits(4 * MB),
} as const satisfies Source;

export const anafBalance = {
  name: 'anaf',
  upstreams: { bilant: { en: 'Tax office, balance sheets', ro: 'ANAF, bilanțuri' } },
  covers: { balances: { en: 'balance-sheet service, ANAF', ro: 'serviciul de bilanțuri, ANAF' } },
  title: 'Balance sheets, web service',
  publisher: 'ANAF',
  licence: 'Public information, free web service',
  schedule: 'Live; a year appears from the middle of the following one',
  address: 'https://webservicesp.anaf.ro/bilant',
  setting: {
    name: 'FIRMOTECA_ANAF_BALANCE_URL',
    about: 'The tax authority’s balance-sheet service, instead of the real one.',
  },
  freshSeconds: 7 * DAY_S,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: liveLimits(1 * MB),
} as const satisfies Source;

export const balanceFiles = {
  name: 'anaf',
  parts: {
    finances: {
      title: { en: 'Balance sheets', ro: 'Bilanțuri' },
      phrase: { en: 'balance sheets', ro: 'situațiile financiare' },
      cited: {
        en: 'published balance sheets, Ministry of Finance',
        ro: 'situațiile financiare publicate, Ministerul Finanțelor',
      },
      tells: { en: 'yearly accounts', ro: 'bilanțuri anuale' },
      need: 'expected',
      overdue: { period: 'year', months: 10 }, // published in the summer or autumn after the year
    },
  },
  title: 'Balance sheets, yearly files',
  publisher: 'Ministry of Finance, through data.gov.ro',
  licence: 'OGL-ROU-1.0',
  schedule: 'Yearly; later files restate earlier years',
  address: ckan.address,
  freshSeconds: null,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  limits: publicationLimits,
} as const satisfies Source;
