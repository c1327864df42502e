/** The database fails at each step of a payment: no charge without an answer, and the payment continues afterwards. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { openSchema } from '#data/store/postgres/database.ts';
import { signed } from '#test/support/chain/buyer.ts';
import { type Shop, shop, THING } from '#test/support/chain/shop.ts';
import { answered, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';
import { type Way, wayTo } from '#test/support/fault-proxy.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { until } from '#test/support/until.ts';

if (process.env.FIRMOTECA_TEST_ENGINE !== 'sqlite') {
  let local: Trade['local'];
  let official: Trade['official'];
  let payer: Trade['payer'];
  let spent: Trade['spent'];
  trading((trade) => {
    ({ local, official, payer, spent } = trade);
  });
  let server: TestDatabase;
  let way: Way;
  let state: Database;
  let own: Shop;
  before(async () => {
    server = await testDatabase();
    way = await wayTo(server.url);
    state = await openSchema(way.through(server.url), 'test', { statementTimeoutMs: 5_000 });
    own = await shop(local, official, state);
  });
  after(async () => {
    way.open();
    await own.close();
    await state.close();
    await way.stop();
    await server.stop();
  });

  /** The final status for a payer who repeats the payment while it is refused temporarily. */
  const patient = async (headers: Record<string, string>): Promise<number> => {
    let status = 0;
    await until('the payment is accepted or refused', async () => {
      ({ status } = await fetch(own.thing, { headers }));
      return status !== 409 && status !== 503;
    });
    return status;
  };

  for (const step of ['claim', 'verify', 'perform'] as const)
    test(`with the database down at the step ${step} the payer gets a 503, and later pays once for one answer`, async () => {
      const account = await payer();
      own.things.looked = 0;
      official.fault = (question) => {
        if (question === step) way.close();
        return null;
      };
      own.things.give = async () => {
        if (step === 'perform') way.close();
        return { data: THING };
      };
      if (step === 'claim') way.close();
      const headers = await signed(own.thing, account);
      assert.deepEqual(await answered(await fetch(own.thing, { headers })), [503, 'STORE_UNAVAILABLE']);
      assert.equal(await spent(account), 0n);
      official.fault = () => null;
      own.things.give = async () => ({ data: THING });
      way.open();
      assert.equal(await patient(headers), 200);
      assert.equal(await spent(account), PRICE);
    });

  test('with the database down during the settlement the payer has the answer, and the ledger catches up later', async () => {
    const account = await payer();
    official.fault = (question) => {
      if (question === 'settle') way.close();
      return null;
    };
    const headers = await signed(own.thing, account);
    assert.equal((await fetch(own.thing, { headers })).status, 200);
    assert.equal(await spent(account), PRICE);
    way.open();
    const stateNow = async () => (await own.rowOf(account.address))?.state;
    await until('it is delivered', async () => (await stateNow()) === 'delivered');
  });
}
