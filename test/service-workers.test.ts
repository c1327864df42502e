/** The serving threads: one that dies is started anew on the same port, and none is started after the stop. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { DEMO_KEY } from '#accounts/keys.ts';
import { offline } from '#live/ports.ts';
import { startWorkers } from '#serve/workers.ts';
import { openStore } from '#store/open.ts';
import { cuiOf } from './demo-service.ts';
import { keptInstallation } from './kept-installation.ts';
import { until } from './until.ts';

/** Longer than a thread that died is left alone before the next one is started. */
const RESTARTED_MS = 1_500;

/** Connections that one household may hold, in all threads together. */
const HOUSEHOLD_MAX = 1_200;

/** Two serving threads over a small installation, and every thread that was started for them. */
async function twoWorkers(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-workers-'));
  // Threads read the settings of their process.
  Object.assign(process.env, { FIRMOTECA_DATA: folder, FIRMOTECA_LOG: 'errors' });
  await keptInstallation(folder);
  const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const started: Worker[] = [];
  const onWorker = (worker: Worker): void => void started.push(worker);
  process.on('worker', onWorker);
  t.after(() => process.off('worker', onWorker));
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const workers = await startWorkers({ count: 2, host: '127.0.0.1', port: 0, store, live: offline, onError });
  return { workers, started, errors };
}

test('a thread that dies is started anew, on the port of the others', async (t) => {
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
  // Only the new one is there.
  for (let i = 0; i < 5; i++) assert.equal(await ask(), 200);
  await restarted(started, 4);

  await started[2]?.terminate();
  await workers.stop();
  await sleep(RESTARTED_MS);
  assert.equal(started.length, 4, 'none is started after the stop');
  await assert.rejects(ask());
  assert.deepEqual(errors, []);
});

test('one household holds so many connections of all threads together, and those of a thread that dies are free again', async (t) => {
  const { workers, started, errors } = await twoWorkers(t);
  const sockets = new Set<Socket>();
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  /** How many of so many more are kept. One that is refused is told so, or cut. */
  const opened = async (count: number): Promise<number> => {
    const kept = await Promise.all(
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
        await until('an answer, or the end', async () => text.endsWith('alive\n') || socket.closed);
        return text.startsWith('HTTP/1.1 200');
      }),
    );
    return kept.filter(Boolean).length;
  };
  // One after the other near the limit: two threads that reach for the last place at once may both go without.
  assert.equal(await opened(HOUSEHOLD_MAX - 10), HOUSEHOLD_MAX - 10);
  let more = 0;
  for (let i = 0; i < 20; i++) more += await opened(1);
  assert.equal(more, 10);

  await started[0]?.terminate();
  await restarted(started, 3);
  await until('the connections of the dead thread are gone', async () => sockets.size < HOUSEHOLD_MAX - 100);
  const free = HOUSEHOLD_MAX - sockets.size;
  assert.equal(await opened(free - 10), free - 10);
  while ((await opened(1)) === 1);
  await until('as many are open as before', async () => sockets.size === HOUSEHOLD_MAX);
  for (const socket of sockets) socket.destroy();
  await workers.stop();
  assert.deepEqual(errors, []);
});

/** The thread with this number listens. */
async function restarted(started: Worker[], number: number): Promise<void> {
  for (let looks = 0; looks < 200 && started.length < number; looks++) await sleep(20);
  const worker = started[number - 1];
  assert.ok(worker, 'no thread was started');
  await once(worker, 'message', { signal: AbortSignal.timeout(30_000) });
}
