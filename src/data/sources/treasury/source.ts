/** The tax authority’s lists of treasury accounts for taxes. */
import { BROWSER, DAY_S, liveLimits, MB, type Source } from '#data/sources/source.ts';

export const treasury = {
  name: 'treasury',
  label: { en: 'Treasury', ro: 'Trezorerie' },
  covers: { treasury: { en: 'treasury accounts, ANAF', ro: 'conturile de trezorerie, ANAF' } },
  title: 'Treasury accounts for taxes',
  publisher: 'ANAF',
  licence: 'Public information',
  schedule: 'When accounts change, about once a year',
  // The index of treasury accounts.
  address: 'https://static.anaf.ro/static/10/Anaf/AsistentaContribuabili_r/Iban2014.htm',
  setting: {
    name: 'FIRMOTECA_TREASURY_URL',
    about: 'The tax authority’s index of treasury accounts, instead of the real one.',
  },
  freshSeconds: DAY_S * 365,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: { ...liveLimits(20 * MB), totalMs: 60_000 },
} as const satisfies Source;
