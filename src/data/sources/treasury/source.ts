/** The tax authority’s lists of treasury accounts for taxes. */
import { type AskedSource, BROWSER, DAY_S, liveLimits, MB } from '#data/sources/source.ts';

export const treasury = {
  title: 'Treasury accounts for taxes',
  publisher: 'ANAF',
  licence: 'Public information',
  schedule: 'When accounts change, about once a year',
  // The index of treasury accounts.
  address: 'https://static.anaf.ro/static/10/Anaf/AsistentaContribuabili_r/Iban2014.htm',
  freshSeconds: DAY_S * 365,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: BROWSER,
  limits: { ...liveLimits(20 * MB), totalMs: 60_000 },
} as const satisfies AskedSource;
