/** Paid operations as the discovery client of today’s catalogues finds them, over a running service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  checkEndpointSchema,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  GuidanceMode,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery';
import type { Operation } from '#api/endpoint.ts';
import { readConfig } from '#server/config/config.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
let sold: Operation[];
before(async () => {
  const { seller } = readConfig({});
  service = await smallService({ config: { seller, contact: 'owner@example.com' } });
  sold = service.operations.filter(({ declaration }) => declaration.price !== undefined);
});
after(() => service.close());

const takesAnything = ({ declaration: { params, query, body } }: Operation): boolean =>
  [params, query, body].some((part) => part !== undefined);

const keyOf = ({ declaration: { method = 'GET', path } }: Operation): string => `${method} ${path}`;

test('discovery finds every paid operation with price and protocol, and no other', async () => {
  const found = await discoverOriginSchema({ target: service.origin, guidance: GuidanceMode.Always });
  assert.ok(found.found);
  assert.equal(found.info?.contactEmail, 'owner@example.com');
  assert.ok(found.guidance && found.guidance.length > 500);
  const paid = found.endpoints.filter(({ price }) => price !== undefined);
  assert.deepEqual(paid.map(({ method, path }) => `${method} ${path}`).toSorted(), sold.map(keyOf).toSorted());
  for (const { path, price, protocols, currency } of paid) {
    assert.match(price ?? '', /^0\.\d+(-0\.\d+)? USD$/, path);
    assert.deepEqual(protocols, ['x402'], path);
    assert.equal(currency, 'USD');
  }
});

test('the OpenAPI document and its paid operations raise no warnings', async () => {
  const document = (await getOpenAPI(service.origin))._unsafeUnwrap();
  assert.ok(document && 'routes' in document);
  assert.deepEqual(getWarningsForOpenAPI(document), []);
  const all = checkL2ForOpenAPI(document);
  const routes = all.routes.filter(({ price }) => price !== undefined);
  assert.deepEqual(getWarningsForL2({ ...all, routes }), []);
  // The client warns above forty routes; the specification promises sixty.
  assert.deepEqual(
    getWarningsForL2(all).map(({ code }) => code),
    ['L2_ROUTE_COUNT_HIGH'],
  );
  assert.deepEqual(getWarningsForL4(checkL4ForOpenAPI(document)), []);
});

test('every paid operation describes its input, answer and payment, in the document and in a probe', async () => {
  for (const operation of sold) {
    const { method = 'GET', path, examples } = operation.declaration;
    const [example] = examples;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example?.params?.[name] ?? ''));
    const url = `${service.origin}${filled}?${new URLSearchParams(example?.query)}`;
    const body = example?.body as Record<string, unknown> | undefined;
    for (const probe of [false, true]) {
      const checked = await checkEndpointSchema({ url, probe, ...(probe && body && { sampleInputBody: body }) });
      assert.ok(checked.found, operation.id);
      const own = checked.advisories.find((advisory) => advisory.method === method);
      assert.ok(own?.outputSchema, operation.id);
      // An operation without input has no input schema.
      assert.ok(own.inputSchema || !takesAnything(operation), operation.id);
      const ways = probe ? own.paymentOptions?.map(({ protocol }) => protocol) : own.protocols;
      assert.deepEqual(ways, ['x402'], operation.id);
      assert.deepEqual(getWarningsForL3(own), [], operation.id);
    }
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    };
    const offer = (await fetch(url, init)).headers.get('payment-required') ?? '';
    const validated = validatePaymentRequiredDetailed(JSON.parse(Buffer.from(offer, 'base64').toString()));
    assert.deepEqual(validated.issues, [], operation.id);
  }
});
