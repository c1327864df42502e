/** The client package pays for single requests with the official x402 packages, within the limit that the caller sets. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { x402Client, x402HTTPClient } from '@x402/core/client';
import type { PaymentRequired } from '@x402/core/types';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { on, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';
import { examplesIn } from '#test/support/markdown-code.ts';
import { type PackedClient, packedClient } from '#test/support/packed-client.ts';
import { type Client, createClient, FirmotecaError, type OnPaymentRequired } from '../../client/src/index.ts';

let local: Trade['local'];
let official: Trade['official'];
let one: Trade['one'];
let payer: Trade['payer'];
let spent: Trade['spent'];
trading((trade) => {
  ({ local, official, one, payer, spent } = trade);
});

/** Pays offers up to an amount and records each offer. */
function wallet(account: PrivateKeyAccount, amountMax: bigint, asking: typeof fetch = fetch) {
  const signing = new x402Client();
  registerExactEvmScheme(signing, { signer: account });
  const http = new x402HTTPClient(signing);
  const offered: [operation: string, amount: string | undefined][] = [];
  const onPaymentRequired: OnPaymentRequired = async (offer, { operation }) => {
    offered.push([operation, offer.accepts[0]?.amount]);
    const accepts = offer.accepts.filter(({ amount }) => BigInt(amount) <= amountMax);
    if (accepts.length === 0) return null;
    return http.encodePaymentSignatureHeader(
      await http.createPaymentPayload({ ...offer, accepts } as unknown as PaymentRequired),
    );
  };
  return { offered, client: createClient({ baseUrl: one.origin, onPaymentRequired, fetch: asking }) };
}

const refusalOf = async (client: Client): Promise<string> => {
  const error: unknown = await client.getCaen({ code: '6201' }).then(
    () => assert.fail('The call succeeded.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof FirmotecaError, String(error));
  return error.code;
};

test('an offer within the limit is paid, and the answer has a receipt', async () => {
  const account = await payer();
  const { client, offered } = wallet(account, PRICE);
  const { payment } = await client.getCaen({ code: '6201' });
  assert.deepEqual(offered, [['getCaen', String(PRICE)]]);
  assert.equal(payment?.success, true);
  assert.equal(payment.payer?.toLowerCase(), account.address.toLowerCase());
  const mined = await local.operator.getTransactionReceipt({ hash: payment.transaction as `0x${string}` });
  assert.equal(mined.status, 'success');
  assert.equal(await spent(account), PRICE);
});

test('an offer above the limit is not signed or paid', async () => {
  const account = await payer();
  const { client } = wallet(account, PRICE - 1n);
  assert.equal(await refusalOf(client), 'PAYMENT_REQUIRED');
  assert.equal(await spent(account), 0n);
  assert.deepEqual(official.asked, []);
});

test('a refused payment is not signed a second time', async () => {
  const poor = await local.payer(PRICE / 2n);
  const { client, offered } = wallet(poor, PRICE);
  assert.notEqual(await refusalOf(client), 'PAYMENT_REQUIRED');
  assert.equal(offered.length, 1);
});

test('a payment with an unknown outcome is sent again unchanged: signed once, charged once', async () => {
  const account = await payer();
  const seen: [status: number, payment: string | null][] = [];
  const watched: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    seen.push([response.status, new Headers(init?.headers).get('payment-signature')]);
    // From the next attempt on, the chain answers queries about the transaction.
    local.readable(() => response.status === 503);
    return response;
  };
  const { client, offered } = wallet(account, PRICE, watched);
  official.fault = on('settle', 'lost');
  const { payment } = await client.getCaen({ code: '6201' });
  assert.equal(payment?.success, true);
  assert.deepEqual(
    seen.map(([status]) => status),
    [402, 503, 200],
  );
  assert.equal(seen[1]?.[1], seen[2]?.[1]);
  assert.equal(offered.length, 1);
  assert.equal(await spent(account), PRICE);
});

let project: PackedClient;
before(async () => {
  project = await packedClient();
});
after(() => project?.remove());

test('the payment example of the README works in a project of its own', async () => {
  const [example = '', ...more] = examplesIn(
    readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8'),
    'ts',
  ).filter((text) => text.includes('@x402/'));
  assert.deepEqual(more, []);
  for (const name of ['@x402/core', '@x402/evm', 'viem']) project.link(name);
  project.write('pay.ts', example.replaceAll('http://127.0.0.1:8080', one.origin));
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  await local.mint(address, PRICE);
  assert.match(await project.run('pay.ts', { WALLET_KEY: key }), /0x[0-9a-f]{64}/);
  assert.equal(await local.balanceOf(address), 0n);
  // The example must compile against the published types.
  const types = { types: ['node'], typeRoots: [new URL('../../node_modules/@types', import.meta.url).pathname] };
  const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', noEmit: true, skipLibCheck: true };
  project.write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...types }, files: ['pay.ts'] }),
  );
  await project.compile('tsconfig.json');
});
