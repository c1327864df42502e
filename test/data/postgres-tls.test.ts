/** PostgreSQL with access rules of a remote server: TLS with a verified certificate, and a password. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import { busyBackends } from '#data/store/postgres/connection-liveness.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { listenTo } from '#data/store/postgres/listener.ts';
import { snapshotPostgres } from '#data/store/postgres/snapshot.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type Certificates, makeCertificates, opensslPath } from '#test/support/certificates.ts';
import { run } from '#test/support/cli.ts';
import { type MortalServer, startPostgres } from '#test/support/postgres-server.ts';
import { notRun } from '#test/support/skip-report.ts';
import { sql } from '#test/support/small-generations.ts';
import { until } from '#test/support/until.ts';

const skip =
  process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' ||
  (opensslPath() === null && notRun('PostgreSQL over TLS', 'apt-get install -y openssl'));

describe('PostgreSQL over TLS', { skip }, () => {
  let certificates: Certificates;
  let strangers: Certificates;
  let server: MortalServer;
  let folder: string;
  /** The server’s address with this query and host. */
  const at = (query: string, host = '127.0.0.1'): string => {
    const address = new URL(server.url);
    address.hostname = host;
    address.search = query;
    return address.href;
  };
  const trusting = (): string => at(`sslmode=verify-full&sslrootcert=${certificates.ca}`);
  const restarted = async (rule: string): Promise<void> => {
    writeFileSync(join(server.data, 'pg_hba.conf'), `${rule}\n`);
    await server.stopFast();
    await server.start();
  };
  const open = (url: string) => openPostgres(url, { searchPath: ['public'], poolSize: 2 });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'firmoteca-tls-'));
    [certificates, strangers] = [makeCertificates(), makeCertificates()];
    server = await startPostgres();
    const { uid, gid } = statSync(server.data);
    const put = (from: string, name: string): void => {
      const file = join(server.data, name);
      copyFileSync(from, file);
      chownSync(file, uid, gid);
      chmodSync(file, 0o600);
    };
    put(certificates.server.certificate, 'server.crt');
    put(certificates.server.key, 'server.key');
    await sql(server.url, 'alter system set ssl = on');
    await restarted('hostssl all all 127.0.0.1/32 trust');
  });
  after(async () => {
    await server.stop();
    for (const created of [certificates, strangers]) created.remove();
    rmSync(folder, { recursive: true });
  });

  test('stores, listeners and snapshots connect over TLS', async () => {
    const store = await openStore({ databaseUrl: trusting(), folder, country: 'demo' });
    assert.deepEqual(await store.state.one('select ssl from pg_stat_ssl where pid = pg_backend_pid()'), { ssl: 1 });
    const received: string[] = [];
    let isListening = false;
    const listener = listenTo(trusting(), store.state, {
      onNotification: (name) => received.push(name),
      onListening: (is) => (isListening = is),
    });
    await until('notifications are delivered', async () => isListening);
    await store.state.write([{ sql: `select pg_notify('firmoteca', 'called')` }]);
    await until('the notification is received', async () => received.includes('called'));
    await listener.stop();
    assert.equal((await busyBackends(trusting(), [])).isUp, true);
    const snapshot = await snapshotPostgres(trusting());
    assert.equal(await snapshot.country(), 'demo');
    await snapshot.close();
    await store.close();
  });

  test('a connection without TLS or without a trusted certificate fails as unavailable, with the reason', async () => {
    for (const [url, why] of [
      [at(''), /no pg_hba\.conf entry .+ no encryption$/],
      [at('sslmode=verify-full'), /unable to verify the first certificate \(its authority can be named by sslrootcert/],
      [at(`sslmode=verify-full&sslrootcert=${strangers.ca}`), /unable to verify the first certificate \(its authority/],
      [
        at(`sslmode=verify-full&sslrootcert=${certificates.ca}`, 'localhost'),
        /does not match certificate's altnames: [^()]+$/,
      ],
      [at(`sslmode=verify-full&sslrootcert=${join(folder, 'nowhere.pem')}`), /ENOENT/],
      [at(`sslmode=verify-full&sslrootcert=${folder}`), /EISDIR/],
    ] as const) {
      const db = open(url);
      const result = await db.one('select 1 as n').catch((error: unknown) => error);
      assert.ok(isStoreUnavailable(result), String(result));
      assert.match(result.message, why);
      await db.close();
    }
  });

  test('a CA file that is missing during its renewal is read later', async () => {
    const { file, write } = certificates.later();
    const url = at(`sslmode=verify-full&sslrootcert=${file}`);
    assert.deepEqual(await busyBackends(url, []), { isUp: false, busy: null });
    const state = open(trusting());
    let isListening = false;
    const listener = listenTo(url, state, { onNotification: () => {}, onListening: (is) => (isListening = is) });
    await assert.rejects(snapshotPostgres(url), isStoreUnavailable);
    write();
    await until('notifications are delivered', async () => isListening);
    await listener.stop();
    await state.close();
  });

  test('a command reports an untrusted certificate in one line', async () => {
    const { code, output } = await run(['keys', 'list'], {
      DATABASE_URL: at('sslmode=verify-full'),
      FIRMOTECA_DATA: folder,
    });
    assert.equal(code, 1);
    assert.match(output, /^The database does not answer: unable to verify .+ try again\.\n$/);
  });

  test('a server without TLS is reported as such', async () => {
    await sql(trusting(), 'alter system set ssl = off');
    await restarted('host all all 127.0.0.1/32 trust');
    const db = open(trusting());
    const result = await db.one('select 1 as n').catch((error: unknown) => error);
    assert.ok(isStoreUnavailable(result), String(result));
    assert.match(result.message, /does not support SSL connections/);
    await db.close();
  });

  test('a missing password is reported, and no connection stays open', async () => {
    // The time that the server would wait for a password.
    await sql(at(''), `alter system set authentication_timeout = '10min'`);
    await sql(at(''), `create role guest login password 'p@ss:word/ă'`);
    await restarted('host all all 127.0.0.1/32 scram-sha-256');
    const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    const db = open(at(''));
    for (let i = 0; i < 5; i++) {
      const result = await db.one('select 1 as n').catch((error: unknown) => error);
      assert.ok(isStoreUnavailable(result), String(result));
      assert.match(result.message, /\(the address has no password, and one is asked for\)$/);
    }
    await until('no connection stays open', async () => sockets() <= before);
    await db.close();
    const { code, output } = await run(['keys', 'list'], { DATABASE_URL: at(''), FIRMOTECA_DATA: folder });
    assert.deepEqual([code, output.split('\n').length], [1, 2], output);
    const address = new URL(at(''));
    [address.username, address.password] = ['guest', 'p@ss:word/ă'];
    const guest = open(address.href);
    assert.deepEqual(await guest.one('select current_user as name'), { name: 'guest' });
    await guest.close();
  });
});
