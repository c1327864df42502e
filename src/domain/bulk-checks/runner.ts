/**
 * Works off checks, a few codes at a time and with a pause after each few: whoever looks something up meanwhile goes first. Who works
 * on one holds it in the state, so that of all threads and hosts one does; when that one dies, another goes on where it stopped.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#api/api-error.ts';
import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { pollOnSignal } from '#data/store/changes/poller.ts';
import type { Database } from '#data/store/database.ts';
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

/** What came of a few codes: their rows, or that it must wait, or that its account may not any more. */
export type LookupResult = { rows: readonly AnsweredRow[] } | { waitMs: number } | { notPro: true };

export type LookUp = (check: Check, cuis: readonly string[], signal: AbortSignal) => Promise<LookupResult>;

export interface RunnerContext {
  state: Database;
  /** Under the rights that the check's account has by now. */
  lookUp: LookUp;
  report(error: unknown): void;
  /** How often this thread looks for checks that nobody works on, and how long one rests after a fault or a silence. */
  lookMs?: number;
  againMs?: number;
  changes?: ChangeState;
}

export interface Runner {
  /** As the holder of checks that begin at once. */
  readonly holder: string;
  claimUntil(now: number): string;
  /** One that is held by this runner, answered by somebody who is here anyway. Ends when the check does. */
  run(check: Check, ask: LookUp): Promise<void>;
  /** There is something to do, for whoever has time. */
  poll(): void;
  stop(): Promise<void>;
}

const LOOK_MS = 5_000;
/** Whoever died is missed as much later, where checks that begin call. */
const REST_MS = 30_000;
/** Whoever died is missed after so long; holding on is told several times meanwhile. */
const HELD_MS = 60_000;
const HOLD_ON_MS = 15_000;
/** As many as the tax authority answers at once, which it does once a second; their answers are parsed in two milliseconds. A thousand codes are ten requests of the account. */
const STEP_CODES = 100;
const PAUSE_MS = 100;
/** What a source was silent about is asked once more, at the end. */
const ROUNDS = 2;
/** Whatever went wrong may be mended by then. */
const AGAIN_MS = 5_000;
const FAULTS_MAX = 3;
const OVER_MS = 600_000;

export function startRunner(needs: RunnerContext): Runner {
  const { state, lookUp: askFor, report, lookMs = LOOK_MS, againMs = AGAIN_MS, changes = changeState() } = needs;
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const heldUntil = (now: number): string => instantOf(now + HELD_MS);
  let looking: Promise<void> | null = null;
  let lookedForOver = 0;

  async function work(check: Check, ask: LookUp, rounds: number): Promise<void> {
    const lost = new AbortController();
    const timer = setInterval(async () => {
      const isHeld = await extendClaim(state, check.id, holder, heldUntil(Date.now())).catch(() => true);
      if (!isHeld) lost.abort();
    }, HOLD_ON_MS).unref();
    const stop = AbortSignal.any([signal, lost.signal]);
    try {
      const end = await through(check, ask, rounds, stop);
      // Its account has used up its allowance: others go on meanwhile.
      if (end !== null && typeof end === 'object') await waitFor(check, end.waitMs);
      else if (end) await endCheck(state, check.id, holder, { state: end, at: instantOf(Date.now()) });
    } catch (error) {
      if (!stop.aborted) await failed(check, error);
    } finally {
      clearInterval(timer);
      // Another thread goes on at once.
      if (signal.aborted) await extendClaim(state, check.id, holder, '').catch(report);
    }
  }

  /** How it ended, or that it goes on later; null when it is no longer ours. */
  async function through(
    check: Check,
    ask: LookUp,
    rounds: number,
    stop: AbortSignal,
  ): Promise<CheckState | { waitMs: number } | null> {
    const codes = codesOf(check);
    for (let round = 1; round <= rounds; round++) {
      const done = await donePositions(state, check.id);
      const open = codes.flatMap((cui, position) => (done.has(position) ? [] : { cui, position }));
      if (open.length > 0 && round > 1) await sleep(againMs, undefined, { signal: stop });
      for (let at = 0; at < open.length; at += STEP_CODES) {
        const few = open.slice(at, at + STEP_CODES);
        const result = await unlessStopped(
          ask(
            check,
            few.map(({ cui }) => cui),
            stop,
          ),
          stop,
        );
        if ('notPro' in result) return 'notPro';
        if ('waitMs' in result) return result;
        const checkedAt = instantOf(Date.now());
        const byCui = new Map(result.rows.map((row) => [row.cui, row]));
        const rows = few.map(({ cui, position }) => ({
          position,
          ...verdictOf(cui, byCui.get(cui), check.day, checkedAt),
        }));
        const final = round === rounds ? rows : rows.filter((row) => !isIncomplete(row));
        if (!(await addRows(state, check.id, holder, final))) return null;
        if (at + STEP_CODES < open.length) await sleep(PAUSE_MS, undefined, { signal: stop });
      }
    }
    return 'done';
  }

  async function failed(check: Check, error: unknown): Promise<void> {
    report(error);
    const isOurs = !(error instanceof ApiError) || error.status === 500;
    if (isOurs && (await countFault(state, check.id)) >= FAULTS_MAX)
      await endCheck(state, check.id, holder, { state: 'failed', at: instantOf(Date.now()) });
    else await waitFor(check, againMs);
  }

  /** Anybody may go on with it then; we look. */
  async function waitFor(check: Check, ms: number): Promise<void> {
    await extendClaim(state, check.id, holder, instantOf(Date.now() + ms));
    setTimeout(look, ms).unref();
  }

  async function lookOnce(): Promise<void> {
    const now = Date.now();
    if (now - lookedForOver > OVER_MS) {
      lookedForOver = now;
      if (await hasExpiredChecks(state, instantOf(now))) await removeExpiredChecks(state, instantOf(now));
    }
    for (;;) {
      const at = Date.now();
      const id = signal.aborted ? null : await unclaimedCheck(state, instantOf(at));
      if (id === null) return;
      if (!(await claimCheck(state, id, { by: holder, until: heldUntil(at), now: instantOf(at) }))) continue;
      const check = await checkById(state, id, instantOf(at));
      if (check) await work(check, askFor, ROUNDS);
    }
  }

  function look(): void {
    if (signal.aborted) return;
    looking ??= lookOnce()
      .catch((error) => {
        if (!signal.aborted) report(error);
      })
      .finally(() => {
        looking = null;
      });
  }

  const called = { changes, signal: 'checks', everyMs: lookMs, restMs: REST_MS } as const;
  const waiting = pollOnSignal(async () => look(), called, report);
  look();

  return {
    holder,
    claimUntil: heldUntil,
    run(check, ask) {
      // Its reader waits: what a source does not tell in time is told as such.
      const run = work(check, ask, 1)
        .catch(report)
        .finally(() => running.delete(run));
      running.add(run);
      return run;
    },
    poll: look,
    async stop() {
      stopping.abort();
      await waiting.stop();
      await Promise.all([looking, ...running]);
    },
  };
}

/** An answer that nobody waits for any more is dropped, whatever it is. */
function unlessStopped<Answer>(answer: Promise<Answer>, stop: AbortSignal): Promise<Answer> {
  if (stop.aborted) answer.catch(() => {});
  stop.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const leave = (): void => stopped.reject(stop.reason);
  stop.addEventListener('abort', leave, { once: true });
  return Promise.race([answer, stopped.promise]).finally(() => stop.removeEventListener('abort', leave));
}
