/** Limits over several hosts: Redis counts for all of them, and each host counts alone while Redis is unreachable. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LimitKey } from '#api/allowance.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { type OpenLimits, openLimits } from '#platform/limits/limits.ts';
import { connectRedis, type RedisCall } from '#platform/limits/redis-connection.ts';
import { prepareMeters, takeShared } from '#platform/limits/redis-meters.ts';
import { hammered } from '#test/support/limits-load.ts';
import { type RedisServer, redisAt, redisPath, startRedis } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { until as happened } from '#test/support/until.ts';

const skip = redisPath() === null && notRun('limits over several hosts', 'apt-get install -y redis-server');

describe('limits over several hosts', { skip }, () => {
  let redis: RedisServer;
  const opened: Host[] = [];
  const open = async (url = redis.url): Promise<Host> => {
    const changes: string[] = [];
    const counters = allocateCounters(64, 64);
    const limits = await openLimits({ counters, redis: redisAt(url), onChange: (state) => changes.push(state) });
    const host = { ...limits, changes };
    opened.push(host);
    // On a busy machine the first connection may time out.
    if (url === redis.url) {
      await until(host, 'shared');
      changes.length = 0;
    }
    return host;
  };
  const take = (limits: OpenLimits, counted: LimitKey, requests = 1) => limits.take(counted, Date.now(), requests);
  const until = async (limits: OpenLimits, state: string): Promise<void> => {
    await happened(`the limits are ${state}`, () => limits.state() === state);
  };

  /** Counts again if a host counted alone meanwhile: on a busy machine Redis may answer too late. */
  const together = async <Value>(hosts: readonly Host[], count: (who: string) => Promise<Value>): Promise<Value> => {
    for (let tries = 0; tries < 5; tries++) {
      for (const host of hosts) {
        await until(host, 'shared');
        host.changes.length = 0;
      }
      const result = await count(randomUUID());
      if (hosts.every((host) => host.changes.length === 0)) return result;
    }
    return assert.fail('Redis is lost on every attempt');
  };

  before(async () => {
    redis = await startRedis('a secret');
  });
  after(async () => {
    for (const limits of opened) limits.close();
    await redis.stop();
  });

  test('two hosts share one allowance, to the last request', async () => {
    const hosts = [await open(), await open()] as const;
    const { taken, refused, other } = await together(hosts, async (who) => {
      const counted = { policy: 'address', who } as const;
      const taken = [];
      for (let i = 0; i < 120; i++) taken.push(await take(hosts[i % 2 === 0 ? 0 : 1], counted));
      const refused = [await take(hosts[0], counted), await take(hosts[1], counted)];
      return { taken, refused, other: await take(hosts[0], { ...counted, who: `another than ${who}` }) };
    });
    assert.deepEqual(
      taken.map(({ allowed, remaining }) => [allowed, remaining]),
      Array.from({ length: 120 }, (_, i) => [true, 119 - i]),
    );
    for (const { allowed, resetSeconds } of refused) {
      assert.equal(allowed, false);
      assert.ok(resetSeconds >= 50 && resetSeconds <= 61);
    }
    assert.equal(other.allowed, true);
  });

  test('four processes together admit the limit within one per cent', async () => {
    const total = await hammered(4, redis.url);
    assert.ok(total >= 1_188 && total <= 1_212, `${total} of 1200`);
  });

  test('a request for many units is counted whole or not at all, with Redis and alone', async () => {
    const hosts = [await open(), await open()] as const;
    const away = await open(redis.url.replace('a secret', 'wrong'));
    assert.equal(away.state(), 'alone');
    const tables = async (one: OpenLimits, other: OpenLimits, who: string) => {
      const table = (host: OpenLimits, requests: number) => take(host, { policy: 'pro', who }, requests);
      const taken: Awaited<ReturnType<typeof table>>[] = [];
      const refused: typeof taken = [];
      for (let i = 0; i < 24; i++) taken.push(await table(i % 2 === 0 ? one : other, 49));
      for (let i = 0; i < 3; i++) refused.push(await table(other, 49));
      return { taken, refused, last: await table(one, 24), beyond: await table(one, 1) };
    };
    for (const { taken, refused, last, beyond } of [
      await together(hosts, (who) => tables(...hosts, who)),
      await tables(away, away, 'long tables'),
    ]) {
      assert.deepEqual(
        taken.map(({ allowed, remaining }) => [allowed, remaining]),
        Array.from({ length: 24 }, (_, i) => [true, 1_200 - 49 * (i + 1)]),
      );
      // A refused request counts nothing.
      for (const { allowed, remaining, resetSeconds } of refused) {
        assert.deepEqual([allowed, remaining], [false, 24]);
        assert.ok(resetSeconds >= 1 && resetSeconds <= 61);
      }
      assert.deepEqual([last.remaining, beyond.allowed], [0, false]);
    }
  });

  test('the wait of a refused request grows with the units that it needs', async () => {
    const connection = await connected(redis.url);
    const takes = (requests: number) => takeShared(connection.call, 'minute', 'pro', 'patient', 100, requests);
    await takes(10);
    await sleep(1_100);
    await takes(80);
    const began = performance.now();
    const [few, many] = [await takes(20), await takes(60)];
    const tookMs = performance.now() - began;
    assert.deepEqual([few.allowed, few.remaining, many.allowed, many.remaining], [false, 10, false, 10]);
    // Each call computes its wait from its own start, in whole milliseconds.
    assert.ok(many.resetMs - few.resetMs + tookMs > 999, `${few.resetMs} and ${many.resetMs}`);
    connection.close();
  });

  test('the daily limit is counted, and resets at midnight UTC', async () => {
    const connection = await connected(redis.url);
    const takes = async () => takeShared(connection.call, 'day', 'test-day', '192.0.2.3', 2);
    const all = [await takes(), await takes(), await takes()];
    connection.close();
    assert.deepEqual(
      all.map(({ allowed, remaining }) => [allowed, remaining]),
      [
        [true, 1],
        [true, 0],
        [false, 0],
      ],
    );
    const { resetMs } = all[2] as (typeof all)[number];
    const midnightMs = 86_400_000 - (Date.now() % 86_400_000);
    assert.ok(Math.abs(resetMs - midnightMs) < 60_000 || Math.abs(resetMs - midnightMs) > 86_000_000);
  });

  test('after Redis dies hosts count alone, report it once, and reconnect by themselves', async () => {
    const limits = await open();
    const counted = { policy: 'agent', who: 'account' } as const;
    assert.equal((await take(limits, counted)).remaining, 29);
    await redis.kill();
    // Requests before the loss is detected are answered too.
    const requested = await Promise.all(Array.from({ length: 5 }, () => take(limits, counted)));
    assert.ok(requested.every(({ allowed }) => allowed));
    await until(limits, 'alone');
    for (let i = 0; i < 40; i++) await take(limits, counted);
    assert.equal((await take(limits, counted)).allowed, false, 'local limits count');
    await sleep(500);
    assert.deepEqual(limits.changes, ['alone']);
    await redis.start();
    await until(limits, 'shared');
    assert.equal((await take(limits, counted)).remaining, 29);
    assert.deepEqual(limits.changes, ['alone', 'shared']);
  });

  test('a Redis that hangs delays a request only until the timeout', async (t) => {
    const limits = await open();
    // The following tests use the same server.
    t.after(() => redis.thaw());
    redis.freeze();
    const allowance = await take(limits, { policy: 'payer', who: 'payer' });
    assert.equal(allowance.allowed, true);
    assert.equal(limits.state(), 'alone');
    redis.thaw();
    await until(limits, 'shared');
  });

  test('a host with a blocked event loop does not report Redis as lost', async () => {
    const limits = await open();
    const requested = take(limits, { policy: 'payer', who: 'patient' });
    // The command is sent, then the event loop blocks longer than the answer timeout.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
    assert.equal((await requested).remaining, 299);
    assert.equal(limits.state(), 'shared');
    assert.deepEqual(limits.changes, []);
  });

  test('removed scripts are loaded again', async () => {
    const limits = await open();
    const connection = await connected(redis.url);
    await connection.call('SCRIPT', 'FLUSH');
    connection.close();
    assert.equal((await take(limits, { policy: 'payer', who: 'other' })).allowed, true);
    await happened('both changes are reported', () => limits.changes.length >= 2);
    assert.deepEqual(limits.changes, ['alone', 'shared']);
    const second = await open();
    await take(second, { policy: 'payer', who: 'another' });
    assert.equal((await take(limits, { policy: 'payer', who: 'another' })).remaining, 298);
  });

  test('with a wrong password the host counts alone and starts without a wait', async () => {
    const limits = await open(redis.url.replace('a secret', 'wrong'));
    assert.equal(limits.state(), 'alone');
    assert.equal((await take(limits, { policy: 'payer', who: 'third' })).allowed, true);
  });

  test('buckets in the future, from a server with a fast clock, are ignored', async () => {
    const connection = await connected(redis.url);
    const ahead = Math.floor((Date.now() + 600_000) / 500);
    await connection.call('HSET', 'firmoteca:limit:pro:ahead', ahead, 100);
    const { allowed, remaining } = await takeShared(connection.call, 'minute', 'pro', 'ahead', 100);
    connection.close();
    assert.deepEqual([allowed, remaining], [true, 99]);
  });

  test('a server that is no Redis refuses no request', async (t) => {
    for (const output of ['+OK\r\n', '*0\r\n', '*3\r\n$-1\r\n$-1\r\n$-1\r\n', '*3\r\n:1\r\n$1\r\nx\r\n:1\r\n']) {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', (requested) => socket.write(output.repeat(requested.toString().match(/^\*/gm)?.length ?? 1)));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      t.after(() => server.close());
      const host = await open(`redis://127.0.0.1:${(server.address() as AddressInfo).port}/0`);
      assert.equal(host.state(), 'alone', output);
      assert.equal((await take(host, { policy: 'payer', who: output })).allowed, true, output);
    }
  });

  test('counters in Redis expire', async () => {
    const limits = await open();
    await take(limits, { policy: 'browser', who: '192.0.2.9' });
    const connection = await connected(redis.url);
    const keys = (await connection.call('KEYS', '*')) as string[];
    const lives = (await Promise.all(keys.map((key) => connection.call('PTTL', key)))) as number[];
    connection.close();
    assert.ok(keys.length >= 2);
    assert.ok(
      lives.every((ms) => ms > 0 && ms <= 86_400_000),
      `${keys}: ${lives}`,
    );
  });
});

interface Host extends OpenLimits {
  /** The reported changes of the state. */
  changes: string[];
}

async function connected(url: string) {
  const up = Promise.withResolvers<void>();
  // On a busy machine the first connection may time out.
  const connection = connectRedis(redisAt(url), { prepare: prepareMeters, onUp: up.resolve, onDown: () => {} });
  await up.promise;
  const call: RedisCall = (...words) => connection.run((requested) => requested(...words));
  return { call, close: connection.close };
}
