/** What the background jobs of a host share. */

import type { Clock } from '#data/live/clock.ts';
import type { LeaderLease } from '#data/store/leader-table.ts';
import type { Store } from '#data/store/open.ts';

export interface JobContext {
  store: Store;
  /** Fences the writes of the job's thread: they fail as soon as another host leads. Null or absent: no other host runs the job. */
  lease?: LeaderLease | null;
  /** Default: the clock of the machine. */
  clock?: Clock;
  /** Reports an error that the job survives. */
  onError(error: unknown): void;
}

export interface Job {
  /** Resolves when the running step is over. */
  stop(): Promise<void>;
}

/** `run` returns soon after the signal aborts. */
export function startJob(run: (signal: AbortSignal) => Promise<void>): Job {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
