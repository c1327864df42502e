/** Repeats a poll: one at a time, and only the first failure of a series is reported. */
import type { ChangeState, WorkSignal } from './change-state.ts';

export interface Poller {
  /** Resolves when a poll under way has ended. */
  stop(): Promise<void>;
}

export interface ImmediatePoller extends Poller {
  /** Polls now; during a poll, once more after it. */
  pollNow(): void;
}

/** Returned by a poll that skipped the query: it neither confirms nor ends a failure. */
export const NOT_POLLED = Symbol('not looked');

/** `onError` receives the first failure of a series. */
export function startPolling(
  poll: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): ImmediatePoller {
  let running: Promise<void> | null = null;
  let isFailing = false;
  let isRequested = false;
  let isStopped = false;
  const runPoll = async (): Promise<void> => {
    try {
      if ((await poll()) !== NOT_POLLED) isFailing = false;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
    }
  };
  // A slow poll must neither queue others nor replace a newer copy by an older one.
  const start = (): void => {
    if (isStopped) return;
    running ??= runPoll().finally(() => {
      running = null;
      if (isRequested) now();
    });
  };
  const now = (): void => {
    isRequested = running !== null;
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
  /** How often to poll without notifications; with them, how often to check for one, which queries no store. */
  everyMs: number;
  /** Polls at least this often: for work that becomes due by time, and for lost notifications. */
  restMs: number;
}

/** Polls after a notification, and at least every `restMs`. */
export function pollOnSignal(
  poll: () => Promise<void>,
  options: SignalOptions,
  onError: (error: unknown) => void,
): Poller {
  const isDue = signalCheck(options);
  return startPolling(async () => (isDue() ? poll() : NOT_POLLED), options.everyMs, onError);
}

/** For callers with a loop of their own: resolves when it is time to poll or the signal fires. */
export function waitForSignal(options: SignalOptions): (signal: AbortSignal) => Promise<void> {
  const isDue = signalCheck(options);
  return async (signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      if (isDue() || signal.aborted) resolve();
    }, options.everyMs);
    await promise.finally(() => clearInterval(timer));
  };
}

/** Whether to poll now. Notifications so far count as handled; one during the poll triggers the next. */
function signalCheck({ changes, signal: kind, restMs }: SignalOptions): () => boolean {
  let handled = changes.signalCount(kind);
  // The first poll is always due: earlier notifications went to another process, which may be dead.
  let polledAt = Number.NEGATIVE_INFINITY;
  return () => {
    const isLate = performance.now() - polledAt >= restMs;
    if (changes.signalCount(kind) === handled && changes.isListening() && !isLate) return false;
    handled = changes.signalCount(kind);
    polledAt = performance.now();
    return true;
  };
}
