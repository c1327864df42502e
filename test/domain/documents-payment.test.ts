/** Documents and signatures paid for by request, with the official client over a real chain: metadata and verdicts only. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { networksOf } from '#platform/payments/networks.ts';
import { usualPrices } from '#platform/payments/prices.ts';
import { buyer, receiptOf } from '#test/support/chain/buyer.ts';
import { type LocalChain, localChain } from '#test/support/chain/chain.ts';
import { type TestFacilitator, testFacilitator } from '#test/support/chain/facilitator.ts';
import { PAYEE } from '#test/support/chain/shop.ts';
import { assertNothingPrivate, fillStates } from '#test/support/documents-states.ts';
import { noticeRecord } from '#test/support/procurement-records.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const FUNDS = 1_000_000n;
/** The price of a list, in millionths of a dollar. */
const PRICE = 5_000n;

let local: LocalChain;
let official: TestFacilitator;
let service: SmallService;

before(async () => {
  local = await localChain();
  official = await testFacilitator(local);
  const networks = networksOf(['base-sepolia']) ?? [];
  const facilitator = { url: official.url, token: null };
  const seller = {
    payee: PAYEE,
    networks: networks.map((network) => ({ ...network, rpcUrl: local.rpcUrl })),
    prices: usualPrices,
    facilitator,
  };
  const notices = [noticeRecord({ notice: 'CN1000002', systemId: 100_000_002 })];
  service = await smallService({ notices, config: { seller } });
  await fillStates(service);
});
after(async () => {
  await service?.close();
  await official?.close();
  await local?.close();
});

const path = (notice: string, list: string): string => `${service.origin}/api/sicap/procedure/${notice}/${list}`;

for (const [list, field] of [
  ['documents', 'content'],
  ['signers', 'signer'],
] as const)
  test(`a payment for ${list} returns them without ${field}`, async () => {
    const account = await local.payer(FUNDS);
    const response = await buyer(account)(path('CN2000001', list));
    assert.equal(response.status, 200);
    assert.equal(receiptOf(response.headers)?.success, true);
    assert.equal(await local.balanceOf(account.address), FUNDS - PRICE);
    const paid = (await response.json()) as { data: object[]; meta: { redacted: string[] } };
    assert.deepEqual(paid.meta.redacted, [field]);
    assertNothingPrivate(paid);
    const pro = (await (await fetch(path('CN2000001', list), { headers: { 'x-api-key': DEMO_KEY } })).json()) as {
      data: object[];
    };
    assert.deepEqual(
      paid.data,
      pro.data.map((row) => ({ ...row, [field]: null })),
    );
  });

test('no payment is taken for a document list that is missing, withdrawn or empty', async () => {
  const account = await local.payer(FUNDS);
  for (const [notice, status] of [
    ['CN1000002', 409],
    ['CN2000002', 503],
    ['CN2000003', 503],
    ['CN2000004', 200],
    ['CN2000005', 410],
    ['CN9999999', 404],
  ] as const) {
    const response = await buyer(account)(path(notice, 'documents'));
    assert.equal(response.status, status, notice);
    assert.equal(await local.balanceOf(account.address), FUNDS, notice);
  }
});

test('no payment opens the operations that need Pro', async () => {
  const account = await local.payer(FUNDS);
  for (const address of [
    path('CN2000001', 'changes'),
    path('CN2000001', 'bundle'),
    `${service.origin}/api/sicap/document/CN2000001-00001/text`,
    `${service.origin}/api/sicap/document/CN2000001-00001/download`,
  ]) {
    const response = await buyer(account)(address);
    assert.ok([401, 403].includes(response.status), address);
    assertNothingPrivate(await response.json());
  }
  assert.equal(await local.balanceOf(account.address), FUNDS);
});
