/** A secured Redis: TLS, certificates of both sides, and users with few rights. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { checkRedis } from '#cli/doctor/hosts.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { type OpenLimits, openLimits } from '#platform/limits/limits.ts';
import type { RedisSettings } from '#platform/limits/redis-address.ts';
import { type Certificates, makeCertificates, opensslPath, tlsLines } from '#test/support/certificates.ts';
import { run } from '#test/support/cli.ts';
import { type RedisServer, redisAt, redisPath, startServer } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { until } from '#test/support/until.ts';

const skip =
  (redisPath() === null && notRun('a guarded Redis', 'apt-get install -y redis-server')) ||
  (opensslPath() === null && notRun('a guarded Redis', 'apt-get install -y openssl'));

/** Exactly the rights that docs/hosts.md names. */
const DOCS = readFileSync(new URL('../../docs/hosts.md', import.meta.url), 'utf8');
const RIGHTS = (/^ACL SETUSER firmoteca (.+)$/m.exec(DOCS)?.[1] ?? '').split(' ');

describe('a secured Redis', { skip }, () => {
  let certificates: Certificates;
  const opened: OpenLimits[] = [];
  const servers: RedisServer[] = [];
  const start = async (...args: Parameters<typeof startServer>): Promise<RedisServer> => {
    const server = await startServer(...args);
    servers.push(server);
    return server;
  };
  const open = async (redis: RedisSettings): Promise<OpenLimits & { reasons: string[] }> => {
    const reasons: string[] = [];
    const onChange = (state: string, reason: string | null) => reasons.push(`${state}: ${reason}`);
    const limits = { ...(await openLimits({ counters: allocateCounters(64, 64), redis, onChange })), reasons };
    opened.push(limits);
    return limits;
  };
  const openShared = async (redis: RedisSettings): ReturnType<typeof open> => {
    const limits = await open(redis);
    // On a busy machine the first connection may time out.
    await until('the limits are shared', async () => limits.state() === 'shared');
    return limits;
  };
  const left = async (limits: OpenLimits, who: string): Promise<number> =>
    (await limits.take({ policy: 'payer', who }, Date.now())).remaining;

  before(() => {
    certificates = makeCertificates();
  });
  after(async () => {
    for (const limits of opened) limits.close();
    for (const server of servers) await server.stop();
    certificates.remove();
  });

  test('hosts share limits over TLS with a configured CA', async () => {
    const { ca, server } = certificates;
    const redis = await start(tlsLines(certificates, 'no'), { isTls: true });
    const trusting = { certificates: { ca, own: null, key: null } };
    const hosts = [
      await openShared(redisAt(redis.url, trusting)),
      await openShared(redisAt(redis.url, trusting)),
    ] as const;
    assert.deepEqual([await left(hosts[0], 'tls'), await left(hosts[1], 'tls')], [299, 298]);
    assert.deepEqual(
      hosts.map((host) => host.state()),
      ['shared', 'shared'],
    );
    // A host without the CA or with another host name sends no command.
    const strangers = [
      await open(redisAt(redis.url)),
      await open(redisAt(redis.url.replace('127.0.0.1', 'localhost'), trusting)),
      await open(redisAt(redis.url, { certificates: { ca: server.certificate, own: null, key: null } })),
    ];
    for (const stranger of strangers) {
      assert.equal(stranger.state(), 'alone');
      assert.match(String(stranger.reasons[0]), /certificate|altnames/i);
      assert.equal(await left(stranger, 'tls'), 299);
    }
  });

  test('a server that requires a client certificate gets it', async () => {
    const { ca, client } = certificates;
    const redis = await start(tlsLines(certificates, 'yes'), { isTls: true });
    const known = { certificates: { ca, own: client.certificate, key: client.key } };
    const host = await openShared(redisAt(redis.url, known));
    assert.equal(await left(host, 'mutual'), 299);
    const unknown = await open(redisAt(redis.url, { certificates: { ca, own: null, key: null } }));
    assert.equal(unknown.state(), 'alone');
  });

  test('a host with a missing certificate file counts alone until the file exists', async () => {
    const redis = await start(tlsLines(certificates, 'no'), { isTls: true });
    const late = certificates.later();
    const host = await open(redisAt(redis.url, { certificates: { ca: late.file, own: null, key: null } }));
    assert.equal(host.state(), 'alone');
    assert.match(String(host.reasons[0]), /ENOENT/);
    late.write();
    await until('the limits are shared', async () => host.state() === 'shared');
  });

  test('a user with the documented rights is sufficient, in a database of its own', async () => {
    const redis = await start([
      ['user', 'default', 'off'],
      ['user', 'firmoteca', ...RIGHTS],
    ]);
    const url = redis.url.replace('redis://', 'redis://firmoteca:password@').replace(/0$/, '3');
    const hosts = [await openShared(redisAt(url)), await openShared(redisAt(url))] as const;
    assert.doesNotMatch(hosts[0].reasons.join(), /NOPERM|NOAUTH|WRONGPASS/);
    assert.deepEqual([await left(hosts[0], 'acl'), await left(hosts[1], 'acl')], [299, 298]);
    const form = { policy: 'form', who: 'acl' } as const;
    assert.equal((await hosts[0].take(form, Date.now())).allowed, true, 'the daily limit is counted too');
    assert.equal(hosts[0].state(), 'shared');
    assert.deepEqual(await checkRedis({ redis: redisAt(url) }), [
      {
        check: 'redis',
        state: 'ok',
        found: `127.0.0.1:${redis.port}, database 3 counts limits for all hosts`,
        advice: null,
      },
    ]);

    // In a process of its own, which must end although a connection was open.
    const { output } = await run(['doctor'], { FIRMOTECA_DATA: '/nowhere', REDIS_URL: url });
    assert.match(output, /ok +redis +127\.0\.0\.1:[0-9]+, database 3 counts limits for all hosts/);

    const guessed = redisAt(url.replace('password', 'guessed'));
    assert.match(String((await open(guessed)).reasons[0]), /WRONGPASS/);
    const [finding] = await checkRedis({ redis: guessed });
    assert.equal(finding?.state, 'wrong');
    assert.match(finding?.found ?? '', /WRONGPASS/);
    assert.doesNotMatch(JSON.stringify(finding), /guessed/);
  });
});
