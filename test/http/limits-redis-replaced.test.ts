/** Redis is replaced by another server in the middle of a session: hosts count alone until Redis is back, and report it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClient } from '@redis/client';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { type OpenLimits, openLimits } from '#platform/limits/limits.ts';
import { connectRedis } from '#platform/limits/redis-connection.ts';
import { prepareMeters, takeShared } from '#platform/limits/redis-meters.ts';
import { type ChangingServer, startChanging } from '#test/support/changing-server.ts';
import { type RedisServer, redisAt, redisPath, startRedis } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { until } from '#test/support/until.ts';

const skip = redisPath() === null && notRun('a Redis that changes', 'apt-get install -y redis-server');

/** Invalid answers to a count: empty, too few or too many values, no numbers, impossible numbers, an error, another protocol. */
const ANSWERS = [
  ...['+OK\r\n', '$-1\r\n', ':1\r\n', '*0\r\n', '*2\r\n:1\r\n:1\r\n', '*4\r\n:1\r\n:1\r\n:1\r\n:1\r\n'],
  ...['*3\r\n$1\r\n1\r\n$1\r\n1\r\n$1\r\n1\r\n', '*3\r\n:7\r\n:1\r\n:1000\r\n', '*3\r\n:1\r\n:-1\r\n:1000\r\n'],
  ...['*3\r\n:0\r\n:0\r\n:-1\r\n', '*3\r\n:0\r\n:0\r\n:99999999999\r\n'],
  ...['-ERR unknown command\r\n', '-WRONGTYPE Operation against a key holding the wrong kind of value\r\n'],
  ...['HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', '+OK\r\n+OK\r\n'],
];

/** Passes the check at connect time, but claims 301 remaining of a limit of 300. */
const PLAUSIBLE = '*3\r\n:1\r\n:301\r\n:1000\r\n';

/** The longest pause between two reconnects. */
const LONGEST_REST_MS = 2_000;

describe('a Redis that is replaced', { skip }, () => {
  let redis: RedisServer;
  const servers: ChangingServer[] = [];
  const opened: OpenLimits[] = [];
  const changing = async (): Promise<ChangingServer> => {
    const server = await startChanging(redis.url);
    servers.push(server);
    return server;
  };
  const open = async (url: string): Promise<OpenLimits & { changes: string[] }> => {
    const changes: string[] = [];
    const counters = allocateCounters(64, 64);
    const limits = await openLimits({ counters, redis: redisAt(url), onChange: (state) => changes.push(state) });
    opened.push(limits);
    // On a busy machine the first connection may time out.
    await until('the limits are shared', async () => limits.state() === 'shared');
    changes.length = 0;
    return { ...limits, changes };
  };
  before(async () => {
    redis = await startRedis();
    // Loading the Redis client in a new thread takes longer than a connection timeout on a busy machine.
    await open(redis.url);
  });
  after(async () => {
    for (const limits of opened) limits.close();
    for (const server of servers) server.stop();
    await redis.stop();
  });

  describe('an invalid answer in the middle of a session', { concurrency: ANSWERS.length }, () => {
    for (const output of ANSWERS)
      test(JSON.stringify(output), async () => {
        const server = await changing();
        const limits = await open(server.url);
        const take = (who = output) => limits.take({ policy: 'payer', who }, Date.now());
        assert.deepEqual([limits.state(), (await take()).remaining], ['shared', 299]);
        server.answer(output);
        // All pending requests are counted by the host itself, whose counters start at zero.
        const requested = await Promise.all(Array.from({ length: 5 }, () => take()));
        assert.deepEqual(
          requested.map(({ allowed, remaining }) => [allowed, remaining]),
          [299, 298, 297, 296, 295].map((remaining) => [true, remaining]),
        );
        assert.deepEqual([limits.state(), limits.changes], ['alone', ['alone']]);
        const before = server.opened();
        await until('the host reconnects twice more', async () => server.opened() >= before + 3);
        // The server is still invalid: no further report, and no request is refused.
        assert.equal((await take()).remaining, 294);
        assert.deepEqual([limits.state(), limits.changes], ['alone', ['alone']]);

        server.beRedis();
        await until('the limits are shared again', async () => limits.state() === 'shared');
        assert.deepEqual([(await take()).remaining, limits.changes], [298, ['alone', 'shared']]);
      });
  });

  test('a server that passes the check but counts wrongly is retried at growing intervals', async (t) => {
    const server = await changing();
    server.answerTo('EVALSHA', PLAUSIBLE);
    // The clock is fixed: on a busy machine sessions would last longer.
    // Whole milliseconds add up without rounding errors.
    let now = Math.ceil(performance.now());
    t.mock.method(performance, 'now', () => now);
    const timers = t.mock.method(globalThis, 'setTimeout').mock;
    const rests = (): unknown[] =>
      timers.calls.map(({ arguments: [, ms] }) => Number(ms)).filter((ms) => ms <= LONGEST_REST_MS);
    const enough = Promise.withResolvers<void>();
    let sessions = 0;
    const connection = connectRedis(redisAt(server.url), {
      prepare: prepareMeters,
      onUp() {
        if (++sessions === 6) return enough.resolve();
        // The fifth session was healthy for a while.
        if (sessions === 5) now += LONGEST_REST_MS;
        connection.run((call) => takeShared(call, 'minute', 'payer', 'someone', 300)).catch(() => {});
      },
      onDown: ({ message }) => assert.match(message, /does not count/),
    });
    t.after(connection.close);
    await enough.promise;
    assert.deepEqual(rests(), [100, 200, 400, 800, 100]);
  });

  test('a request after a lost session fails without ending the next session', async (t) => {
    const server = await changing();
    const lost: string[] = [];
    const again = Promise.withResolvers<void>();
    const ask = () => connection.run((call) => takeShared(call, 'minute', 'payer', 'someone', 300));
    const connection = connectRedis(redisAt(server.url), {
      prepare: prepareMeters,
      onUp: again.resolve,
      onDown: ({ message }) => lost.push(message),
    });
    t.after(connection.close);
    await again.promise;
    server.answer('+OK\r\n');
    await assert.rejects(ask(), /does not count/);
    for (let i = 0; i < 3; i++) await assert.rejects(ask(), /not connected/);
    assert.equal(lost.length, 1);
  });

  test('a key of another type in place of a counter makes the host count alone until it is removed', async (t) => {
    const client = await createClient({ url: redis.url }).connect();
    t.after(() => client.destroy());
    const limits = await open(redis.url);
    await client.set('firmoteca:limit:payer:crowded out', 'mine');
    const { allowed, remaining } = await limits.take({ policy: 'payer', who: 'crowded out' }, Date.now());
    assert.deepEqual([allowed, remaining, limits.state(), limits.changes], [true, 299, 'alone', ['alone']]);
    await client.del('firmoteca:limit:payer:crowded out');
    await until('the limits are shared again', async () => limits.state() === 'shared');
  });
});
