/**
 * Runs checks, a few codes at a time with pauses, so that other look-ups go first. A runner claims a check in the
 * state, so that one of all threads and hosts works on it; if that one dies, another continues.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { pollOnSignal } from '#data/store/changes/poller.ts';
import { instantOf } from '#lib/values/instant.ts';
import { type Check, type CheckState, codesOf } from './check.ts';
import {
  addRows,
  checkById,
  claimCheck,
  countFault,
  donePositions,
  endCheck,
  extendClaim,
  hasExpiredChecks,
  removeExpiredChecks,
  unclaimedCheck,
} from './checks-table.ts';
import { type AnsweredRow, isIncomplete, verdictOf } from './verdict.ts';

/** The result of a few look-ups: rows, or a required pause, or that the account lost Pro. */
export type LookupResult = { rows: readonly AnsweredRow[] } | { waitMs: number } | { notPro: true };

export type LookUp = (check: Check, cuis: readonly string[], signal: AbortSignal) => Promise<LookupResult>;

export type RunnerContext = Pick<Context, 'state' | 'report'> & {
  /** With the current rights of the check's account. */
  lookUp: LookUp;
  /** How often this thread looks for unclaimed checks, and the pause after a failure or unanswered codes. */
  lookMs?: number;
  retryMs?: number;
  changes?: ChangeState;
};

export interface Runner {
  /** The holder of checks that begin at once. */
  readonly holder: string;
  claimUntil(now: number): string;
  /** Runs a check that this runner has claimed, with the caller's own look-ups. Resolves when the check ends. */
  run(check: Check, lookUp: LookUp): Promise<void>;
  /** Looks for work now. */
  poll(): void;
  stop(): Promise<void>;
}

const POLL_MS = 5_000;
/** Poll interval with notifications: the longest delay after a runner died. */
const REST_MS = 30_000;
/** A dead runner's claim expires after this; a live one extends it several times meanwhile. */
const CLAIM_MS = 60_000;
const EXTEND_MS = 15_000;
/**
 * As many as the tax authority answers at once, which it does once a second; parsing takes two milliseconds. A thousand
 * codes are ten requests of the account.
 */
const STEP_CODES = 100;
const PAUSE_MS = 100;
/** Unanswered codes are looked up once more, at the end. */
const ROUNDS = 2;
/** Pause before a retry. */
const RETRY_MS = 5_000;
const FAULTS_MAX = 3;
const EXPIRY_MS = 600_000;

