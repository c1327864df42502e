/** The national bank’s reference rates. */
import { type AskedSource, DAY_S, liveLimits, MB, OURS } from '#data/sources/source.ts';

export const bnr = {
  title: 'Reference exchange rates',
  publisher: 'BNR',
  licence: 'Free reuse with the source named',
  schedule: 'Bank days, about 13:00 Romanian time',
  // The bank moved its feeds in August 2026; the old host answers with its home page.
  address: 'https://curs.bnr.ro https://www.bnr.ro',
  freshSeconds: DAY_S / 2,
  paceMs: 1_000,
  batchMax: 1,
  userAgent: OURS,
  // Its hosts are asked one after the other while a caller may be waiting.
  limits: { ...liveLimits(2 * MB), totalMs: 10_000 },
} as const satisfies AskedSource;
