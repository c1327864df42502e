/** Payment offers of the whole service, as official x402 software reads them, and the purchase of each operation. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isPaymentRequiredV2, isPaymentRequirementsV1 } from '@x402/core/schemas';
import { extractDiscoveryInfo, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Operation } from '#api/endpoint.ts';
import { showcasePerson } from '#demo-country/showcase.ts';
import { readConfig } from '#server/config/config.ts';
import { buyer, receiptOf, signed } from '#test/support/chain/buyer.ts';
import { type LocalChain, localChain } from '#test/support/chain/chain.ts';
import { type TestFacilitator, testFacilitator } from '#test/support/chain/facilitator.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui, strangerCui } from '#test/support/tiny-country.ts';

const FUNDS = 10_000_000n;

let local: LocalChain;
let official: TestFacilitator;
let service: SmallService;
let sold: Operation[];
let payer: PrivateKeyAccount;

before(async () => {
  local = await localChain();
  official = await testFacilitator(local);
  const { seller } = readConfig({
    FIRMOTECA_X402_FACILITATOR_URL: official.url,
    FIRMOTECA_X402_RPC_URLS: local.rpcUrl,
    FIRMOTECA_X402_PRICES: 'list=0.004',
  });
  service = await smallService({ config: { seller } });
  sold = service.operations.filter(({ declaration }) => declaration.access === 'pro+x402');
  payer = await local.payer(FUNDS);
});
after(async () => {
  await service.close();
  await official.close();
  await local.close();
});

/** An operation's first example as a request. */
function example({ declaration }: Operation): [url: string, init: RequestInit] {
  const { method = 'GET', path, examples: [first] = [] } = declaration;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(first?.params?.[name] ?? ''));
  const url = `${service.origin}${filled}?${new URLSearchParams(first?.query)}`;
  const body = first?.body === undefined ? {} : { body: JSON.stringify(first.body) };
  return [url, { method, headers: { 'content-type': 'application/json' }, ...body }];
}

interface Offer {
  resource: { url: string; description: string };
  accepts: { amount: string; payTo: string; network: string }[];
  extensions: { bazaar: Parameters<typeof validateDiscoveryExtensionSpec>[0] };
}

const offerOf = (response: Response): Offer =>
  JSON.parse(Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString());

test('an operation has a price exactly when it is sold', () => {
  for (const { id, declaration } of service.operations)
    assert.equal(declaration.price !== undefined, declaration.access === 'pro+x402', id);
});

test('every sold operation has an offer in both protocol versions that official software accepts', async () => {
  for (const operation of sold) {
    const response = await fetch(...example(operation));
    assert.equal(response.status, 402, operation.id);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const text = response.headers.get('payment-required') ?? '';
    // Payers send it back with their signature; proxies limit headers to eight kilobytes.
    assert.ok(text.length < 4_096, `${operation.id}: ${text.length}`);
    const offer = offerOf(response);
    assert.ok(isPaymentRequiredV2(offer), operation.id);
    assert.equal(offer.accepts[0]?.network, 'eip155:84532');
    assert.match(offer.resource.description, /stale/);
    const body = (await response.json()) as {
      x402Version: number;
      accepts: unknown[];
      error: { code: string; message: string };
    };
    // Clients of version 1 read these two of the body, and nothing else.
    assert.equal(body.x402Version, 1);
    assert.ok(body.accepts.length > 0 && body.accepts.every(isPaymentRequirementsV1), operation.id);
    assert.equal(body.error.code, 'PAYMENT_REQUIRED');
    assert.match(body.error.message, /X-API-Key.*pay/);
  }
});

