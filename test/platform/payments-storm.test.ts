/** Two hundred concurrent paid requests at two hosts with random faults: charges and deliveries match exactly. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateKeyAccount } from 'viem/accounts';
import { ApiError } from '#api/api-error.ts';
import { pick, type Random, random, seedNumber } from '#demo-country/random.ts';
import { messages } from '#locales/messages.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Receipt, receiptOf, signed } from '#test/support/chain/buyer.ts';
import { localChain } from '#test/support/chain/chain.ts';
import { type Fault, testFacilitator } from '#test/support/chain/facilitator.ts';
import { PAYEE, type Shop, shop } from '#test/support/chain/shop.ts';

const REQUESTS = 200;
const PAYERS = 25;
const PRICE = 10_000n;
/** Two hundred concurrent requests keep a facilitator busy for a while. */
const PATIENCE = { verifyMs: 10_000, settleMs: 10_000 };
/** A fixed seed makes the storm repeatable. */
const SEED = seedNumber('storm');

/** The outcome of the look-up, by the requested code. */
const answers: Shop['things']['give'][] = [
  ...Array.from({ length: 7 }, () => async () => ({ data: { name: 'one', size: 1 } })),
  async () => ({ data: null }),
  async () => ({ data: { name: 'one', size: null }, meta: { pending: ['size'] } }),
  () => Promise.reject(new ApiError('NOT_FOUND', messages.problem.NOT_FOUND())),
];

const faults: Record<string, (Fault | null)[]> = {
  verify: [...Array<null>(17).fill(null), 'down', 'lost', 'broken'],
  settle: [...Array<null>(12).fill(null), 'lost', 'lost', 'lost', 'broken', 'broken', 'down', 'slow', 'refuse'],
};

/** Codes after which a retry is useless. */
const FINAL = ['NOT_FOUND', 'PAYMENT_FAILED', 'PAYMENT_INVALID', 'PAYMENT_REUSED'];

/** The final result of one payer. */
interface End {
  payer: PrivateKeyAccount;
  /** Null: no data, and no retry. */
  data: unknown;
  receipt: Receipt | null;
  last: string;
}

onBothEngines((engine) => {
  test('the sum settled on the chain equals the sum of delivered answers', { timeout: 400_000 }, async (t) => {
    const local = await localChain();
    const official = await testFacilitator(local);
    const location = await engine.place();
    const databases = [await location.database(), await location.database()];
    const shops: Shop[] = [];
    for (const database of databases) shops.push(await shop(local, official, database, { patience: PATIENCE }));
    t.after(async () => {
      for (const each of shops) await each.close();
      for (const database of databases) await database.close();
      await official.close();
      await local.close();
    });
    const payers = await Promise.all(Array.from({ length: PAYERS }, () => local.payer(PRICE * 100n)));
    const weather = random(SEED, 0, 'weather');
    official.slowMs = PATIENCE.settleMs + 1_000;
    official.fault = (question) => pick(faults[question] ?? [null], weather());
    local.readable(() => weather() > 0.3);
    for (const { things } of shops)
      things.give = async (code, signal) => {
        await sleep(weather() * 50);
        return (answers[Number(code) % answers.length] as Shop['things']['give'])(code, signal);
      };
    let isStorm = true;
    const job = (async () => {
      while (isStorm) {
        await Promise.all(shops.map((each) => each.reconcile()));
        await sleep(300);
      }
    })();

    const calls = Array.from({ length: REQUESTS }, (_, i) =>
      context(i, shops, pick(payers, chanceOf(i)()), () => isStorm),
    );
    await sleep(10_000);
    isStorm = false;
    official.fault = () => null;
    local.readable(() => true);
    const ends = await Promise.all(calls);
    await job;
    for (const each of shops) await each.settledDown();
    await shops[0]?.reconcile();

    const paid = ends.filter(({ receipt }) => receipt !== null);
    const sum = BigInt(paid.length) * PRICE;
    const lasts = Object.entries(Object.groupBy(ends, ({ last }) => last)).map(
      ([last, all]) => `${last} ${all?.length}`,
    );
    assert.equal(
      await local.balanceOf(PAYEE),
      sum,
      `the sum settled is the sum of what was delivered; the last codes of the payers: ${lasts.join(', ')}`,
    );
    for (const payer of payers) {
      const his = BigInt(paid.filter((end) => end.payer === payer).length);
      assert.equal(
        PRICE * 100n - (await local.balanceOf(payer.address)),
        his * PRICE,
        'the payer’s charges match the delivered answers',
      );
    }
    for (const { data, receipt, last } of ends)
      assert.equal(
        data !== null,
        receipt !== null,
        `an answer without a payment, or a payment without an answer: ${last}`,
      );
    assert.equal(
      new Set(paid.map(({ receipt }) => receipt?.transaction)).size,
      paid.length,
      'each payment has its own transaction',
    );
    const states = await databases[0]?.all<{ state: string; n: number; sum: number }>(
      'select state, count(*) as n, sum(amount) as sum from payment group by state',
    );
    const byState = new Map(states?.map((row) => [row.state, row]));
    assert.equal(BigInt(byState.get('delivered')?.sum ?? 0), sum, JSON.stringify(states));
    for (const state of ['claimed', 'verified', 'unknown', 'settled']) assert.equal(byState.has(state), false, state);
    assert.ok(paid.length > REQUESTS / 4, `too few payments for a storm: ${paid.length}`);
    assert.deepEqual(
      shops.flatMap(({ faults }) => faults),
      [],
    );
  });
});

