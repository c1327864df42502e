/** A process with the limiter only: the cost of a count, and the memory of fifty thousand callers. */
import { randomUUID } from 'node:crypto';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { connectRedis } from '#platform/limits/redis-connection.ts';
import { redisAt } from '#test/support/redis-server.ts';

export interface LimiterFigures {
  microseconds: number;
  /** CPU of the Redis server; null without Redis. */
  serverMicroseconds: number | null;
  perSecond: number;
  mebibytes: number;
}

const ACCOUNTS = 2_000;
const CALLERS = 50_000;
const REQUESTS = { local: 2_000_000, redis: 100_000 };
/** Concurrent requests of a busy thread. */
const AT_A_TIME = 32;
const MEBIBYTE = 2 ** 20;

// The channel to the parent also keeps the process alive; connections to Redis do not.
process.once('disconnect', () => process.exit());

const [redisUrl = ''] = process.argv.slice(2);
const server = redisUrl === '' ? null : await infoOf(redisUrl);
const limits = await openLimits({
  counters: allocateCounters(),
  redis: redisUrl === '' ? null : redisAt(redisUrl),
  onChange: (state, reason) => {
    throw new Error(`${state}: ${reason}`);
  },
});

const bytes = async (): Promise<number> => (server ? (await server()).bytes : process.memoryUsage.rss());
const before = await bytes();
await count(CALLERS, (i) =>
  limits.take({ policy: 'address', who: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` }, Date.now()),
);
const mebibytes = ((await bytes()) - before) / MEBIBYTE;

const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID());
const take = (i: number) => limits.take({ policy: 'pro', who: accounts[i % ACCOUNTS] as string }, Date.now());
const requests = server ? REQUESTS.redis : REQUESTS.local;
await count(requests / 5, take);
const cpu = process.cpuUsage();
const serverCpu = await server?.();
const started = performance.now();
await count(requests, take);
const perSecond = requests / ((performance.now() - started) / 1000);
const { user, system } = process.cpuUsage(cpu);
const serverMicroseconds =
  server && serverCpu ? ((await server()).microseconds - serverCpu.microseconds) / requests : null;
process.send?.({
  microseconds: (user + system) / requests,
  serverMicroseconds,
  perSecond,
  mebibytes,
} satisfies LimiterFigures);

async function count(times: number, one: (i: number) => unknown): Promise<void> {
  // Without Redis the count is synchronous, and promises would dominate the measurement.
  if (!server) for (let i = 0; i < times; i++) one(i);
  let requested = server ? 0 : times;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (requested < times) await one(requested++);
    }),
  );
}

async function infoOf(url: string) {
  const up = Promise.withResolvers<void>();
  const { run: ask } = connectRedis(redisAt(url), { prepare: async () => {}, onUp: up.resolve, onDown: up.reject });
  await up.promise;
  return async () => {
    const info = `${await ask((call) => call('INFO', 'memory'))}${await ask((call) => call('INFO', 'cpu'))}`;
    const figure = (name: string): number => Number(new RegExp(`^${name}:(.+)$`, 'm').exec(info)?.[1]);
    return {
      bytes: figure('used_memory'),
      microseconds: (figure('used_cpu_user') + figure('used_cpu_sys')) * 1e6,
    };
  };
}
