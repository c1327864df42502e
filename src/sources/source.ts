/** What each source is, as data: publisher, licence, schedule, freshness, pace and limits. Addresses: addresses.ts. */
import type { Limits } from './exchange.ts';

export interface Source {
  title: string;
  publisher: string;
  licence: string;
  /** When new data comes out, in words. */
  schedule: string;
  /** How long what it told us counts as fresh; null for publications, which count until the next one. */
  freshSeconds: number | null;
  /** At most one request in this time, for the whole installation. */
  paceMs: number;
  /** Most records asked for in one request. */
  batchMax: number;
  userAgent: string;
  limits: Limits;
}

const OURS = 'firmoteca/0.1 (reader of public data)';

/** The balance service answers an empty list to everything that does not look like a browser. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const DAY_S = 86_400;
const MB = 1_000_000;

/** Live services are asked in turn by one pacer for the whole installation: trying again is its decision, never the client's. */
const live = (sizeBytesMax: number): Limits => ({
  connectMs: 5_000,
  idleMs: 20_000,
  totalMs: 20_000,
  sizeBytesMax,
  retries: 0,
});

/** The bank's hosts are asked one after the other while a caller may be waiting. */
const feed: Limits = { ...live(2 * MB), totalMs: 10_000 };

/** Publications are fetched by jobs that nobody waits for. */
const publication: Limits = { connectMs: 10_000, idleMs: 30_000, totalMs: 60_000, sizeBytesMax: 20 * MB, retries: 3 };

export const sources = {
  anafCompany: {
    title: 'Taxpayer and VAT register, web service v9',
    publisher: 'ANAF',
    licence: 'Public information, free web service',
    schedule: 'Live; the day asked for is evaluated in Romanian time',
    freshSeconds: DAY_S,
    paceMs: 1_000,
    batchMax: 100,
    userAgent: OURS,
    limits: live(4 * MB),
  },
  anafBalance: {
    title: 'Balance sheets, web service',
    publisher: 'ANAF',
    licence: 'Public information, free web service',
    schedule: 'Live; a year appears from the middle of the following one',
    freshSeconds: 7 * DAY_S,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: BROWSER,
    limits: live(1 * MB),
  },
  balanceFiles: {
    title: 'Balance sheets, yearly files',
    publisher: 'Ministry of Finance, through data.gov.ro',
    licence: 'OGL-ROU-1.0',
    schedule: 'Yearly; later files restate earlier years',
    freshSeconds: null,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: OURS,
    limits: publication,
  },
  onrc: {
    title: 'Trade registry, open data',
    publisher: 'ONRC, through data.gov.ro',
    licence: 'CC BY 4.0',
    schedule: 'Monthly to quarterly, a whole snapshot each time',
    freshSeconds: null,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: OURS,
    limits: publication,
  },
  bnr: {
    title: 'Reference exchange rates',
    publisher: 'BNR',
    licence: 'Free reuse with the source named',
    schedule: 'Bank days, about 13:00 Romanian time',
    freshSeconds: DAY_S / 2,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: OURS,
    limits: feed,
  },
  press: {
    title: 'Press releases, page of links',
    publisher: 'ANAF',
    licence: 'Public information',
    schedule: 'Whenever there is something to say, several a week',
    freshSeconds: DAY_S / 48,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: BROWSER,
    limits: { ...live(5 * MB), totalMs: 30_000 },
  },
  pressFiles: {
    title: 'Press releases, static files',
    publisher: 'ANAF',
    licence: 'Public information',
    schedule: 'With the releases; a file never changes under its name',
    freshSeconds: DAY_S,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: BROWSER,
    limits: { ...live(20 * MB), totalMs: 30_000 },
  },
  treasury: {
    title: 'Treasury accounts for taxes',
    publisher: 'ANAF',
    licence: 'Public information',
    schedule: 'When accounts change, about once a year',
    freshSeconds: DAY_S * 365,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: BROWSER,
    limits: { ...live(20 * MB), totalMs: 60_000 },
  },
  procurementExports: {
    title: 'Public procurement, quarterly exports',
    publisher: 'ANAP, through data.gov.ro',
    licence: 'OGL-ROU-1.0',
    schedule: 'Quarterly, about one quarter late',
    freshSeconds: null,
    paceMs: 1_000,
    batchMax: 1,
    userAgent: OURS,
    limits: publication,
  },
  procurementLists: {
    title: 'Public procurement, lists of the system (SICAP)',
    publisher: 'ADR',
    licence: 'Public information',
    schedule: 'Live; a day is whole when it is over in Romanian time',
    freshSeconds: DAY_S / 4,
    // Its limits are unpublished; those who ask every two or three seconds are not blocked.
    paceMs: 3_000,
    batchMax: 1,
    userAgent: OURS,
    limits: { ...live(20 * MB), idleMs: 60_000, totalMs: 90_000 },
  },
} as const satisfies Record<string, Source>;
