/** The payment ledger on both engines: leases and allowed transitions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Meta } from '#api/operation-result.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { openPayments, paymentById, recentPayments, salesByDay } from '#platform/payments/ledger-report-table.ts';
import {
  type Claim,
  claim,
  closeManually,
  delivered,
  dropAnswers,
  dropReleased,
  failed,
  lease,
  type PaymentRow,
  type PaymentState,
  paymentStates,
  releaseAbandoned,
  released,
  settled,
  settling,
  unknownPayments,
  unlease,
  verified,
} from '#platform/payments/ledger-table.ts';
import { networksOf } from '#platform/payments/networks.ts';
import type { Payment } from '#platform/payments/payment.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const [network] = networksOf(['base-sepolia']) ?? [];
const NOW = '2026-11-15T08:00:00.000Z';
const SOON = '2026-11-15T08:01:00.000Z';
const LATER = '2026-11-15T09:00:00.000Z';
const REPLY = { data: 'ș', etag: 'x', meta: {} as Meta };

let numbers = 0;
function payment(more: Partial<Payment> = {}): Payment {
  if (!network) throw new Error('There is no such network.');
  const payer = `0x${String(++numbers).padStart(40, '0')}`;
  const known = {
    version: 2 as const,
    network,
    payer,
    nonce: '0x1',
    amount: '10000',
    validAfter: 0,
    validBefore: 1_800_000_000,
  };
  // The ledger stores neither payload nor requirements.
  const handed = { payload: {}, requirements: {} } as Pick<Payment, 'payload' | 'requirements'>;
  return { ...known, identifier: null, bond: 'bond', signed: 'signed', ...handed, ...more };
}

onBothEngines((engine) => {
  let state: Database;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
  });
  after(() => state.close());

  const claimed = (one: Payment, now = NOW) =>
    claim(state, one, { request: 'r', operation: 'getThing', now, leaseUntil: now === NOW ? SOON : LATER });
  const ours = async (one: Payment = payment()): Promise<Claim> => {
    const created = await claimed(one);
    assert.ok('claim' in created);
    return created.claim;
  };
  const row = async (id: string): Promise<PaymentRow | null> => state.one('select * from payment where id = $1', [id]);

  /** The transition to each state. */
  const moves: Record<Exclude<PaymentState, 'claimed'>, (id: string) => Promise<boolean>> = {
    verified: (id) => verified(state, id, SOON),
    released: (id) => released(state, id),
    unknown: (id) => settling(state, id, { result: REPLY, hidden: '' }, SOON),
    settled: (id) => settled(state, id, '0xabc', SOON),
    failed: (id) => failed(state, id, 'insufficient'),
    delivered: (id) => delivered(state, id, NOW),
  };
  const ways: Record<PaymentState, (keyof typeof moves)[]> = {
    claimed: [],
    verified: ['verified'],
    released: ['released'],
    unknown: ['verified', 'unknown'],
    settled: ['verified', 'unknown', 'settled'],
    failed: ['verified', 'unknown', 'failed'],
    delivered: ['verified', 'unknown', 'settled', 'delivered'],
  };
  const allowed = new Set([
    'claimed verified',
    'claimed released',
    'verified released',
    'verified unknown',
    'unknown settled',
    'unknown failed',
    'settled delivered',
  ]);
  for (const from of paymentStates)
    for (const to of Object.keys(moves) as (keyof typeof moves)[])
      test(`a payment that is ${from} ${allowed.has(`${from} ${to}`) ? 'may become' : 'cannot become'} ${to}`, async () => {
        const { id } = await ours();
        for (const step of ways[from]) assert.equal(await moves[step](id), true);
        assert.equal(await moves[to](id), allowed.has(`${from} ${to}`));
        assert.equal((await row(id))?.state, allowed.has(`${from} ${to}`) ? to : from);
      });

  test('concurrent claims of one authorization succeed once', async () => {
    const one = payment();
    const created = await Promise.all(Array.from({ length: 10 }, () => claimed(one)));
    assert.equal(created.filter((each) => 'claim' in each).length, 1);
    for (const each of created) if ('existing' in each) assert.equal(each.existing.state, 'claimed');
  });

  test('an identifier is claimed once for each payer, for any authorization', async () => {
    const first = payment({ identifier: 'n' });
    await ours(first);
    const second = await claimed({ ...first, nonce: '0x2' });
    assert.equal('existing' in second && second.existing.nonce, '0x1');
    assert.ok('claim' in (await claimed(payment({ identifier: 'n' }))));
  });

  for (const end of ['released', 'failed'] as const)
    test(`a ${end} payment frees its authorization and its identifier`, async () => {
      const one = payment({ identifier: 'n' });
      const { id } = await ours(one);
      for (const step of ways[end]) await moves[step](id);
      const { id: next } = await ours(one);
      assert.equal(await row(id), null);
      await released(state, next);
      await ours({ ...one, nonce: '0x2' });
    });

  test('a failed payment stays in the ledger after its expiry, and its identifier is free again', async () => {
    const one = payment({ identifier: 'n', validBefore: Date.parse(NOW) / 1000 - 1 });
    const { id } = await ours(one);
    for (const step of ways.failed) await moves[step](id);
    const again = await claimed(one);
    assert.equal('existing' in again && again.existing.id, id);
    await ours({ ...one, nonce: '0x2' });
    assert.equal((await paymentById(state, id))?.reason, 'insufficient');
  });

  test('an expired claim is replaced, and its former holder can no longer change it', async () => {
    const one = payment();
    const { id } = await ours(one);
    assert.ok('existing' in (await claimed(one)));
    const next = await claimed(one, LATER);
    assert.ok('claim' in next);
    assert.equal(await verified(state, id, SOON), false);
    assert.equal(await verified(state, next.claim.id, SOON), true);
  });

  test('a payment that may be settled is never replaced', async () => {
    for (const at of ['unknown', 'settled', 'delivered'] as const) {
      const one = payment();
      const { id } = await ours(one);
      for (const step of ways[at]) await moves[step](id);
      const again = await claimed(one, LATER);
      assert.equal('existing' in again && again.existing.id, id, at);
    }
  });

  test('the stored answer is byte-identical', async () => {
    const one = payment();
    const { id } = await ours(one);
    for (const step of ways.unknown) await moves[step](id);
    const again = await claimed(one, LATER);
    assert.ok('existing' in again);
    assert.equal(Buffer.from(again.existing.answer ?? []).toString(), 'ș');
    assert.deepEqual(JSON.parse(again.existing.answer_about ?? ''), { etag: 'x', meta: {}, hidden: '' });
    assert.deepEqual([again.existing.amount, again.existing.validBefore], [10_000, 1_800_000_000]);
  });

  test('one request at a time resolves an outcome', async () => {
    const { id } = await ours();
    for (const step of ways.unknown) await moves[step](id);
    const found = { id, state: 'unknown' as const };
    assert.equal(await lease(state, found, NOW, SOON), false, 'the settlement is under way');
    await unlease(state, id);
    const taken = await Promise.all([1, 2, 3].map(() => lease(state, found, NOW, SOON)));
    assert.deepEqual(taken.toSorted(), [false, false, true]);
    assert.equal(await lease(state, { id, state: 'settled' }, LATER, LATER), false);
  });

  test('payments with an unknown outcome are sorted by their waiting time', async () => {
    const ids: string[] = [];
    for (const since of ['2026-01-02', '2026-01-01', SOON]) {
      const { id } = await ours();
      for (const step of ways.unknown) await moves[step](id);
      await unlease(state, id, since);
      ids.push(id);
    }
    const waiting = (await unknownPayments(state, NOW, 1_000)).map(({ id }) => id).filter((id) => ids.includes(id));
    assert.deepEqual(waiting, [ids[1], ids[0]]);
    assert.equal((await unknownPayments(state, LATER, 1)).length, 1);
  });

  test('a payment whose lease is returned can be leased again in the same instant', async () => {
    const { id } = await ours();
    for (const step of ways.unknown) await moves[step](id);
    await unlease(state, id, NOW);
    assert.ok((await unknownPayments(state, NOW, 1_000)).some((waiting) => waiting.id === id));
    assert.equal(await lease(state, { id, state: 'unknown' }, NOW, SOON), true);
  });

  test('operators read one payment, the latest ones, sums by day and the age of the oldest open one', async () => {
    const { id } = await ours(payment({ amount: '123' }));
    for (const step of ways.unknown) await moves[step](id);
    const open = await openPayments(state);
    assert.ok(open.count > 0);
    assert.equal(open.oldest, NOW);
    assert.equal(await closeManually(state, id, { to: 'settled', transaction: '0xab', reason: 'by hand: seen' }), true);
    assert.equal(await closeManually(state, id, { to: 'failed', transaction: null, reason: 'x' }), false);
    assert.equal((await openPayments(state)).count, open.count - 1);
    const found = await paymentById(state, id);
    assert.deepEqual(
      [found?.state, found?.amount, found?.answerKept, found?.validBefore, found?.transaction, found?.reason],
      ['settled', 123, 1, 1_800_000_000, '0xab', 'by hand: seen'],
    );
    assert.ok((await recentPayments(state, 'settled', 100)).some((entry) => entry.id === id));
    const sums = await salesByDay(state);
    const all = (await recentPayments(state, null, 1_000)).filter(({ state: at }) => /settled|delivered/.test(at));
    assert.equal(
      sums.reduce((sum, { amount }) => sum + amount, 0),
      all.reduce((sum, { amount }) => sum + amount, 0),
    );
  });

  if (engine.name === 'sqlite')
    test('cleanup uses indexes instead of a scan of all sales', async () => {
      const due = [
        [releaseAbandoned(NOW), 'payment_open'],
        [dropReleased(NOW), 'payment_open'],
        [dropAnswers({ identified: NOW, others: NOW }), 'payment_answer'],
      ] as const;
      for (const [{ sql, params }, index] of due) {
        const plan = await state.all<{ detail: string }>(`explain query plan ${sql}`, params);
        assert.deepEqual(
          plan.map(({ detail }) => /INDEX (\w+)/.exec(detail)?.[1]),
          plan.map(() => index),
        );
      }
    });

  test('cleanup releases lost claims and removes old answers and uncharged payments, while receipts stay', async () => {
    const lost = await ours();
    const held = await claimed(payment(), LATER);
    assert.ok('claim' in held);
    const [named, others] = [await ours(payment({ identifier: 'k' })), await ours()];
    for (const { id } of [named, others]) for (const step of ways.delivered) await moves[step](id);
    await state.write([releaseAbandoned('2026-11-15T08:30:00.000Z')]);
    assert.equal((await row(lost.id))?.state, 'released');
    assert.equal((await row(held.claim.id))?.state, 'claimed');
    const future = '9999';
    await state.write([dropAnswers({ identified: NOW.slice(0, 4), others: future }), dropReleased(future)]);
    assert.equal(await row(lost.id), null);
    assert.equal((await row(others.id))?.answer, null);
    assert.equal((await row(others.id))?.transaction_hash, '0xabc');
    assert.notEqual((await row(named.id))?.answer, null);
    await state.write([dropAnswers({ identified: future, others: future })]);
    assert.equal((await row(named.id))?.answer, null);
  });
});
