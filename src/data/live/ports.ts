/** One refresher serves all worker threads: what they may ask it. */
import type { MessagePort } from 'node:worker_threads';
import type { Day } from '#lib/values/date.ts';
import { connect } from '#lib/workers/calls.ts';
import type { RefreshedBalance, RefreshedCompany, RefreshResult } from './refreshed.ts';

/** What a thread that answers callers needs of the refresher. */
export interface LivePort {
  /**
   * One entry per CUI, in order: as soon as all are known, or after `waitMs` with `pending` for the rest. `asker` is the account or
   * household for whom it is asked: they are served in turn, and before what is asked for nobody who waits (null). `day`: as they stood on it; null or left out, as they stand now.
   */
  refreshFiscal(
    cuis: readonly string[],
    waitMs: number,
    asker: string | null,
    day?: Day | null,
  ): Promise<RefreshedCompany[]>;
  refreshBalances(cui: string, years: readonly number[], waitMs: number, asker: string): Promise<RefreshedBalance[]>;
  /** The bank's newest rates: stored when it is `found`. */
  refreshRates(waitMs: number): Promise<RefreshResult<unknown>['outcome']>;
  /** The page of press releases: stored when it is `found`. */
  refreshPress(waitMs: number): Promise<RefreshResult<unknown>['outcome']>;
  /** One press file, by an address that was checked. */
  refreshPressFile(url: string, waitMs: number, asker: string): Promise<RefreshResult<unknown>['outcome']>;
  /** The pictures of a press file's pages: read and stored when it is `found`. */
  readPressPictures(url: string, waitMs: number, asker: string): Promise<RefreshResult<unknown>['outcome']>;
  /** A caller asked for this company: it is worth keeping fresh. */
  noteRequested(cui: string): void;
}

/** For commands that look at the data without asking any source. */
export const offline: LivePort = {
  refreshFiscal: async (cuis) => cuis.map(() => ({ outcome: 'unavailable', reason: 'stopping' })),
  refreshBalances: async (_cui, years) => years.map(() => ({ outcome: 'unavailable', reason: 'stopping' })),
  refreshRates: async () => 'unavailable',
  refreshPress: async () => 'unavailable',
  refreshPressFile: async () => 'unavailable',
  readPressPictures: async () => 'unavailable',
  noteRequested: () => {},
};

/** A busy thread touches thousands of companies a second, and the refresher needs to know within a minute. */
const TOUCHED_MS = 1_000;

/** The worker's end; the refresher's is `serve<LivePort>`. */
export const connectPort = (port: MessagePort): LivePort => connect<LivePort>(port, { noteRequested: TOUCHED_MS });
