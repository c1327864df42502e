/** `npx firmoteca payments`: what the operator sees of sales, and of a facilitator that is not there. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { buyer } from './chain/buyer.ts';
import { type LocalChain, localChain } from './chain/chain.ts';
import { type TestFacilitator, testFacilitator } from './chain/facilitator.ts';
import { shop } from './chain/shop.ts';
import { firmoteca } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-payments-'));
const environment = { FIRMOTECA_DATA: folder };
let local: LocalChain;
let official: TestFacilitator;

before(async () => {
  local = await localChain();
  official = await testFacilitator(local);
  const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  const one = await shop(local, official, store.state);
  const payer = await local.payer(1_000_000n);
  for (const code of ['6201', '6202', '6203'])
    assert.equal((await buyer(payer)(`${one.origin}/api/caen/${code}`)).status, 200);
  one.things.give = () => Promise.reject(new Error('x'));
  await buyer(payer)(one.thing);
  await one.close();
  await store.close();
});
after(async () => {
  await official.close();
  await local.close();
  rmSync(folder, { recursive: true });
});

test('the ledger lists payments, newest first, and those of one state', async () => {
  const all = (await firmoteca(['payments', 'list', '--json'], environment)).json() as { state: string }[];
  assert.deepEqual(all.map(({ state }) => state).toSorted(), ['delivered', 'delivered', 'delivered', 'released']);
  const { stdout } = await firmoteca(['payments', 'list', '--state', 'delivered'], environment);
  assert.equal(stdout.trim().split('\n').length, 3);
  assert.match(stdout, /delivered {2}\$0\.01 .*getThing {2}eip155:84532 {2}0x[0-9a-f]{40} {2}0x[0-9a-f]{64}\n/);
  const wrong = await firmoteca(['payments', 'list', '--state', 'lost'], environment);
  assert.deepEqual([wrong.code, /--state is one of claimed/.test(wrong.stderr)], [2, true]);
});

test('totals are what was settled, by day and operation', async () => {
  const totals = (await firmoteca(['payments', 'totals', '--json'], environment)).json() as object[];
  const day = new Date().toISOString().slice(0, 10);
  assert.deepEqual(totals, [{ day, operation: 'getThing', network: 'eip155:84532', requests: 3, amount: 30_000 }]);
});

test('the check says whether anybody can pay', async () => {
  const check = (url: string) =>
    firmoteca(['payments', 'check'], { ...environment, FIRMOTECA_X402_FACILITATOR_URL: url });
  const good = await check(official.url);
  assert.deepEqual([good.code, good.stdout], [0, 'The facilitator settles on base-sepolia.\n']);
  const bad = await check('http://127.0.0.1:1');
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /gave no answer.*nobody can pay/);
  const off = await firmoteca(['payments', 'check'], {
    FIRMOTECA_COUNTRY: 'romania',
    FIRMOTECA_DATA: join(folder, 'other'),
  });
  assert.deepEqual([off.code, /Nothing is sold/.test(off.stdout)], [0, true]);
});
