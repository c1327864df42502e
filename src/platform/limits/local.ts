/** Limits counted by this host alone: its serving threads share the counters, and nothing is written anywhere. */
import type { Allowance, LimitKey } from '#api/allowance.ts';
import { days } from './day.ts';
import { countersIn } from './memory.ts';
import { type Meter, minutes, type Taken } from './minute.ts';
import { type Policies, policies, SECONDS, type Span, type Window } from './policies.ts';

export interface LocalLimits {
  take(counted: LimitKey, now: number, requests?: number): Allowance;
  /** Callers that were counted in the last minute. */
  callers(now: number): number;
}

/** `memory` is allocated once for all threads of a host. */
export function localLimits(memory: SharedArrayBuffer, table: Policies = policies): LocalLimits {
  const counters = countersIn(memory);
  const minute = minutes(counters);
  const meters: Record<Span, Meter> = { minute, day: days(counters) };
  return {
    callers: minute.callers,
    take({ policy, who }, now, requests = 1) {
      let nearest: Allowance | null = null;
      for (const window of table[policy]) {
        const taken = meters[window.span].take(window.name, who, window.limit, now, requests);
        const allowance = allowanceOf(window, taken);
        if (!taken.allowed) return allowance;
        nearest = nearer(nearest, allowance);
      }
      return nearest as Allowance;
    },
  };
}

/** Of several windows that all had room, callers are told of the one with the least left. */
export const nearer = (one: Allowance | null, other: Allowance): Allowance =>
  one !== null && one.remaining <= other.remaining ? one : other;

export const allowanceOf = ({ name, limit, span }: Window, { allowed, remaining, resetMs }: Taken): Allowance => ({
  policy: name,
  limit,
  windowSeconds: SECONDS[span],
  remaining,
  resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  allowed,
});
