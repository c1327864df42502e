/** `receipts rotate` beside a service with two threads: receipts signed before and right after a rotation. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dayObservationsTable } from '#data/live/day-observations-table.ts';
import { offline } from '#data/live/ports.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { country } from '#demo-country/country.ts';
import { signReceipt } from '#domain/receipts/jws.ts';
import { receiptKeys } from '#domain/receipts/receipt-keys.ts';
import { statementFor } from '#domain/receipts/statement.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { readConfig } from '#server/config/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { startWorkers } from '#server/workers.ts';
import { firmoteca } from '#test/support/cli.ts';
import { cuiOf, type Envelope } from '#test/support/demo-service.ts';
import { changedEnvironment, type Restore } from '#test/support/environment.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-receipts-'));
const environment = { FIRMOTECA_DATA: folder };
const DAY = '2024-06-30';
const cui = cuiOf('giant');

let store: Store;
let restore: Restore;
let workers: Awaited<ReturnType<typeof startWorkers>>;
before(async () => {
  // Threads read the settings of their process.
  restore = changedEnvironment({ ...environment, FIRMOTECA_LOG: 'errors' });
  await keptInstallation(folder);
  store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  const record = country({ seed: 'demo', companies: 300, founded: '2026-11-15' }).fiscalRecord(
    cui,
    DAY,
  ) as FiscalRecord;
  const fetchedAt = new Date().toISOString();
  const observation = { outcome: 'found', record, raw: '{"date_generale":{}}', fetchedAt } as const;
  await store.live.write([dayObservationsTable(store.live).store(cui, DAY, observation)]);
  const onError = (error: unknown): void => assert.fail(String(error));
  workers = await startWorkers({ count: 2, host: '127.0.0.1', port: 0, store, live: offline, onError });
});
after(async () => {
  await workers.stop();
  await store.close();
  restore();
  rmSync(folder, { recursive: true });
});

/** Each request has its own connection, so that either thread answers. */
const ask = async (path: string, body?: object): Promise<Envelope> => {
  const response = await fetch(`http://127.0.0.1:${workers.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': DEMO_KEY, connection: 'close', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Envelope;
};
const issued = async (): Promise<string> => (await ask(`/api/company/${cui}?date=${DAY}&receipt=true`)).meta.receipt;
const check = async (receipt: string) => (await ask('/api/receipts/verify', { receipt })).data;
const published = async (): Promise<string[]> =>
  ((await ask('/.well-known/receipt-keys.json')) as unknown as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
const kidOf = (receipt: string): string =>
  JSON.parse(Buffer.from(receipt.split('.')[0] ?? '', 'base64url').toString()).kid;

test('receipts of every current and former key are valid in both threads, also during a rotation', async () => {
  const receipts = [await issued()];
  for (let rotation = 1; rotation <= 2; rotation++) {
    const { code, stderr, json } = await firmoteca(['receipts', 'rotate', '--json'], environment);
    assert.equal(code, 0, stderr);
    const { kid, keysBefore } = json() as { kid: string; keysBefore: number };
    assert.equal(keysBefore, rotation);
    // A thread with the new key signs with it; the other may not have polled yet.
    let newest = await issued();
    await until('a thread signs with the new key', async () => {
      if (kidOf(newest) !== kid) newest = await issued();
      return kidOf(newest) === kid;
    });
    for (let times = 0; times < 8; times++) assert.equal((await check(newest)).valid, true);
    receipts.push(newest);
  }
  assert.equal(new Set(receipts.map(kidOf)).size, 3);
  // A thread polls once a second at most, and always before it states the status of a key.
  const isRight = async (receipt: string): Promise<boolean> => {
    const { valid, key } = await check(receipt);
    assert.equal(valid, true);
    return (key.retiredAt === null) === (receipt === receipts.at(-1));
  };
  for (const receipt of receipts) {
    let right = 0;
    await until('both threads have the new key', async () => {
      right = (await isRight(receipt)) ? right + 1 : 0;
      return right === 4;
    });
  }
  assert.deepEqual(new Set(await published()), new Set(receipts.map(kidOf)));
  const { stdout } = await firmoteca(['receipts', 'keys'], environment);
  const lines = stdout.trim().split('\n');
  assert.deepEqual([lines.length, lines.filter((line) => line.endsWith('signs')).length], [3, 1]);
  assert.match(lines[0] ?? '', new RegExp(`^${kidOf(receipts[2] ?? '')} `));
});

test('only the public part of former keys is stored', () => {
  const { receiptKeysBefore = [] } = loadSecrets(readConfig(environment).secretsFile);
  assert.equal(receiptKeysBefore.length, 2);
  for (const stored of receiptKeysBefore) assert.deepEqual(Object.keys(stored), ['x', 'retiredAt']);
});

test('a receipt of another installation is not valid', async () => {
  const own = JSON.parse(Buffer.from((await issued()).split('.')[1] ?? '', 'base64url').toString());
  const foreign = await signReceipt(
    statementFor(
      { cui, day: DAY, raw: '{}', found: true, fetchedAt: own.answered.at, onDate: own.told },
      { account: own.account, requestId: 'x', at: own.signedAt },
      own,
    ),
    receiptKeys(() => ({ receiptKey: 'of another installation' })),
  );
  const { valid, reason, statement, record } = await check(foreign);
  assert.deepEqual([valid, reason.code, statement, record], [false, 'unknownKey', null, null]);
});

test('without a known verb the command lists its verbs', async () => {
  for (const words of [['receipts'], ['receipts', 'forget']]) {
    const { code, stderr, stdout } = await firmoteca(words, environment);
    assert.notEqual(code, 0);
    assert.match(stderr + stdout, /rotate or keys/);
  }
});
