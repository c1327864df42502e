/** Retries of requests to a source, and their delays. */
import { setTimeout as wait } from 'node:timers/promises';
import { Failure, type Limits, type Request } from '#lib/safe-fetch/exchange.ts';
import type { Answer, Unavailable } from '#lib/safe-fetch/outcome.ts';

/** Time and randomness, injected for tests. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
  /** Between 0 and 1. */
  random(): number;
}

export const realClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}),
  random: Math.random,
};

const FIRST_DELAY_MS = 500;
const DELAY_MS_MAX = 30_000;

/** A longer pause than this is left to the schedule of the job. */
const RETRY_AFTER_MS_MAX = 60_000;

/** Repeats until the result is final or the retries are used up; the last result counts. */
export async function withRetries<Result extends object>(
  { signal }: Request,
  { retries }: Limits,
  clock: Clock,
  attempt: (number: number) => Promise<Result>,
): Promise<Result | Unavailable> {
  for (let number = 1; ; number++) {
    const result = await attempt(number).catch(outcomeOf);
    const delayMs = number > retries ? null : retryDelayMs(result, number, clock.random());
    if (delayMs === null) return result;
    await clock.sleep(delayMs, signal);
  }
}

function outcomeOf(error: unknown): Unavailable {
  if (error instanceof Failure) return error.outcome;
  throw error;
}

/** Exponential backoff with jitter. Null: no retry. */
function retryDelayMs(result: object, attempt: number, random: number): number | null {
  if (!isTransient(result) || (result.retryAfterMs ?? 0) > RETRY_AFTER_MS_MAX) return null;
  const backoffMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), DELAY_MS_MAX) * (0.5 + random);
  return Math.round(Math.max(backoffMs, result.retryAfterMs ?? 0));
}

const TRANSIENT = new Set<unknown>(['timeout', 'network', 'http-5xx', 'rate-limited']);

/** Transient errors: the network, timeouts, 429 and 5xx. A rejection or a broken body would repeat. */
const isTransient = (result: object): result is Answer | Unavailable =>
  'reason' in result
    ? TRANSIENT.has(result.reason)
    : 'status' in result && (result.status === 429 || Number(result.status) >= 500);

/** `Retry-After` in seconds or as a date; null when it is absent or neither. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^[0-9]{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
