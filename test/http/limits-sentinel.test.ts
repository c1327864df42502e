/** Three hosts that count in a Redis watched by Sentinels: the server dies under load, and nobody notices but the log. */
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
/** Callers who ask all the time while the server dies. */
const CALLERS = 12;
/** Answers between what is done to the servers: each caller has asked several times. */
const ANSWERS = 400;
/** However busy the machine: an election takes seconds, and Sentinels that were kept waiting rest for half a minute. */
const PATIENCE_MS = 120_000;
/** Whom Redis answers too late so often has a machine with no time for anything. */
const TRIES = 20;
/** A little less than a minute, which the server counts by its own clock. */
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
    const result: string[] = [];
    const redis = redisAt(url, { sentinelPassword, certificates: { ca, own: null, key: null } });
    const onChange = (state: string, reason: string | null) => result.push(`${state}: ${reason}`);
    const limits = { ...(await openLimits({ counters: allocateCounters(64, 64), redis, onChange })), told: result };
    opened.push(limits);
    return limits;
  };
  const openShared = async (...how: Parameters<typeof open>): Promise<Host> => {
    const host = await open(...how);
    // A busy machine may have gone on without it at first.
    await untilIs(host, 'shared');
    host.told.length = 0;
    return host;
  };
  after(async () => {
    for (const limits of opened) limits.close();
    for (const watched of started) await watched.stop();
  });

  test('the server is killed under the load of three hosts: no request fails, and they count together again', async () => {
    const watched = await start();
    const hosts = await Promise.all(Array.from({ length: HOSTS }, () => openShared(watched)));
    // Somebody who had used up his minute before, spread over the hosts.
    let greedy: LimitKey;
    let usedUp: number;
    let output: number;
    let tries = 0;
    const toldOf = (): number => hosts.reduce((sum, { told: result }) => sum + result.length, 0);
    do {
      assert.ok(tries++ < TRIES, 'Redis is lost again and again');
      await Promise.all(hosts.map((host) => untilIs(host, 'shared')));
      greedy = { policy: 'agent', who: randomUUID() };
      usedUp = performance.now();
      output = toldOf();
      for (let i = 0; i < 30; i++) assert.equal((await take(hosts[i % HOSTS], greedy)).allowed, true);
      // Whom Redis answered too late was counted by one host alone.
    } while (toldOf() !== output);

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
    // What was counted before has reached the other server.
    await watched.copied(first);
    await first.kill();
    await Promise.all(hosts.map(untilSaidAlone));
    await moreAnswered();
    const second = await watched.masterAfter(first);
    await Promise.all(hosts.map((host) => untilIs(host, 'shared')));
    await moreAnswered();
    for (const host of hosts) {
      let isAllowed: boolean;
      do {
        assert.ok(tries++ < TRIES, 'Redis is lost again and again');
        await untilIs(host, 'shared');
        output = host.told.length;
        isAllowed = (await take(host, greedy)).allowed;
      } while (host.told.length !== output);
      if (performance.now() - usedUp < MINUTE_MS) assert.equal(isAllowed, false, `${host.told}`);
    }
    isOver = true;
    await Promise.all(load);
    assert.notEqual(second.port, first.port);
    assert.equal(answered.refused, 0);
    // Each change is said once.
    for (const host of hosts) {
      await untilIs(host, 'shared');
      assert.match(host.told.map((one) => one.split(':')[0]).join(), /^alone,shared(,alone,shared)*$/);
    }

    // The dead one comes back as a replica, and nobody leaves for it.
    const before = hosts.map(({ told: result }) => result.length);
    await first.start();
    await watched.copied(second);
    assert.equal((await watched.master()).port, second.port);
    for (const [i, host] of hosts.entries()) assert.deepEqual(lossesOf(host, before[i]), []);

    const total = await hammered(HOSTS, watched.url, watched.sentinelPassword);
    assert.ok(total >= 1_188 && total <= 1_212, `${total} of 1200`);

    for (const host of hosts) host.close();
    await untilNobody('leaves a connection behind', second);
  });

  test('Sentinels that are gone take nobody with them, and one is enough to start by', async () => {
    const watched = await start();
    const host = await openShared(watched);
    for (const sentinel of watched.sentinels.slice(0, 2)) await sentinel.kill();
    const late = await openShared(watched);
    await watched.sentinels[2]?.kill();
    // Whoever asks for the server now is told by nobody; by then the others have heard that their Sentinel is gone.
    const lost = await open(watched);
    assert.equal(lost.state(), 'alone');
    assert.equal((await take(lost, someone)).remaining, 299);
    await untilTogether(host, late);
    for (const sentinel of watched.sentinels) await sentinel.start();
    await untilIs(lost, 'shared');
    await untilTogether(host, lost);
    assert.deepEqual([lossesOf(host), lossesOf(late)], [[], []]);
  });

  test('a Sentinel that stands still keeps nobody from the others', async (t) => {
    const watched = await start();
    // Whatever fails in between: nobody is left who answers no more.
    t.after(() => watched.sentinels[0]?.thaw());
    watched.sentinels[0]?.freeze();
    const hosts = [await openShared(watched), await openShared(watched)] as const;
    await untilTogether(...hosts);
  });

  test('servers that stand still while they are connected to hold nobody, and no connection stays behind', async (t) => {
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

  test('a wrong password of the Sentinels leaves the host alone', async () => {
    const watched = await start();
    await until('it is told why', async () => {
      const host = await open({ ...watched, sentinelPassword: 'guessed' });
      assert.equal(host.state(), 'alone');
      return /WRONGPASS/.test(String(host.told[0]));
    });
  });

  test('over TLS, servers and Sentinels alike', { skip: skipTls }, async (t) => {
    const certificates = makeCertificates();
    const { ca } = certificates;
    t.after(certificates.remove);
    const tls = [...tlsLines(certificates, 'no'), ['tls-replication', 'yes']] as const;
    const watched = await start({ tls, socket: { tls: true, ca: readFileSync(ca) } });
    const hosts = [await openShared(watched, ca), await openShared(watched, ca)] as const;
    const first = await watched.master();
    await first.kill();
    await Promise.all(hosts.map(untilSaidAlone));
    await Promise.all(hosts.map((host) => untilIs(host, 'shared')));
    await untilTogether(...hosts);
    assert.equal((await open(watched)).state(), 'alone', 'who does not trust the authority');
  });
});

