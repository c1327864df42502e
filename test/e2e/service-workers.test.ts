/** The serving threads: a dead thread is restarted on the same port, and none is started after the stop. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { offline } from '#data/live/ports.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { startWorkers } from '#server/workers.ts';
import { cuiOf } from '#test/support/demo-service.ts';
import { changedEnvironment } from '#test/support/environment.ts';
import { freePort } from '#test/support/free-port.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { until } from '#test/support/until.ts';

/** Longer than the pause before a dead thread is restarted. */
const RESTARTED_MS = 1_500;

/** The maximum of connections of one client network, over all threads. */
const CLIENT_NETWORK_MAX = 1_200;

/** The first message of each thread, also for late callers. */
const received = new WeakMap<Worker, Promise<unknown>>();
/** Time for a thread to listen, on a busy machine. */
const LISTENS_MS = 60_000;

/** Two serving threads over a small installation, and a list of every started thread. */
async function twoWorkers(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-workers-'));
  // Threads read the settings of their process.
  t.after(changedEnvironment({ FIRMOTECA_DATA: folder, FIRMOTECA_LOG: 'errors' }));
  await keptInstallation(folder);
  const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return startedWorkers(t, store, 2);
}

async function startedWorkers(t: TestContext, store: Store, count: number) {
  const started: Worker[] = [];
  const onWorker = (worker: Worker): void => {
    started.push(worker);
    received.set(worker, once(worker, 'message', { signal: AbortSignal.timeout(LISTENS_MS) }));
    received.get(worker)?.catch(() => {});
  };
  process.on('worker', onWorker);
  t.after(() => process.off('worker', onWorker));
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const workers = await startWorkers({ count, host: '127.0.0.1', port: 0, store, live: offline, onError });
  return { workers, started, errors };
}

test('a dead thread is restarted on the port of the others', async (t) => {
  const { workers, started, errors } = await twoWorkers(t);
  const [first, second] = started as [Worker, Worker];
  const ask = async (): Promise<number> => {
    const headers = { 'x-api-key': DEMO_KEY, connection: 'close' };
    return (await fetch(`http://127.0.0.1:${workers.port}/api/company/${cuiOf('giant')}`, { headers })).status;
  };
  assert.equal(await ask(), 200);

  await first.terminate();
  await restarted(started, 3);
  await second.terminate();
  // Only the new thread is left.
  for (let i = 0; i < 5; i++) assert.equal(await ask(), 200);
  await restarted(started, 4);

  await started[2]?.terminate();
  await workers.stop();
  await sleep(RESTARTED_MS);
  assert.equal(started.length, 4, 'no thread is started after the stop');
  await assert.rejects(ask());
  assert.deepEqual(errors, []);
});

test('a host is ready only when all its threads serve', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-workers-'));
  t.after(changedEnvironment({ FIRMOTECA_DATA: folder, FIRMOTECA_LOG: 'errors' }));
  await keptInstallation(folder);
  const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  let listening = 0;
  const onWorker = (worker: Worker): void =>
    void worker.on('message', (message) => {
      if (message === 'listening') listening++;
    });
  process.on('worker', onWorker);
  const port = await freePort();
  const onError = (error: unknown): void => assert.fail(String(error));
  const starting = startWorkers({ count: 3, host: '127.0.0.1', port, store, live: offline, onError });
  t.after(async () => {
    process.off('worker', onWorker);
    await (await starting).stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  /** Each status, and the number of listening threads at that time. */
  const output: string[] = [];
  await until('the host is ready', async () => {
    const address = `http://127.0.0.1:${port}/readyz`;
    const answer = await fetch(address, { headers: { connection: 'close' } }).catch(() => null);
    if (answer) output.push(`${answer.status} with ${listening}`);
    return answer?.status === 200;
  });
  assert.equal(output.at(-1), '200 with 3');
});

test('a restarted thread serves although a newer release has migrated the database', async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const database = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-workers-'));
  t.after(changedEnvironment({ FIRMOTECA_DATA: folder, FIRMOTECA_LOG: 'errors', DATABASE_URL: database.url }));
  t.after(() => rmSync(folder, { recursive: true }));
  const store = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  const { workers, started, errors } = await startedWorkers(t, store, 1);
  t.after(async () => {
    await workers.stop();
    await store.close();
    await database.stop();
  });
  const ask = async (): Promise<number> =>
    (await fetch(`http://127.0.0.1:${workers.port}/livez`, { headers: { connection: 'close' } })).status;
  assert.equal(await ask(), 200);
  await store.state.write([{ sql: `insert into schema_migration values (999, 'of-tomorrow', 'x', 'now')` }]);
  await started[0]?.terminate();
  // A thread that cannot open the store would be restarted again and again.
  await until('the new thread answers', async () => errors.length > 0 || (await ask().catch(() => 0)) === 200);
  assert.deepEqual([errors, started.length], [[], 2]);
});

test('the connection limit of a client network covers all threads, and a dead thread frees its connections', async (t) => {
  const { workers, started, errors } = await twoWorkers(t);
  const sockets = new Set<Socket>();
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  /** How many of so many further connections are accepted. A refused one gets an answer or is closed. */
  const opened = async (count: number): Promise<number> => {
    const stored = await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect({ port: workers.port, host: '127.0.0.1', localAddress: '127.0.0.7' });
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => sockets.delete(socket));
        let text = '';
        socket.setEncoding('latin1').on('data', (chunk) => {
          text += chunk;
        });
        socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
        await until('an answer or a closed connection', async () => text.endsWith('alive\n') || socket.closed);
        return text.startsWith('HTTP/1.1 200');
      }),
    );
    return stored.filter(Boolean).length;
  };
  // One by one near the limit: two threads that take the last slot together may both be refused.
  assert.equal(await opened(CLIENT_NETWORK_MAX - 10), CLIENT_NETWORK_MAX - 10);
  let more = 0;
  for (let i = 0; i < 20; i++) more += await opened(1);
  assert.equal(more, 10);

  await started[0]?.terminate();
  await restarted(started, 3);
  await until('the connections of the dead thread are closed', async () => sockets.size < CLIENT_NETWORK_MAX - 100);
  const free = CLIENT_NETWORK_MAX - sockets.size;
  assert.equal(await opened(free - 10), free - 10);
  while ((await opened(1)) === 1);
  await until('as many are open as before', async () => sockets.size === CLIENT_NETWORK_MAX);
  for (const socket of sockets) socket.destroy();
  await workers.stop();
  assert.deepEqual(errors, []);
});

/** Awaits that the thread with this number listens. */
async function restarted(started: Worker[], number: number): Promise<void> {
  for (let looks = 0; looks < 200 && started.length < number; looks++) await sleep(20);
  const worker = started[number - 1];
  assert.ok(worker, 'no thread was started');
  await received.get(worker);
}
