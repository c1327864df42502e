/** A Redis that turns into something else in the middle of a session: hosts count alone until it counts again, and say so. */
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

/** What is no count: nothing, too little, too much, no numbers, none that can be, an error, another protocol. */
const ANSWERS = [
  ...['+OK\r\n', '$-1\r\n', ':1\r\n', '*0\r\n', '*2\r\n:1\r\n:1\r\n', '*4\r\n:1\r\n:1\r\n:1\r\n:1\r\n'],
  ...['*3\r\n$1\r\n1\r\n$1\r\n1\r\n$1\r\n1\r\n', '*3\r\n:7\r\n:1\r\n:1000\r\n', '*3\r\n:1\r\n:-1\r\n:1000\r\n'],
  ...['*3\r\n:0\r\n:0\r\n:-1\r\n', '*3\r\n:0\r\n:0\r\n:99999999999\r\n'],
  ...['-ERR unknown command\r\n', '-WRONGTYPE Operation against a key holding the wrong kind of value\r\n'],
  ...['HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', '+OK\r\n+OK\r\n'],
];

/** Whoever tries this out finds nothing wrong; of the 300 requests that somebody has it leaves 301. */
const PLAUSIBLE = '*3\r\n:1\r\n:301\r\n:1000\r\n';

/** Between two tries. */
const LONGEST_REST_MS = 2_000;

describe('a Redis that turns into something else', { skip }, () => {
  let redis: RedisServer;
  const servers: ChangingServer[] = [];
  const opened: OpenLimits[] = [];
  const changing = async (): Promise<ChangingServer> => {
    const server = await startChanging(redis.url);
    servers.push(server);
    return server;
  };
  const open = async (url: string): Promise<OpenLimits & { told: string[] }> => {
    const result: string[] = [];
    const counters = allocateCounters(64, 64);
    const limits = await openLimits({ counters, redis: redisAt(url), onChange: (state) => result.push(state) });
    opened.push(limits);
    // A busy machine may have gone on without it at first.
    await until('it counts for all hosts', async () => limits.state() === 'shared');
    result.length = 0;
    return { ...limits, told: result };
  };
  before(async () => {
    redis = await startRedis();
    // The first client of a thread takes its time to be read: more than a connection may take on a busy machine.
    await open(redis.url);
  });
  after(async () => {
    for (const limits of opened) limits.close();
    for (const server of servers) server.stop();
    await redis.stop();
  });

  describe('it says something else in the middle of a session', { concurrency: ANSWERS.length }, () => {
    for (const output of ANSWERS)
      test(JSON.stringify(output), async () => {
        const server = await changing();
        const limits = await open(server.url);
        const take = (who = output) => limits.take({ policy: 'payer', who }, Date.now());
        assert.deepEqual([limits.state(), (await take()).remaining], ['shared', 299]);
        server.answer(output);
        // Everybody who asked is let in by what the host itself has counted, which was nobody yet.
        const requested = await Promise.all(Array.from({ length: 5 }, () => take()));
        assert.deepEqual(
          requested.map(({ allowed, remaining }) => [allowed, remaining]),
          [299, 298, 297, 296, 295].map((remaining) => [true, remaining]),
        );
        assert.deepEqual([limits.state(), limits.told], ['alone', ['alone']]);
        const before = server.opened();
        await until('it is tried twice more', async () => server.opened() >= before + 3);
        // It is still no Redis: nothing more is said, and nobody is refused.
        assert.equal((await take()).remaining, 294);
        assert.deepEqual([limits.state(), limits.told], ['alone', ['alone']]);

        server.beRedis();
        await until('it counts for all hosts again', async () => limits.state() === 'shared');
        assert.deepEqual([(await take()).remaining, limits.told], [298, ['alone', 'shared']]);
      });
  });

  test('one that seems to count and then does not is left alone for longer and longer', async (t) => {
    const server = await changing();
    server.answerTo('EVALSHA', PLAUSIBLE);
    // Sessions last as long as is said here: a busy machine would make them longer.
    // In whole milliseconds, which can be added up.
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
        // The last of them was good for a while.
        if (sessions === 5) now += LONGEST_REST_MS;
        connection.run((call) => takeShared(call, 'minute', 'payer', 'someone', 300)).catch(() => {});
      },
      onDown: ({ message }) => assert.match(message, /does not count/),
    });
    t.after(connection.close);
    await enough.promise;
    assert.deepEqual(rests(), [100, 200, 400, 800, 100]);
  });

  test('who asks once more after a session was lost does not lose the next one', async (t) => {
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

  test('what somebody else put into the place of a count', async (t) => {
    const client = await createClient({ url: redis.url }).connect();
    t.after(() => client.destroy());
    const limits = await open(redis.url);
    await client.set('firmoteca:limit:payer:crowded out', 'mine');
    const { allowed, remaining } = await limits.take({ policy: 'payer', who: 'crowded out' }, Date.now());
    assert.deepEqual([allowed, remaining, limits.state(), limits.told], [true, 299, 'alone', ['alone']]);
    await client.del('firmoteca:limit:payer:crowded out');
    await until('it counts for all hosts again', async () => limits.state() === 'shared');
  });
});
