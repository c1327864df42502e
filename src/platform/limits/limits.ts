/** Request limits of this installation: counted in shared memory by this host, or through Redis by all hosts together. */
import type { Allowance, LimitKey, Limits } from '#api/allowance.ts';
import { storedLimits } from '#api/network-limits.ts';
import { siteText } from '#lib/values/ip.ts';
import { countersIn } from './caller-slots.ts';
import { type Policies, policies, policiesWith, SECONDS, type Span, type Window } from './policies.ts';
import type { RedisSettings } from './redis-address.ts';
import { connectRedis, type RedisConnection } from './redis-connection.ts';
import { prepareMeters, takeShared } from './redis-meters.ts';
import { days, type Meter, type MeterResult, minutes } from './windows.ts';

/** Timeout of the first connection to Redis. An absent server fails at once unless packets are dropped. */
const START_MS = 5_000;

/** `host`: this host counts alone, as configured. `shared`: all hosts count together. `alone`: Redis does not answer. */
export type LimitsState = 'host' | 'shared' | 'alone';

export interface OpenLimits extends Limits {
  state(): LimitsState;
  /** Callers counted by this host in the last minute. */
  callers(now: number): number;
  close(): void;
}

interface LimitsOptions {
  /** Shared by the serving threads of this host. */
  counters: SharedArrayBuffer;
  /** Shared counters of all hosts; null for a single host. */
  redis: RedisSettings | null;
  /** Daily limit of browser requests per address; null or absent for none. */
  browserDayMax?: number | null;
  /** Emails that the installation sends in an hour; absent for the default. */
  mailHourMax?: number;
  /** Redis became unreachable (called once per outage) or reachable. */
  onChange(state: 'shared' | 'alone', reason: string | null): void;
}

export async function openLimits(options: LimitsOptions): Promise<OpenLimits> {
  const { counters, redis: settings, onChange } = options;
  const { browserDayMax = null, mailHourMax = storedLimits.letters.total } = options;
  const policies = policiesWith({ browserDayMax, mailHourMax });
  const local = localLimits(counters, policies);
  if (settings === null) return { ...local, state: () => 'host', close: () => {} };
  const decided = Promise.withResolvers<void>();
  let reported: 'shared' | 'alone' | null = null;
  const report = (state: 'shared' | 'alone', reason: string | null): void => {
    decided.resolve();
    // A reachable Redis at the start is not reported.
    if (state !== (reported ?? 'shared')) onChange(state, reason);
    reported = state;
  };
  const redis = connectRedis(settings, {
    prepare: prepareMeters,
    onUp: () => report('shared', null),
    onDown: (error) => report('alone', error.message),
  });
  const timeout = setTimeout(decided.resolve, START_MS);
  await decided.promise;
  clearTimeout(timeout);
  return {
    take: (...request) => (redis.isUp() ? takeFrom(redis, local, policies, ...request) : local.take(...request)),
    state: () => (redis.isUp() ? 'shared' : 'alone'),
    callers: local.callers,
    close: redis.close,
  };
}

/** Falls back to the host's own counters if Redis fails. */
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
      const result = await redis.run((call) => takeShared(call, span, name, whoIn(window, counted), limit, requests));
      const allowance = allowanceOf(window, result);
      if (!result.allowed) return allowance;
      nearest = nearer(nearest, allowance);
    }
  } catch {
    // The reason was reported when the connection was lost.
    return local.take(counted, now, requests);
  }
  return nearest as Allowance;
}

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
    take(counted, now, requests = 1) {
      let nearest: Allowance | null = null;
      for (const window of table[counted.policy]) {
        const result = meters[window.span].take(window.name, whoIn(window, counted), window.limit, now, requests);
        const allowance = allowanceOf(window, result);
        if (!result.allowed) return allowance;
        nearest = nearer(nearest, allowance);
      }
      return nearest as Allowance;
    },
  };
}

/** The caller of a window: the client network or its site, for one account where a limit is of both. */
const whoIn = ({ isOfSite }: Window, { who, account }: LimitKey): string => {
  const caller = isOfSite ? siteText(who) : who;
  return account === undefined ? caller : `${caller} ${account}`;
};

/** The headers report the window with the fewest remaining requests. */
const nearer = (one: Allowance | null, other: Allowance): Allowance =>
  one !== null && one.remaining <= other.remaining ? one : other;

const allowanceOf = ({ name, limit, span }: Window, { allowed, remaining, resetMs }: MeterResult): Allowance => ({
  policy: name,
  limit,
  windowSeconds: SECONDS[span],
  remaining,
  resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  allowed,
});
