/** The national bank’s reference rates. */
import { DAY_S, liveLimits, MB, OURS, type Source } from '#data/sources/source.ts';

export const bnr = {
  name: 'bnr',
  label: { en: 'National bank (BNR)', ro: 'BNR' },
  parts: {
    rates: {
      title: { en: 'Exchange rates', ro: 'Cursuri valutare' },
      phrase: { en: 'exchange rates', ro: 'cursurile valutare' },
      cited: { en: 'exchange rates, BNR', ro: 'cursurile de schimb, BNR' },
      tells: { en: 'euro rate', ro: 'curs euro' },
      isLiveToo: true,
      need: 'expected',
      overdue: { days: 60 }, // the load only has to reach back to the oldest live rates
    },
  },
  title: 'Reference exchange rates',
  publisher: 'BNR',
  licence: 'Free reuse with the source named',
  schedule: 'Bank days, about 13:00 Romanian time',
  // The bank moved its feeds in August 2026; the old host answers with its home page.
  address: ['https://curs.bnr.ro', 'https://www.bnr.ro'],
  setting: { name: 'FIRMOTECA_BNR_URL', about: 'The national bank’s rate files, instead of the real ones.' },
  freshSeconds: DAY_S / 2,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  // Its hosts are queried one after the other while a caller may be waiting.
  limits: { ...liveLimits(2 * MB), totalMs: 10_000 },
} as const satisfies Source;
