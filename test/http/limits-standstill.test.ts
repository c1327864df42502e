/** A Redis that hangs accepts connections and does not answer: reconnects leave no sockets behind. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RedisSettings } from '#platform/limits/redis-address.ts';
import { connectRedis } from '#platform/limits/redis-connection.ts';
import { openSession } from '#platform/limits/redis-session.ts';
import { makeCertificates, opensslPath, tlsLines } from '#test/support/certificates.ts';
import { openSockets } from '#test/support/open-sockets.ts';
import { startWatched, type Watched } from '#test/support/redis-sentinels.ts';
import { type RedisServer, redisAt, redisPath, startRedis, startServer } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { until } from '#test/support/until.ts';

const skip = redisPath() === null && notRun('a Redis that stands still', 'apt-get install -y redis-server');
const skipTls = skip || (opensslPath() === null && notRun('a Redis that stands still', 'apt-get install -y openssl'));

const SESSIONS = 20;
/** Through Sentinels each session takes a second. */
const WATCHED_SESSIONS = 5;

describe('a Redis that hangs', { skip }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.stop());

  test('sessions aborted while they connect close their sockets', async (t) => {
    t.after(() => redis.thaw());
    redis.freeze();
    await endedWhileOpened(SESSIONS, redisAt(redis.url), redis.port);
  });

  test('sessions aborted before the TLS handshake close their sockets', { skip: skipTls }, async (t) => {
    const certificates = makeCertificates();
    t.after(certificates.remove);
    const guarded = await startServer(tlsLines(certificates, 'no'), { isTls: true });
    t.after(guarded.stop);
    guarded.freeze();
    const trusting = { certificates: { ca: certificates.ca, own: null, key: null } };
    await endedWhileOpened(SESSIONS, redisAt(guarded.url, trusting), guarded.port);
  });

  test('sessions aborted while the server or the Sentinels hang close their sockets', async (t) => {
    const watched = await startWatched();
    t.after(watched.stop);
    const settings = redisAt(watched.url, { sentinelPassword: watched.sentinelPassword });
    const ports = portsOf(watched);
    for (const server of watched.servers) server.freeze();
    await endedWhileOpened(WATCHED_SESSIONS, settings, ...ports);
    for (const sentinel of watched.sentinels) sentinel.freeze();
    await endedWhileOpened(WATCHED_SESSIONS, settings, ...ports);
  });

  test('an aborted session closes its socket, and a session aborted beforehand opens none', async () => {
    const { opening, ending } = begun(redisAt(redis.url));
    const { send } = await opening;
    assert.equal(await send(['PING']), 'PONG');
    assert.equal(openSockets(redis.port), 1);
    ending.abort();
    await assert.rejects(send(['PING']));
    await until('the socket is closed', async () => openSockets(redis.port) === 0);
    await assert.rejects(openSession(redisAt(redis.url), nobody, ending.signal));
    assert.equal(openSockets(redis.port), 0);
  });

  test('a host that reconnects has one socket at most, and none after a close', async (t) => {
    t.after(() => redis.thaw());
    redis.freeze();
    const downs: string[] = [];
    const most = { sockets: 0 };
    const connection = connectRedis(redisAt(redis.url), {
      prepare: async () => {},
      onUp: () => assert.fail('the server answered'),
      onDown: ({ message }) => downs.push(message),
    });
    t.after(connection.close);
    // Each attempt times out after five seconds.
    for (const times of [1, 2, 3])
      await until(`${times} attempts timed out`, async () => {
        most.sockets = Math.max(most.sockets, openSockets(redis.port));
        return downs.length >= times;
      });
    assert.equal(most.sockets, 1);
    await until('the host reconnects', async () => openSockets(redis.port) === 1);
    connection.close();
    await until('no socket is left', async () => openSockets(redis.port) === 0);
    assert.deepEqual(new Set(downs), new Set(['Redis was not reached within 5000 ms.']));
  });
});

const nobody = (): void => {};

const portsOf = ({ servers, sentinels }: Watched): number[] => [...servers, ...sentinels].map(({ port }) => port);

function begun(settings: RedisSettings) {
  const ending = new AbortController();
  return { opening: openSession(settings, nobody, ending.signal), ending };
}

/** Repeatedly starts a session, waits for its socket, aborts, and awaits that no socket is left. */
async function endedWhileOpened(times: number, settings: RedisSettings, ...ports: number[]): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { opening, ending } = begun(settings);
    const refused = assert.rejects(opening);
    await until('a socket is open', async () => openSockets(...ports) > 0);
    ending.abort();
    await refused;
    await until('no socket is left', async () => openSockets(...ports) === 0);
  }
}