test('the discovery extension of every offer describes the call for catalogues', async () => {
  for (const operation of sold) {
    const offer = offerOf(await fetch(...example(operation)));
    assert.deepEqual(validateDiscoveryExtensionSpec(offer.extensions.bazaar), { valid: true });
    const found = extractDiscoveryInfo(
      { x402Version: 2, payload: {}, accepted: offer.accepts[0], ...offer } as never,
      {} as never,
    );
    assert.ok(found && 'method' in found, operation.id);
    assert.equal(found.method, operation.declaration.method ?? 'GET');
    const template = operation.declaration.path.replace(/\{(\w+)\}/g, ':$1');
    assert.equal(found.resourceUrl, service.origin + template);
  }
});

test('the offer precedes input validation, and operations for Pro keys only have none', async () => {
  for (const { id, declaration } of service.operations) {
    const { method = 'GET', path } = declaration;
    const url = `${service.origin}${path.replace(/\{\w+\}/g, '%21')}?wrong=1`;
    const response = await fetch(url, { method, ...(method === 'POST' && { body: '{' }) });
    // A free operation validates its input: here the body is no JSON.
    assert.equal(response.status, { free: 415, pro: 401, 'pro+x402': 402 }[declaration.access], id);
    assert.equal(response.headers.has('payment-required'), declaration.access === 'pro+x402', id);
  }
});

test('a batch with an unreadable body is offered at the price of one company', async () => {
  const batch = `${service.origin}/api/company/batch`;
  const price = async (init: RequestInit): Promise<string | undefined> =>
    offerOf(await fetch(batch, { method: 'POST', ...init })).accepts[0]?.amount;
  const json = { 'content-type': 'application/json' };
  const order = (cuis: unknown): RequestInit => ({ headers: json, body: JSON.stringify({ cuis }) });
  assert.equal(await price(order(Array(100).fill('1'))), '402000');
  assert.equal(await price(order(['1', '2'])), '10000');
  for (const init of [{}, { headers: json, body: '{' }, order([]), order('1'), order(Array(101).fill('1')), order([1])])
    assert.equal(await price(init), '6000', JSON.stringify(init));
});

test('the official client buys every operation by its example, and an answer without a receipt is free', async () => {
  const buy = buyer(payer);
  let spent = 0n;
  let receipts = 0;
  for (const operation of sold) {
    const [url, init] = example(operation);
    const amount = BigInt(offerOf(await fetch(url, init)).accepts[0]?.amount ?? 0);
    const response = await buy(url, init);
    const receipt = receiptOf(response.headers);
    const { data } = (await response.json()) as { data?: unknown };
    if (receipt) {
      receipts++;
      spent += amount;
      assert.equal(response.status, 200, operation.id);
    } else {
      const isEmpty = data === undefined || data === null || (Array.isArray(data) && data.length === 0);
      assert.ok(isEmpty || operation.declaration.empty, `${operation.id} was free: ${JSON.stringify(data)}`);
    }
    assert.equal(FUNDS - (await local.balanceOf(payer.address)), spent, operation.id);
  }
  assert.ok(receipts > sold.length / 2, `${receipts} of ${sold.length}`);
});

