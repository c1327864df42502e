/**
 * What a source is, as data. Each one declares itself in the `source.ts` of its folder, and `sources.ts` lists them all.
 */
import type { Limits } from '#lib/safe-fetch/exchange.ts';

/** A source that an operator brings as a file. */
export interface Source {
  title: string;
  publisher: string;
  licence: string;
  /** When new data comes out, in words. */
  schedule: string;
}

/** A source that we ask ourselves. */
export interface AskedSource extends Source {
  /** Where it is unless configuration says otherwise (addresses.ts). Several addresses, divided by blanks, are tried in order. */
  address: string;
  /** How long what it told us counts as fresh; null for publications, which count until the next one. */
  freshSeconds: number | null;
  /** At most one request in this time, for the whole installation. */
  paceMs: number;
  /** Most records asked for in one request. */
  batchMax: number;
  userAgent: string;
  limits: Limits;
}

export const OURS = 'firmoteca/0.1 (reader of public data)';

/** Some services answer with nothing, or not at all, to everything that does not look like a browser. */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const DAY_S = 86_400;
export const MB = 1_000_000;

/** Live services are asked in turn by one pacer for the whole installation: trying again is its decision, never the client's. */
export const liveLimits = (sizeBytesMax: number): Limits => ({
  connectMs: 5_000,
  idleMs: 20_000,
  totalMs: 20_000,
  sizeBytesMax,
  retries: 0,
});

/** Publications are fetched by jobs; no caller waits for them. */
export const publicationLimits: Limits = {
  connectMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
  sizeBytesMax: 20 * MB,
  retries: 3,
};
