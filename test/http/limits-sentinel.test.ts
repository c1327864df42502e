/** Three hosts with a Redis behind Sentinels: the server dies under load without a failed request. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { LimitKey } from '#api/allowance.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { type OpenLimits, openLimits } from '#platform/limits/limits.ts';
import { makeCertificates, opensslPath, tlsLines } from '#test/support/certificates.ts';
import { hammered } from '#test/support/limits-load.ts';
import { startWatched, type Watched } from '#test/support/redis-sentinels.ts';
import { type RedisServer, redisAt, redisPath } from '#test/support/redis-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { until } from '#test/support/until.ts';

const skip = redisPath() === null && notRun('limits through Sentinel', 'apt-get install -y redis-server');
const skipTls = skip || (opensslPath() === null && notRun('Sentinels over TLS', 'apt-get install -y openssl'));

const HOSTS = 3;
/** Concurrent callers on each host while the server dies. */
const CALLERS = 12;
/** Answers to await between two faults: several for each caller. */
const ANSWERS = 400;
/** For busy machines: an election takes seconds, and a delayed Sentinel waits half a minute. */
const PATIENCE_MS = 120_000;
/** More late answers than this mean that the machine is too busy for the test. */
const TRIES = 20;
/** Slightly less than a minute, since the server counts by its own clock. */
const MINUTE_MS = 59_000;

describe('limits through Sentinel', { skip }, () => {
  const opened: OpenLimits[] = [];
  const started: Watched[] = [];
  const start = async (...extent: Parameters<typeof startWatched>): Promise<Watched> => {
    const watched = await startWatched(...extent);
    started.push(watched);
    return watched;
  };
  const open = async ({ url, sentinelPassword }: Watched, ca: string | null = null): Promise<Host> => {
    const changes: string[] = [];
    const redis = redisAt(url, { sentinelPassword, certificates: { ca, own: null, key: null } });
    const onChange = (state: string, reason: string | null) => changes.push(`${state}: ${reason}`);
    const limits = { ...(await openLimits({ counters: allocateCounters(64, 64), redis, onChange })), changes };
    opened.push(limits);
    return limits;
  };
  const openShared = async (...how: Parameters<typeof open>): Promise<Host> => {
    const host = await open(...how);
    // On a busy machine the first connection may time out.
    await untilIs(host, 'shared');
    host.changes.length = 0;
    return host;
  };
  after(async () => {
    for (const limits of opened) limits.close();
    for (const watched of started) await watched.stop();
  });

  test('the server is killed under load: no request fails, and the hosts share limits again', async () => {
    const watched = await start();
    const hosts = await Promise.all(Array.from({ length: HOSTS }, () => openShared(watched)));
    // A caller with an exhausted allowance, spread over the hosts.
    let greedy: LimitKey;
    let usedUp: number;
    let output: number;
    let tries = 0;
    const changesOf = (): number => hosts.reduce((sum, { changes }) => sum + changes.length, 0);
    do {
      assert.ok(tries++ < TRIES, 'Redis is lost on every attempt');
      await Promise.all(hosts.map((host) => untilIs(host, 'shared')));
      greedy = { policy: 'agent', who: randomUUID() };
      usedUp = performance.now();
      output = changesOf();
      for (let i = 0; i < 30; i++) assert.equal((await take(hosts[i % HOSTS], greedy)).allowed, true);
      // If Redis answered too late, one host counted alone.
    } while (changesOf() !== output);

    let isOver = false;
    const answered = { allowed: 0, refused: 0 };
    const load = hosts.flatMap((host, at) =>
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let i = 0; !isOver; i++) {
          const { allowed } = await take(host, { policy: 'payer', who: `${at} ${caller} ${i}` });
          answered[allowed ? 'allowed' : 'refused']++;
          await sleep(1);
        }
      }),
    );
    const moreAnswered = async (): Promise<void> => {
      const before = answered.allowed;
      await until('callers are answered', async () => answered.allowed >= before + ANSWERS, PATIENCE_MS);
    };
    const first = await watched.master();
    await moreAnswered();
    // The replica has the counts.
    await watched.copied(first);
    await first.kill();
    await Promise.all(hosts.map(untilAlone));
    await moreAnswered();
    const second = await watched.masterAfter(first);
    await Promise.all(hosts.map((host) => untilIs(host, 'shared')));
    await moreAnswered();
    for (const host of hosts) {
      let isAllowed: boolean;
      do {
        assert.ok(tries++ < TRIES, 'Redis is lost on every attempt');
        await untilIs(host, 'shared');
        output = host.changes.length;
        isAllowed = (await take(host, greedy)).allowed;
      } while (host.changes.length !== output);
      if (performance.now() - usedUp < MINUTE_MS) assert.equal(isAllowed, false, `${host.changes}`);
    }
    isOver = true;
    await Promise.all(load);
    assert.notEqual(second.port, first.port);
    assert.equal(answered.refused, 0);
    // Each change is reported once.
    for (const host of hosts) {
      await untilIs(host, 'shared');
      assert.match(host.changes.map((one) => one.split(':')[0]).join(), /^alone,shared(,alone,shared)*$/);
    }

    // The restarted server becomes a replica, and no host reconnects.
    const before = hosts.map(({ changes }) => changes.length);
    await first.start();
    await watched.copied(second);
    assert.equal((await watched.master()).port, second.port);
    for (const [i, host] of hosts.entries()) assert.deepEqual(lossesOf(host, before[i]), []);

    const total = await hammered(HOSTS, watched.url, watched.sentinelPassword);
    assert.ok(total >= 1_188 && total <= 1_212, `${total} of 1200`);

    for (const host of hosts) host.close();
    await untilNobody('leaves a connection behind', second);
  });

  test('connected hosts need no Sentinel, and one Sentinel is enough for a start', async () => {
    const watched = await start();
    const host = await openShared(watched);
    for (const sentinel of watched.sentinels.slice(0, 2)) await sentinel.kill();
    const late = await openShared(watched);
    await watched.sentinels[2]?.kill();
    // No Sentinel answers now, while the connected hosts have already noticed the loss.
    const lost = await open(watched);
    assert.equal(lost.state(), 'alone');
    assert.equal((await take(lost, someone)).remaining, 299);
    await untilTogether(host, late);
    for (const sentinel of watched.sentinels) await sentinel.start();
    await untilIs(lost, 'shared');
    await untilTogether(host, lost);
    assert.deepEqual([lossesOf(host), lossesOf(late)], [[], []]);
  });

  test('a hanging Sentinel does not block the others', async (t) => {
    const watched = await start();
    // No process may stay frozen after a failure.
    t.after(() => watched.sentinels[0]?.thaw());
    watched.sentinels[0]?.freeze();
    const hosts = [await openShared(watched), await openShared(watched)] as const;
    await untilTogether(...hosts);
  });

  test('servers that hang during a connect block no host and leave no connection behind', async (t) => {
    const watched = await start();
    const thaw = (): void => {
      for (const server of watched.servers) server.thaw();
    };
    t.after(thaw);
    for (const server of watched.servers) server.freeze();
    const host = await open(watched);
    assert.equal(host.state(), 'alone');
    assert.equal((await take(host, someone)).remaining, 299);
    thaw();
    await untilIs(host, 'shared');
    host.close();
    for (const server of watched.servers) await untilNobody('leaves a connection behind', server);
  });

  test('with a wrong Sentinel password the host counts alone', async () => {
    const watched = await start();
    await until('the reason is reported', async () => {
      const host = await open({ ...watched, sentinelPassword: 'guessed' });
      assert.equal(host.state(), 'alone');
      return /WRONGPASS/.test(String(host.changes[0]));
    });
  });

  test('servers and Sentinels over TLS', { skip: skipTls }, async (t) => {
    const certificates = makeCertificates();
    const { ca } = certificates;
    t.after(certificates.remove);
    const tls = [...tlsLines(certificates, 'no'), ['tls-replication', 'yes']] as const;
    const watched = await start({ tls, socket: { tls: true, ca: readFileSync(ca) } });
    const hosts = [await openShared(watched, ca), await openShared(watched, ca)] as const;
    const first = await watched.master();
    await first.kill();
    await Promise.all(hosts.map(untilAlone));
    await Promise.all(hosts.map((host) => untilIs(host, 'shared')));
    await untilTogether(...hosts);
    assert.equal((await open(watched)).state(), 'alone', 'a host without the CA');
  });
});

