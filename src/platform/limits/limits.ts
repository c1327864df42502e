/** The limits of this installation: counted by this host, or through Redis by all its hosts together. */
import type { Allowance, LimitKey, Limits } from '#api/allowance.ts';
import { countersIn } from './caller-slots.ts';
import { type Policies, policies, policiesWith, SECONDS, type Span, type Window } from './policies.ts';
import type { RedisSettings } from './redis-address.ts';
import { connectRedis, type RedisConnection } from './redis-connection.ts';
import { prepareMeters, takeShared } from './redis-meters.ts';
import { days, type Meter, minutes, type Taken } from './windows.ts';

/** How long a start waits for Redis before it goes on without; one that is not there says so at once, unless packets to it are swallowed. */
const START_MS = 5_000;

/** `host`: one host counts for itself, as it should. `shared`: all hosts count together. `alone`: they should, but Redis does not answer. */
export type LimitsState = 'host' | 'shared' | 'alone';

export interface OpenLimits extends Limits {
  state(): LimitsState;
  /** Callers that this host counted in the last minute. */
  callers(now: number): number;
  close(): void;
}

export interface LimitsNeeds {
  /** Shared by the serving threads of this host. */
  counters: SharedArrayBuffer;
  /** Where all hosts count together; null: this one counts alone. */
  redis: RedisSettings | null;
  /** Requests of browsers a day, by address; null, or left out, for no such limit. */
  browserDayMax?: number | null;
  /** Redis went away (once for each time), or came back. */
  onChange(state: 'shared' | 'alone', reason: string | null): void;
}

export async function openLimits(needs: LimitsNeeds): Promise<OpenLimits> {
  const { counters, redis: settings, browserDayMax = null, onChange } = needs;
  const policies = policiesWith(browserDayMax);
  const local = localLimits(counters, policies);
  if (settings === null) return { ...local, state: () => 'host', close: () => {} };
  const decided = Promise.withResolvers<void>();
  let told: 'shared' | 'alone' | null = null;
  const tell = (state: 'shared' | 'alone', reason: string | null): void => {
    decided.resolve();
    // That it is there at the start is no news.
    if (state !== (told ?? 'shared')) onChange(state, reason);
    told = state;
  };
  const redis = connectRedis(settings, {
    prepare: prepareMeters,
    onUp: () => tell('shared', null),
    onDown: (error) => tell('alone', error.message),
  });
  const late = setTimeout(decided.resolve, START_MS);
  await decided.promise;
  clearTimeout(late);
  return {
    take: (...asked) => (redis.isUp() ? takeFrom(redis, local, policies, ...asked) : local.take(...asked)),
    state: () => (redis.isUp() ? 'shared' : 'alone'),
    callers: local.callers,
    close: redis.close,
  };
}

/** Callers never wait for a Redis that is gone: the host's own counters decide. */
async function takeFrom(
  redis: RedisConnection,
  local: LocalLimits,
  policies: Policies,
  ...[counted, now, requests = 1]: Parameters<Limits['take']>
): Promise<Allowance> {
  let nearest: Allowance | null = null;
  try {
    for (const window of policies[counted.policy]) {
      const { span, name, limit } = window;
      const taken = await redis.ask((call) => takeShared(call, span, name, counted.who, limit, requests));
      const allowance = allowanceOf(window, taken);
      if (!taken.allowed) return allowance;
      nearest = nearer(nearest, allowance);
    }
  } catch {
    // Why was told when the connection was lost.
    return local.take(counted, now, requests);
  }
  return nearest as Allowance;
}

// §§ local.ts: Limits counted by this host alone: its serving threads share the counters, and nothing is written anywhere.

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
const nearer = (one: Allowance | null, other: Allowance): Allowance =>
  one !== null && one.remaining <= other.remaining ? one : other;

const allowanceOf = ({ name, limit, span }: Window, { allowed, remaining, resetMs }: Taken): Allowance => ({
  policy: name,
  limit,
  windowSeconds: SECONDS[span],
  remaining,
  resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  allowed,
});
