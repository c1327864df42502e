/** A circuit breaker: a source that keeps failing is left alone for a growing pause, then tried with one request. */

/** One failure is an accident, five in a row are an outage. */
const FAILURES_TO_OPEN = 5;
const PAUSE_MS_FIRST = 5_000;
/** An outage may last days; recovery should be noticed within minutes. */
const PAUSE_MS_MAX = 300_000;
/** A shorter rest that the source asked for is waited for; a first look-up has ten seconds. */
const REST_MS_WAITED_FOR = 5_000;

export type BreakerState = 'closed' | 'open' | 'halfOpen';

export interface Breaker {
  state(): BreakerState;
  /** Whether to ask now: `wait` while the one trial request is under way. Saying `go` while open starts the trial. */
  permission(): 'go' | 'wait' | 'no';
  succeeded(): void;
  /** `restMs`: how long the source asked to be left alone. */
  failed(restMs: number): void;
  /** The trial was not sent after all; the next one may be. */
  abandoned(): void;
}

export function createBreaker(now: () => number): Breaker {
  let state: BreakerState = 'closed';
  let failures = 0;
  let pauseMs = PAUSE_MS_FIRST;
  let trialAt = 0;
  return {
    state: () => state,
    permission() {
      if (state === 'closed') return 'go';
      if (state === 'halfOpen') return 'wait';
      if (now() < trialAt) return 'no';
      state = 'halfOpen';
      return 'go';
    },
    succeeded() {
      state = 'closed';
      failures = 0;
      pauseMs = PAUSE_MS_FIRST;
    },
    failed(restMs) {
      failures += 1;
      if (state === 'closed' && failures < FAILURES_TO_OPEN && restMs <= REST_MS_WAITED_FOR) return;
      if (state === 'halfOpen') pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
      state = 'open';
      trialAt = now() + Math.max(pauseMs, Math.min(restMs, PAUSE_MS_MAX));
    },
    abandoned() {
      if (state === 'halfOpen') state = 'open';
    },
  };
}
