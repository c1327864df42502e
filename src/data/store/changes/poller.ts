/** Looks at a store again and again: one look at a time, and trouble that lasts is told once, not with every look. */
import type { WorkSignal, ChangeState } from './change-state.ts';

export interface Poller {
  /** Looks no more, once a look under way is over. */
  stop(): Promise<void>;
}

export interface ImmediatePoller extends Poller {
  /** Looks now; again, when it was asked for while it looked. */
  pollNow(): void;
}

/** What a look gives back where it looked at nothing: whether it would have failed is not known. */
export const NOT_POLLED = Symbol('not looked');

/** `onError` hears the first failure in a row; the next look comes as if nothing had been. */
export function startPolling(
  look: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): ImmediatePoller {
  let running: Promise<void> | null = null;
  let isFailing = false;
  let isAskedFor = false;
  let isStopped = false;
  const lookNow = async (): Promise<void> => {
    try {
      if ((await look()) !== NOT_POLLED) isFailing = false;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
    }
  };
  // A slow look must neither pile up others behind it nor put an older copy over a newer one.
  const start = (): void => {
    if (isStopped) return;
    running ??= lookNow().finally(() => {
      running = null;
      if (isAskedFor) now();
    });
  };
  const now = (): void => {
    isAskedFor = running !== null;
    start();
  };
  const timer = setInterval(start, everyMs).unref();
  return {
    pollNow: now,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

export interface SignalOptions {
  changes: ChangeState;
  signal: WorkSignal;
  /** While nobody would call, we look this often; else we look this often whether we were called, which asks no store. */
  everyMs: number;
  /** For what comes due by itself, and for a call that was lost: we look now and then all the same. */
  restMs: number;
}

/** Looks when it is called, and now and then all the same. */
export function pollOnSignal(look: () => Promise<void>, called: SignalOptions, onError: (error: unknown) => void): Poller {
  const isDue = signalCheck(called);
  return startPolling(async () => (isDue() ? look() : NOT_POLLED), called.everyMs, onError);
}

/** The same for whoever goes on by himself: over when it is time to look, or when the signal fires. */
export function waitForSignal(called: SignalOptions): (signal: AbortSignal) => Promise<void> {
  const isDue = signalCheck(called);
  return async (signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      if (isDue() || signal.aborted) resolve();
    }, called.everyMs);
    await promise.finally(() => clearInterval(timer));
  };
}

/** Whether to look now. Calls so far count as answered then; one that comes while we look is due at the next time. */
function signalCheck({ changes, signal: call, restMs }: SignalOptions): () => boolean {
  let answered = changes.signalCount(call);
  // What there was to do before we began called somebody else, who may be dead: we look once at the beginning.
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const isLate = performance.now() - lookedAt >= restMs;
    if (changes.signalCount(call) === answered && changes.isListening() && !isLate) return false;
    answered = changes.signalCount(call);
    lookedAt = performance.now();
    return true;
  };
}
