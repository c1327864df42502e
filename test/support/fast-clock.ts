/** Clocks that shorten waits and can be moved forward. */
import { type Clock, systemClock } from '#data/live/clock.ts';

const TIMES_FASTER = 100;
/** Real services and real sockets need some of the requested time. */
const TIMES_FASTER_RUNNING = 10;

export type SkippingClock = Clock & { skip(ms: number): void };

/** Stands still until it is moved forward. */
export function fastClock(start = Date.parse('2026-11-15T10:00:00Z')): SkippingClock {
  let now = start;
  return {
    now: () => now,
    sleep: (ms, signal) => systemClock.sleep(ms / TIMES_FASTER, signal),
    skip(ms) {
      now += ms;
    },
  };
}

/** Follows real time, for services that also read the system clock, even one stopped by fixed-clock.ts. */
export function runningClock(): SkippingClock {
  let ahead = 0;
  const origin = Date.now() - performance.now();
  return {
    now: () => Math.round(origin + performance.now()) + ahead,
    sleep: (ms, signal) => systemClock.sleep(ms / TIMES_FASTER_RUNNING, signal),
    skip(ms) {
      ahead += ms;
    },
  };
}
