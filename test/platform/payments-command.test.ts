/** `npx firmoteca payments`: the ledger, single payments, closing by hand and the check of the facilitator. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import { buyer } from '#test/support/chain/buyer.ts';
import { type LocalChain, localChain } from '#test/support/chain/chain.ts';
import { type TestFacilitator, testFacilitator } from '#test/support/chain/facilitator.ts';
import { PAYEE, shop } from '#test/support/chain/shop.ts';
import { on } from '#test/support/chain/trade.ts';
import { firmoteca } from '#test/support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-payments-'));
const environment = { FIRMOTECA_DATA: folder, FIRMOTECA_X402_PAYEE: PAYEE };
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
  one.things.give = async () => ({ data: { name: 'one', size: 1 } });
  official.fault = on('settle', 'lost');
  local.readable(() => false);
  assert.equal((await buyer(payer)(one.thing)).status, 503);
  official.fault = () => null;
  local.readable(() => true);
  await one.close();
  await store.close();
});
after(async () => {
  await official.close();
  await local.close();
  rmSync(folder, { recursive: true });
});

test('the ledger lists payments, newest first, and filters by state', async () => {
  const all = (await firmoteca(['payments', 'list', '--json'], environment)).json() as { state: string }[];
  assert.deepEqual(all.map(({ state }) => state).toSorted(), [
    'delivered',
    'delivered',
    'delivered',
    'released',
    'unknown',
  ]);
  const { stdout } = await firmoteca(['payments', 'list', '--state', 'delivered'], environment);
  assert.equal(stdout.trim().split('\n').length, 3);
  assert.match(stdout, /delivered {2}\$0\.01 .*getThing {2}eip155:84532 {2}0x[0-9a-f]{40} {2}0x[0-9a-f]{64}\n/);
  const some = (await firmoteca(['payments', 'list', '--limit', '2', '--json'], environment)).json();
  assert.deepEqual(some, all.slice(0, 2));
  for (const limit of ['0', 'many', '100001'])
    assert.match((await firmoteca(['payments', 'list', '--limit', limit], environment)).stderr, /--limit takes/);
  const wrong = await firmoteca(['payments', 'list', '--state', 'lost'], environment);
  assert.deepEqual([wrong.code, /--state is one of claimed/.test(wrong.stderr)], [2, true]);
});

test('a payment with an unknown outcome is shown with the chain’s state, and closed with a reason', async () => {
  const payments = (...args: string[]) =>
    firmoteca(['payments', ...args], { ...environment, FIRMOTECA_X402_RPC_URLS: local.rpcUrl });
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await payments(...args);
    assert.equal(code, 2, args.join(' '));
    return stderr;
  };
  const [{ id = '' } = {}] = (await payments('list', '--state', 'unknown', '--json')).json() as { id?: string }[];
  const visible = (await payments('show', id, '--json')).json() as Record<string, unknown>;
  const { chain } = visible as { chain: { state: string; transaction: string } };
  assert.deepEqual([visible.id, visible.state, visible.amount, visible.answerKept], [id, 'unknown', 10_000, true]);
  assert.match(String(visible.validBefore), /^20.*Z$/);
  assert.equal(chain.state, 'used');
  const { stdout } = await payments('show', id);
  assert.match(stdout, /^state +unknown$/m);
  assert.match(stdout, /^amount +\$0\.01$/m);
  assert.match(stdout, /^chain +used 0x[0-9a-f]{64}$/m);
  assert.match(await refused('close', id, 'failed'), /--reason TEXT/);
  assert.match(await refused('close', id, 'failed', '--reason', 'not seen'), /chain says that it was settled/);
  assert.match(await refused('close', id, 'released', '--reason', 'x'), /settled, or failed/);
  assert.match(await refused('close', id, 'settled', '--reason', 'x', '--transaction', '0x12'), /64 digits/);
  assert.match(await refused('close', 'nobody', 'failed', '--reason', 'x'), /no payment nobody/);
  assert.match(await refused('show', "' or 1=1 --"), /no payment/);
  const closed = (await payments('close', id, 'settled', '--reason', 'seen in the explorer', '--json')).json();
  const { state, reason, transaction } = closed as Record<string, unknown>;
  assert.deepEqual([state, reason, transaction], ['settled', 'by hand: seen in the explorer', chain.transaction]);
  assert.match(await refused('close', id, 'settled', '--reason', 'again'), /this one is settled/);
});

test('totals sum settled payments by day and operation', async () => {
  const totals = (await firmoteca(['payments', 'totals', '--json'], environment)).json() as object[];
  const day = new Date().toISOString().slice(0, 10);
  assert.deepEqual(totals, [{ day, operation: 'getThing', network: 'eip155:84532', requests: 4, amount: 40_000 }]);
});

test('the check reports whether the facilitator accepts payments', async () => {
  const check = (url: string) =>
    firmoteca(['payments', 'check'], { ...environment, FIRMOTECA_X402_FACILITATOR_URL: url });
  const good = await check(official.url);
  assert.deepEqual([good.code, good.stdout], [0, 'The facilitator settles on base-sepolia.\n']);
  const bad = await check('http://127.0.0.1:1');
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /gave no answer.*payments fail/);
  const off = await firmoteca(['payments', 'check'], {
    FIRMOTECA_COUNTRY: 'romania',
    FIRMOTECA_DATA: join(folder, 'other'),
  });
  assert.deepEqual([off.code, /Nothing is sold/.test(off.stdout)], [0, true]);
});