describe('a paid batch', () => {
  const batch = async (...cuis: string[]) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ cuis }) };
    const before = await local.balanceOf(payer.address);
    const response = await buyer(payer)(`${service.origin}/api/company/batch`, init);
    const body = (await response.json()) as {
      data?: { found: boolean; error: { code: string } | null }[];
      error?: { code: string; message: string; details: { in: string; name: string }[] };
    };
    return { response, body, spent: before - (await local.balanceOf(payer.address)) };
  };

  test('states its charging rules in the offer', async () => {
    const offer = offerOf(await fetch(`${service.origin}/api/company/batch`, { method: 'POST' }));
    assert.match(offer.resource.description, /Every entry counts; nothing is charged when none is found, or when/);
  });

  test('is free when the tax authority leaves a row open, and names the row', async () => {
    for (const [cuis, open] of [
      [[companyCui(0), strangerCui()], ['cuis/1']],
      [
        [strangerCui(), '12x', strangerCui(1), strangerCui()],
        ['cuis/0', 'cuis/2', 'cuis/3'],
      ],
    ] as const) {
      const { response, body, spent } = await batch(...cuis);
      assert.deepEqual([response.status, body.error?.code, spent], [503, 'UPSTREAM_UNAVAILABLE', 0n]);
      assert.match(
        body.error?.message ?? '',
        new RegExp(`about ${open.length} of ${cuis.length} .*Nothing was charged`),
      );
      assert.deepEqual(
        body.error?.details.map((detail) => [detail.in, detail.name]),
        open.map((name) => ['body', name]),
      );
      assert.ok(Number(response.headers.get('retry-after')) > 0);
      assert.equal(receiptOf(response.headers), null);
    }
  });

  test('costs by its size when every row is answered, also with unknown and invalid codes', async () => {
    const { response, body, spent } = await batch(companyCui(0), '12x', '90000015');
    assert.deepEqual([response.status, spent], [200, 14_000n]);
    assert.deepEqual(
      body.data?.map(({ error }) => error?.code),
      [undefined, 'INVALID_PARAMETER', 'NOT_FOUND'],
    );
  });

  test('is free when no row has a company', async () => {
    const { response, body, spent } = await batch('12x', '90000015');
    assert.deepEqual([response.status, spent, body.data?.map(({ found }) => found)], [200, 0n, [false, false]]);
    assert.equal(receiptOf(response.headers), null);
  });
});

test('metrics count settlements and payments with an unknown outcome', async () => {
  const figures = async (): Promise<Map<string, number>> => {
    const lines = (await (await fetch(`${service.origin}/metrics`)).text()).split('\n');
    return new Map(
      lines
        .filter((line) => /^firmoteca_(pay|fac)/.test(line))
        .map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]),
    );
  };
  const settlements = (outcome: string): string => `firmoteca_payments_settlements_total{outcome="${outcome}"}`;
  const before = await figures();
  assert.ok(Number(before.get(settlements('settled'))) > 0);
  assert.equal(before.get('firmoteca_payments_unknown'), 0);
  assert.equal(before.get('firmoteca_payments_unknown_oldest_seconds'), 0);
  official.fault = (question) => (question === 'settle' ? 'lost' : null);
  local.readable(() => false);
  const url = `${service.origin}/api/caen/6210`;
  const headers = await signed(url, payer);
  assert.equal((await fetch(url, { headers })).status, 503);
  const during = await figures();
  assert.equal(during.get('firmoteca_payments_unknown'), 1);
  assert.ok(Number(during.get('firmoteca_payments_unknown_oldest_seconds')) > 0);
  const more = (name: string): number => Number(during.get(name)) - Number(before.get(name));
  assert.deepEqual([more(settlements('unknown')), more(settlements('settled'))], [1, 0]);
  assert.equal(more('firmoteca_facilitator_faults_total{question="settle"}'), 1);
  official.fault = () => null;
  local.readable(() => true);
  assert.equal((await fetch(url, { headers })).status, 200);
  assert.equal((await figures()).get('firmoteca_payments_unknown'), 0);
});

test('a paid search over everything includes people', async () => {
  const response = await buyer(payer)(`${service.origin}/api/search/all?q=${encodeURIComponent(showcasePerson.name)}`);
  const { data, meta } = (await response.json()) as {
    data: { people: { name: string }[] };
    meta: { redacted?: string[]; totals: { people: { total: number } } };
  };
  assert.equal(response.status, 200);
  assert.equal(data.people.length, meta.totals.people.total);
  assert.ok(data.people.length > 0 && meta.redacted === undefined);
});

