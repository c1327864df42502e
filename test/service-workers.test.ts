/** The serving threads: one that dies is started anew on the same port, and none is started after the stop. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { DEMO_KEY } from '#accounts/keys.ts';
import { offline } from '#live/ports.ts';
import { startWorkers } from '#serve/workers.ts';
import { openStore } from '#store/open.ts';
import { cuiOf } from './demo-service.ts';
import { keptInstallation } from './kept-installation.ts';

/** Longer than a thread that died is left alone before the next one is started. */
const RESTARTED_MS = 1_500;

test('a thread that dies is started anew, on the port of the others', async (t) => {
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

/** The thread with this number listens. */
async function restarted(started: Worker[], number: number): Promise<void> {
  for (let looks = 0; looks < 200 && started.length < number; looks++) await sleep(20);
  const worker = started[number - 1];
  assert.ok(worker, 'no thread was started');
  await once(worker, 'message', { signal: AbortSignal.timeout(30_000) });
}