const chanceOf = (i: number): Random => random(SEED, i, 'visitor');

/** Signs one payment and requests at either host until the result is final. */
async function context(
  i: number,
  shops: readonly Shop[],
  payer: PrivateKeyAccount,
  isStorm: () => boolean,
): Promise<End> {
  const roll = chanceOf(i);
  roll();
  const path = `/api/caen/${1000 + Math.floor(roll() * 1000)}`;
  // A disconnect may follow the last byte: only an identifier allows another fetch then.
  const hangsUp = roll() < 0.25;
  const named = hangsUp || roll() < 0.5;
  const at = (): string => pick(shops, roll()).origin + path;
  const headers = await signed(at(), payer, named ? { id: `visitor_number_${String(i).padStart(4, '0')}` } : {});
  const copies = roll() < 0.2 ? 3 : 1;
  for (let tries = 0; ; tries++) {
    const requested = await Promise.all(
      Array.from({ length: tries === 0 ? copies : 1 }, () =>
        ask(at(), headers, hangsUp && isStorm() && roll() < 0.7 ? roll() * 400 : null),
      ),
    );
    const answered = requested.find((each) => each?.status === 200);
    if (answered) return { payer, data: answered.body.data ?? null, receipt: answered.receipt, last: 'answered' };
    // A refused payment may be tried again by a later copy: the result is final when all copies are refused.
    const codes = requested.map((each) => each?.body.error?.code ?? 'nothing');
    const final = isStorm() ? FINAL : [...FINAL, 'UPSTREAM_UNAVAILABLE'];
    if (tries === 200 || codes.every((code) => final.includes(code)))
      return { payer, data: null, receipt: null, last: codes.join('+') };
    await sleep(500 + roll() * 1_000);
  }
}

/** `hangUpMs`: the caller disconnects after that time. */
async function ask(url: string, headers: Record<string, string>, hangUpMs: number | null) {
  try {
    const signal = hangUpMs === null ? {} : { signal: AbortSignal.timeout(Math.floor(hangUpMs)) };
    const response = await fetch(url, { headers, ...signal });
    const body = (await response.json()) as { data?: unknown; error?: { code: string } };
    return { status: response.status, body, receipt: receiptOf(response.headers) };
  } catch (error) {
    if (hangUpMs !== null) return null;
    throw error;
  }
}