interface Host extends OpenLimits {
  changes: string[];
}

const someone: LimitKey = { policy: 'payer', who: 'someone' };

/** The reported losses since then, except for late answers of a busy machine. */
const lossesOf = ({ changes }: Host, since = 0): string[] =>
  changes.slice(since).filter((one) => one.startsWith('alone') && !/did not answer within/.test(one));

async function take(host: OpenLimits | undefined, counted: LimitKey) {
  if (!host) throw new Error('There is no such host.');
  return host.take(counted, Date.now());
}

const untilIs = (limits: OpenLimits, state: string): Promise<void> =>
  until(`the state is ${state}`, async () => limits.state() === state, PATIENCE_MS);

/** The state may be shared again before a look at it, so this reads the reports. */
const untilAlone = ({ changes }: Host): Promise<void> =>
  until(
    'the host reports that it counts alone',
    async () => changes.some((one) => one.startsWith('alone')),
    PATIENCE_MS,
  );

/** For a new caller, one host counts the first request and the other the second. */
const untilTogether = (one: Host, other: Host): Promise<void> =>
  until('the hosts share limits', async () => {
    const counted: LimitKey = { policy: 'payer', who: randomUUID() };
    return (await take(one, counted)).remaining === 299 && (await take(other, counted)).remaining === 298;
  });

/** Awaits that the server has no clients but Sentinels and this connection. */
async function untilNobody(what: string, { url }: RedisServer): Promise<void> {
  const client = await createClient({ url }).connect();
  try {
    await until(`no host ${what}`, async () => {
      const list = String(await client.sendCommand(['CLIENT', 'LIST', 'TYPE', 'normal']))
        .trim()
        .split('\n');
      return list.filter((line) => !/ name=sentinel-/.test(line)).length === 1;
    });
  } finally {
    client.destroy();
  }
}