interface Host extends OpenLimits {
  told: string[];
}

const someone: LimitKey = { policy: 'payer', who: 'someone' };

/** Why it left the server since, but for answers that a busy machine gave too late. */
const lossesOf = ({ told: result }: Host, since = 0): string[] =>
  result.slice(since).filter((one) => one.startsWith('alone') && !/did not answer within/.test(one));

async function take(host: OpenLimits | undefined, counted: LimitKey) {
  if (!host) throw new Error('There is no such host.');
  return host.take(counted, Date.now());
}

const untilIs = (limits: OpenLimits, state: string): Promise<void> =>
  until(`its state is ${state}`, async () => limits.state() === state, PATIENCE_MS);

/** It may be back before anybody looks. */
const untilSaidAlone = ({ told: result }: Host): Promise<void> =>
  until('it says that it is alone', async () => result.some((one) => one.startsWith('alone')), PATIENCE_MS);

/** Of a caller whom nobody has counted, one takes the first request and the other the second. */
const untilTogether = (one: Host, other: Host): Promise<void> =>
  until('they count together', async () => {
    const counted: LimitKey = { policy: 'payer', who: randomUUID() };
    return (await take(one, counted)).remaining === 299 && (await take(other, counted)).remaining === 298;
  });

/** Connections that are not the Sentinels' own, nor the one that asks. */
async function untilNobody(what: string, { url }: RedisServer): Promise<void> {
  const client = await createClient({ url }).connect();
  try {
    await until(`nobody ${what}`, async () => {
      const list = String(await client.sendCommand(['CLIENT', 'LIST', 'TYPE', 'normal']))
        .trim()
        .split('\n');
      return list.filter((line) => !/ name=sentinel-/.test(line)).length === 1;
    });
  } finally {
    client.destroy();
  }
}