export function startRunner(context: RunnerContext): Runner {
  const {
    state,
    lookUp: defaultLookUp,
    report,
    lookMs = POLL_MS,
    retryMs = RETRY_MS,
    changes = changeState(),
  } = context;
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const claimUntil = (now: number): string => instantOf(now + CLAIM_MS);
  let polling: Promise<void> | null = null;
  let expiryCheckedAt = 0;

  async function work(check: Check, lookUp: LookUp, rounds: number): Promise<void> {
    const lost = new AbortController();
    const timer = setInterval(async () => {
      const isClaimed = await extendClaim(state, check.id, holder, claimUntil(Date.now())).catch(() => true);
      if (!isClaimed) lost.abort();
    }, EXTEND_MS).unref();
    const stop = AbortSignal.any([signal, lost.signal]);
    try {
      const end = await runRounds(check, lookUp, rounds, stop);
      // The account has used up its allowance: other checks go on meanwhile.
      if (end !== null && typeof end === 'object') await postpone(check, end.waitMs);
      else if (end) await endCheck(state, check.id, holder, { state: end, at: instantOf(Date.now()) });
    } catch (error) {
      if (!stop.aborted) await failed(check, error);
    } finally {
      clearInterval(timer);
      // Another thread continues at once.
      if (signal.aborted) await extendClaim(state, check.id, holder, '').catch(report);
    }
  }

  /** The end state, or that it continues later; null when the claim was lost. */
  async function runRounds(
    check: Check,
    lookUp: LookUp,
    rounds: number,
    stop: AbortSignal,
  ): Promise<CheckState | { waitMs: number } | null> {
    const codes = codesOf(check);
    for (let round = 1; round <= rounds; round++) {
      const done = await donePositions(state, check.id);
      const remaining = codes.flatMap((cui, position) => (done.has(position) ? [] : { cui, position }));
      if (remaining.length > 0 && round > 1) await sleep(retryMs, undefined, { signal: stop });
      for (let at = 0; at < remaining.length; at += STEP_CODES) {
        const batch = remaining.slice(at, at + STEP_CODES);
        const result = await unlessStopped(
          lookUp(
            check,
            batch.map(({ cui }) => cui),
            stop,
          ),
          stop,
        );
        if ('notPro' in result) return 'notPro';
        if ('waitMs' in result) return result;
        const checkedAt = instantOf(Date.now());
        const byCui = new Map(result.rows.map((row) => [row.cui, row]));
        const rows = batch.map(({ cui, position }) => ({
          position,
          ...verdictOf(cui, byCui.get(cui), check.day, checkedAt),
        }));
        const final = round === rounds ? rows : rows.filter((row) => !isIncomplete(row));
        if (!(await addRows(state, check.id, holder, final))) return null;
        if (at + STEP_CODES < remaining.length) await sleep(PAUSE_MS, undefined, { signal: stop });
      }
    }
    return 'done';
  }

  async function failed(check: Check, error: unknown): Promise<void> {
    report(error);
    const isFault = !(error instanceof ApiError) || error.status === 500;
    if (isFault && (await countFault(state, check.id)) >= FAULTS_MAX)
      await endCheck(state, check.id, holder, { state: 'failed', at: instantOf(Date.now()) });
    else await postpone(check, retryMs);
  }

  /** Any runner may continue then; this one polls. */
  async function postpone(check: Check, ms: number): Promise<void> {
    await extendClaim(state, check.id, holder, instantOf(Date.now() + ms));
    setTimeout(poll, ms).unref();
  }

  async function pollOnce(): Promise<void> {
    const now = Date.now();
    if (now - expiryCheckedAt > EXPIRY_MS) {
      expiryCheckedAt = now;
      if (await hasExpiredChecks(state, instantOf(now))) await removeExpiredChecks(state, instantOf(now));
    }
    for (;;) {
      const at = Date.now();
      const id = signal.aborted ? null : await unclaimedCheck(state, instantOf(at));
      if (id === null) return;
      if (!(await claimCheck(state, id, { by: holder, until: claimUntil(at), now: instantOf(at) }))) continue;
      const check = await checkById(state, id, instantOf(at));
      if (check) await work(check, defaultLookUp, ROUNDS);
    }
  }

  function poll(): void {
    if (signal.aborted) return;
    polling ??= pollOnce()
      .catch((error) => {
        if (!signal.aborted) report(error);
      })
      .finally(() => {
        polling = null;
      });
  }

  const options = { changes, signal: 'checks', everyMs: lookMs, restMs: REST_MS } as const;
  const waiting = pollOnSignal(async () => poll(), options, report);
  poll();

  return {
    holder,
    claimUntil,
    run(check, lookUp) {
      // A reader waits: codes that a source does not answer in time are reported as such.
      const run = work(check, lookUp, 1)
        .catch(report)
        .finally(() => running.delete(run));
      running.add(run);
      return run;
    },
    poll,
    async stop() {
      stopping.abort();
      await waiting.stop();
      await Promise.all([polling, ...running]);
    },
  };
}

/** Drops an answer that arrives after the stop. */
function unlessStopped<Answer>(answer: Promise<Answer>, stop: AbortSignal): Promise<Answer> {
  if (stop.aborted) answer.catch(() => {});
  stop.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const leave = (): void => stopped.reject(stop.reason);
  stop.addEventListener('abort', leave, { once: true });
  return Promise.race([answer, stopped.promise]).finally(() => stop.removeEventListener('abort', leave));
}
