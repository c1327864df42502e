/** The calls of worker threads to the installation's one refresher. */
import type { MessagePort } from 'node:worker_threads';
import type { Day } from '#lib/values/date.ts';
import { connect } from '#lib/workers/calls.ts';
import type { RefreshedBalance, RefreshedCompany, RefreshResult } from './refresh-result.ts';

/** The refresher as threads that answer callers see it. */
export interface LivePort {
  /**
   * One entry per CUI, in order: as soon as all are refreshed, or after `waitMs` with `pending` for the rest. `caller`
   * is the account or client network: callers are served in turn, and before background requests (null). `day`: as on
   * that day; null or omitted: as today.
   */
  refreshFiscal(
    cuis: readonly string[],
    waitMs: number,
    caller: string | null,
    day?: Day | null,
  ): Promise<RefreshedCompany[]>;
  refreshBalances(cui: string, years: readonly number[], waitMs: number, caller: string): Promise<RefreshedBalance[]>;
  /** The bank's newest rates: stored when `found`. */
  refreshRates(waitMs: number): Promise<RefreshResult<unknown>['outcome']>;
  /** The page of press releases: stored when `found`. */
  refreshPress(waitMs: number): Promise<RefreshResult<unknown>['outcome']>;
  /** One press file, by a checked address. */
  refreshPressFile(url: string, waitMs: number, caller: string): Promise<RefreshResult<unknown>['outcome']>;
  /** Reads and stores the pictures of a press file's pages. */
  readPressPictures(url: string, waitMs: number, caller: string): Promise<RefreshResult<unknown>['outcome']>;
  /** A caller requested this company: it should be kept fresh. */
  noteRequested(cui: string): void;
}

/** For commands that read stored data without contacting sources. */
export const offline: LivePort = {
  refreshFiscal: async (cuis) => cuis.map(() => ({ outcome: 'unavailable', reason: 'stopping' })),
  refreshBalances: async (_cui, years) => years.map(() => ({ outcome: 'unavailable', reason: 'stopping' })),
  refreshRates: async () => 'unavailable',
  refreshPress: async () => 'unavailable',
  refreshPressFile: async () => 'unavailable',
  readPressPictures: async () => 'unavailable',
  noteRequested: () => {},
};

/** A busy thread notes thousands of companies a second, and the refresher needs them within a minute. */
const TOUCHED_MS = 1_000;

/** The worker's end; the refresher's is `serve<LivePort>`. */
export const connectPort = (port: MessagePort): LivePort => connect<LivePort>(port, { noteRequested: TOUCHED_MS });
