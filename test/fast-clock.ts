/** A clock that stands still until it is put forward, and on which waiting takes a hundredth of its time. */
import { type Clock, systemClock } from '#live/clock.ts';

const TIMES_FASTER = 100;

export function fastClock(start = Date.parse('2026-11-15T10:00:00Z')): Clock & { skip(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    sleep: (ms, signal) => systemClock.sleep(ms / TIMES_FASTER, signal),
    skip(ms) {
      now += ms;
    },
  };
}
