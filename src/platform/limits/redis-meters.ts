/** The counting of `windows.ts`, done by Redis for all hosts of an installation, by the clock of Redis. */
import { createHash } from 'node:crypto';
import { SECONDS, type Span } from './policies.ts';
import type { RedisCall } from './redis-connection.ts';
import { type MeterResult, TICK_MS, TICKS } from './windows.ts';

/** Two installations must not share a database of Redis: they would count each other's callers. */
const PREFIX = 'firmoteca:limit:';

const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** A hash of half seconds and the requests in each: exact at the limit, since a script runs alone. */
const MINUTE = `${NOW}
local tick = math.floor(now / ${TICK_MS})
local used, oldest, expired, counted = 0, tick, {}, {}
local counts = redis.call('HGETALL', KEYS[1])
for i = 1, #counts, 2 do
  local at = tonumber(counts[i])
  -- The clock of a new master may be behind: counts in its future would never leave the window in time.
  if at > tick or tick - at >= ${TICKS} then
    expired[#expired + 1] = counts[i]
  else
    used = used + tonumber(counts[i + 1])
    counted[#counted + 1] = { at, tonumber(counts[i + 1]) }
    if at < oldest then oldest = at end
  end
end
if #expired > 0 then redis.call('HDEL', KEYS[1], unpack(expired)) end
local limit = tonumber(ARGV[1])
local requests = tonumber(ARGV[2])
if used + requests > limit then
  local due = used + requests - limit
  table.sort(counted, function(a, b) return a[1] < b[1] end)
  for i = 1, #counted do
    if due > 0 then oldest = counted[i][1] end
    due = due - counted[i][2]
  end
  return { 0, math.max(0, limit - used), (oldest + ${TICKS}) * ${TICK_MS} - now }
end
local reset = (oldest + ${TICKS}) * ${TICK_MS} - now
redis.call('HINCRBY', KEYS[1], tick, requests)
redis.call('PEXPIRE', KEYS[1], ${TICKS * TICK_MS})
return { 1, limit - used - requests, reset }`;

const DAY = `${NOW}
local reset = 86400000 - now % 86400000
local key = KEYS[1] .. ':' .. math.floor(now / 86400000)
local used = tonumber(redis.call('GET', key) or '0')
local limit = tonumber(ARGV[1])
local requests = tonumber(ARGV[2])
if used + requests > limit then return { 0, math.max(0, limit - used), reset } end
redis.call('INCRBY', key, requests)
redis.call('PEXPIRE', key, reset)
return { 1, limit - used - requests, reset }`;

const scripts: Record<Span, string> = { minute: MINUTE, day: DAY };
const digests: Record<Span, string> = { minute: digest(MINUTE), day: digest(DAY) };

/** Loads the scripts and runs them once: fails on a server that rejects writes. */
export async function prepareMeters(call: RedisCall): Promise<void> {
  for (const span of ['minute', 'day'] as const) {
    await call('SCRIPT', 'LOAD', scripts[span]);
    await takeShared(call, span, 'probe', 'probe', Number.MAX_SAFE_INTEGER);
  }
}

/** Counts `requests` of this caller over all hosts, if the limit allows all of them. */
export async function takeShared(
  call: RedisCall,
  span: Span,
  name: string,
  who: string,
  limit: number,
  requests = 1,
): Promise<MeterResult> {
  const reply = await call('EVALSHA', digests[span], 1, `${PREFIX}${name}:${who}`, limit, requests);
  if (!isCount(reply, span, limit)) throw new Error('What answers in the place of Redis does not count.');
  const [allowed, remaining, resetMs] = reply;
  return { allowed: allowed === 1, remaining, resetMs };
}

/** Callers must not be refused because of a server that is not Redis. */
function isCount(reply: unknown, span: Span, limit: number): reply is [number, number, number] {
  if (!Array.isArray(reply) || reply.length !== 3 || !reply.every(Number.isSafeInteger)) return false;
  const [allowed, remaining, resetMs] = reply as [number, number, number];
  const isWithin = (value: number, most: number): boolean => value >= 0 && value <= most;
  return isWithin(allowed, 1) && isWithin(remaining, limit) && isWithin(resetMs, SECONDS[span] * 1000 + TICK_MS);
}

/** Redis identifies loaded scripts by this digest. */
function digest(script: string): string {
  return createHash('sha1').update(script).digest('hex');
}
