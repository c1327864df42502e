/** The database goes away while a payment is under way, at each of its steps: nobody pays for nothing, and it goes on when it is back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#store/database.ts';
import { openSchema } from '#store/postgres/database.ts';
import { signed } from './chain/buyer.ts';
import { type Shop, shop, THING } from './chain/shop.ts';
import { answered, PRICE, type Trade, trading } from './chain/trade.ts';
import { type Way, wayTo } from './cut-off.ts';
import { type TestDatabase, testDatabase } from './postgres-server.ts';

const PATIENCE_MS = 30_000;

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

  /** What he gets in the end, who sends the same payment again while he is told to come back. */
  const patient = async (headers: Record<string, string>): Promise<number> => {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
      const response = await fetch(own.thing, { headers });
      if (Date.now() > end || ![409, 503].includes(response.status)) return response.status;
    }
  };

  for (const step of ['claim', 'verify', 'perform'] as const)
    test(`away at the step ${step}, the payer is told to come back and pays once, for one answer`, async () => {
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

  test('away while it is settled, the payer has his answer, and the books follow when it is back', async () => {
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
    for (const end = Date.now() + PATIENCE_MS; (await stateNow()) !== 'delivered' && Date.now() < end; )
      await sleep(100);
    assert.equal(await stateNow(), 'delivered');
  });
}