test('the OpenAPI document states prices of sold operations only', async () => {
  const { paths, components } = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    // biome-ignore lint/suspicious/noExplicitAny: a document of any shape.
    paths: any;
    components: { securitySchemes: Record<string, unknown> };
  };
  assert.ok(components.securitySchemes.payment);
  for (const { id, declaration } of service.operations) {
    const result = paths[declaration.path][(declaration.method ?? 'GET').toLowerCase()];
    assert.equal('x-payment-info' in result, declaration.access === 'pro+x402', id);
    assert.equal('402' in result.responses, declaration.access === 'pro+x402', id);
  }
  const info = (path: string, method = 'get') => paths[path][method]['x-payment-info'];
  const protocols = [{ x402: {} }];
  const fixed = (amount: string) => ({ price: { mode: 'fixed', currency: 'USD', amount }, protocols });
  assert.deepEqual(info('/api/company/{cui}'), fixed('0.01'));
  assert.deepEqual(info('/api/search'), fixed('0.004'));
  assert.deepEqual(info('/api/company/batch', 'post'), {
    price: { mode: 'dynamic', currency: 'USD', min: '0.006', max: '0.402' },
    protocols,
  });
});

test('the documentation page states prices', async () => {
  const page = async (path: string): Promise<string> =>
    (await (await fetch(service.origin + path)).text()).replace(/<[^>]*>/g, '|').replace(/\|+/g, '|');
  assert.ok((await page('/en/docs/getCompany')).includes('|Price|$0.01|a request|'));
  assert.ok((await page('/docs/getCompany')).includes('|Preț|0,01 $|pe cerere|'));
  assert.ok((await page('/en/docs/getCompanies')).includes('|Price|$0.006 to $0.402|a request, by its size|'));
  assert.ok((await page('/en/docs')).includes('$0.01'));
});

test('the list of sold resources leads to offers', async () => {
  const response = await fetch(`${service.origin}/.well-known/x402`);
  const { version, resources } = (await response.json()) as { version: number; resources: string[] };
  assert.equal(version, 1);
  assert.equal(resources.length, sold.length);
  for (const url of resources) {
    const tries = await Promise.all(['GET', 'POST'].map((method) => fetch(url, { method })));
    assert.ok(
      tries.some(({ status }) => status === 402),
      url,
    );
  }
});

test('a request with a key is free where requests are sold', async () => {
  const response = await fetch(`${service.origin}/api/caen/6210`, { headers: { 'x-api-key': DEMO_KEY } });
  assert.equal(response.status, 200);
  assert.equal(receiptOf(response.headers), null);
});

test('without a seller nothing is offered', async () => {
  const { seller } = readConfig({ FIRMOTECA_COUNTRY: 'romania' });
  assert.equal(seller, null);
});

test('a payment buys a company as of a day but no receipt, and refused requests are not charged', async () => {
  const before = await local.balanceOf(payer.address);
  const company = `${service.origin}/api/company/${companyCui(0)}`;
  const batch = `${service.origin}/api/company/batch`;
  const order = (more: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cuis: [companyCui(0)], ...more }),
  });
  for (const [url, init, status, code] of [
    [`${company}?receipt=true`, {}, 403, 'PRO_KEY_REQUIRED'],
    [`${company}?date=2024-06-30&receipt=true`, {}, 403, 'PRO_KEY_REQUIRED'],
    [batch, order({ receipt: true }), 403, 'PRO_KEY_REQUIRED'],
    [`${company}?date=1989-12-31`, {}, 400, 'INVALID_PARAMETER'],
    [batch, order({ date: '2026-02-30' }), 400, 'INVALID_BODY'],
    // The tax authority is silent, so the day is unknown.
    [`${company}?date=2024-06-30`, {}, 503, 'UPSTREAM_UNAVAILABLE'],
    [batch, order({ date: '2024-06-30' }), 503, 'UPSTREAM_UNAVAILABLE'],
  ] as const) {
    const response = await buyer(payer)(url, init);
    const { error } = (await response.json()) as { error?: { code: string; message: string } };
    assert.deepEqual([response.status, error?.code], [status, code], url);
    if (code === 'PRO_KEY_REQUIRED') assert.match(error?.message ?? '', /Receipts are part of Pro/);
  }
  assert.equal(await local.balanceOf(payer.address), before);
});
