/** A circuit breaker: a failing source gets no requests for a growing pause, then a single trial request. */

/** One failure is an accident, five in a row are an outage. */
const FAILURES_TO_OPEN = 5;
const PAUSE_MS_FIRST = 5_000;
/** An outage may last days; recovery should be noticed within minutes. */
const PAUSE_MS_MAX = 300_000;
/** The queue waits through shorter pauses that the source requests; a first look-up may take ten seconds. */
const REST_MS_WAITED_FOR = 5_000;

export type BreakerState = 'closed' | 'open' | 'halfOpen';

export interface Breaker {
  state(): BreakerState;
  /** Whether to send a request now: `wait` during a trial request. Returning `go` while open starts the trial. */
  permission(): 'go' | 'wait' | 'no';
  succeeded(): void;
  /** `restMs`: the pause that the source requested. */
  failed(restMs: number): void;
  /** The trial was not sent; the next request may be one. */
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
      // A trial further ahead was planned before the clock was set back.
      if (now() < trialAt && trialAt - now() <= PAUSE_MS_MAX) return 'no';
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
