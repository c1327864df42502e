import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { messages } from '#locales/messages.ts';
import { type Ask, ask, refusal } from '#test/support/raw-request.ts';
import { sampleDataset, sampleOperation } from '#test/support/sample-operation.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { apiCredentials } from '#transports/http/credentials.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { addOperations } from '#transports/http/routes.ts';
import type { CompletedRequest } from '#transports/http/server.ts';
import type { LimitKey } from './allowance.ts';
import { ApiError } from './api-error.ts';
import { PaymentRequiredError } from './payments.ts';
import { pipeline } from './pipeline.ts';
import type { OperationOutcome } from './request-context.ts';

const counted: LimitKey[] = [];
const finished: CompletedRequest[] = [];
const recorded: OperationOutcome[] = [];
let left = 5;
let service: Listening;

before(async () => {
  const router = new Router<Handler>();
  const one = pipeline({
    keys: {
      async ownerOf(key) {
        if (key !== 'right') throw new ApiError('INVALID_API_KEY', messages.operations.onlyProKey());
        return { account: 'a', key: 'k' };
      },
    },
    limits: {
      take(who) {
        counted.push(who);
        const remaining = left;
        return { policy: who.policy, limit: 5, windowSeconds: 60, remaining, resetSeconds: 7, allowed: left > 0 };
      },
    },
    payments: {
      offer: ({ resource }) =>
        new PaymentRequiredError('PAYMENT_REQUIRED', messages.wrong.word({ word: resource }), {
          version2: '{"v":2}',
          version1: '[1]',
        }),
      async buy({ input, execute }) {
        const { result } = await execute();
        return { ...result, data: JSON.stringify(input), receipt: { version: 2, body: { paid: true } } };
      },
    },
    dataset: () => sampleDataset,
    record: (performance) => void recorded.push(performance),
  });
  addOperations(router, [sampleOperation(() => ({ data: { name: 'one', size: 1 } }))], {
    pipeline: one,
    credentialsOf: apiCredentials(() => '192.0.2.1', null),
    publicUrl: 'https://firmoteca.example',
  });
  service = await listening(router, (request) => finished.push(request));
});
after(() => service.close());

const get = (headers: Record<string, string>, more: Partial<Ask> = {}) =>
  ask(service.port, { path: '/api/caen/6201', headers, ...more });

test('a valid key counts towards its account, and other requests count towards the address', async () => {
  counted.length = 0;
  await get({ 'x-api-key': 'right' });
  await get({ 'x-api-key': 'wrong' });
  await get({});
  await get({ 'payment-signature': 'x' });
  const address = { policy: 'address', who: '192.0.2.1' };
  const wrongKey = { policy: 'invalid-key', who: '192.0.2.1' };
  assert.deepEqual(counted, [{ policy: 'pro', who: 'a' }, address, wrongKey, address, address]);
});

test('every answer carries the rate limit: 200, 304, refusals and payment offers', async () => {
  const { etag = '' } = (await get({ 'x-api-key': 'right' })).headers;
  const answers = [
    await get({ 'x-api-key': 'right' }),
    await get({ 'x-api-key': 'right', 'if-none-match': etag }),
    await get({ 'x-api-key': 'right' }, { path: '/api/caen/x' }),
    await get({ 'x-api-key': 'wrong' }),
    await get({}),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 304, 400, 401, 402],
  );
  for (const { headers, status } of answers) {
    const policy = status < 401 ? 'pro' : 'address';
    assert.equal(headers['ratelimit-policy'], `"${policy}";q=5;w=60`);
    assert.equal(headers.ratelimit, `"${policy}";r=5;t=7`);
    assert.equal(headers['x-ratelimit-limit'], '5');
    assert.equal(headers['x-ratelimit-remaining'], '5');
    assert.equal(headers['x-ratelimit-reset'], '7');
    assert.equal(headers['retry-after'], undefined);
  }
});

test('an exhausted limit is reported with its reset, before any other error', async () => {
  left = 0;
  for (const headers of [{ 'x-api-key': 'right' }, { 'x-api-key': 'wrong' }, {}] as Record<string, string>[]) {
    const answered = await get(headers, { path: '/api/caen/x' });
    assert.equal(refusal(answered, 'limit').code, 'RATE_LIMITED');
    assert.equal(answered.headers['retry-after'], '7');
    assert.equal(answered.headers['x-ratelimit-remaining'], '0');
  }
  left = 5;
});

test('an anonymous caller gets a payment offer before validation, and a paying caller is validated first', async () => {
  const offered = await get({}, { path: '/api/caen/x' });
  assert.equal(offered.status, 402);
  assert.equal(offered.headers['payment-required'], Buffer.from('{"v":2}').toString('base64'));
  const { error, x402Version, accepts } = JSON.parse(offered.text);
  assert.deepEqual([error.code, x402Version, accepts], ['PAYMENT_REQUIRED', 1, [1]]);
  assert.equal(error.message, 'https://firmoteca.example/api/caen/x');
  for (const name of ['payment-signature', 'x-payment']) {
    const wrong = await get({ [name]: 'x' }, { path: '/api/caen/x' });
    assert.equal(refusal(wrong, name).code, 'INVALID_PARAMETER');
    const bought = await get({ [name]: 'x' });
    assert.deepEqual(JSON.parse(bought.text).data, { code: '6201', limit: 20 });
    assert.equal(bought.headers['payment-response'], Buffer.from('{"paid":true}').toString('base64'));
  }
});

test('a valid key never pays, and an invalid one never falls back to payment', async () => {
  assert.match((await get({ 'x-api-key': 'right', 'x-payment': 'x' })).text, /"success":true/);
  assert.equal(refusal(await get({ 'x-api-key': 'wrong', 'x-payment': 'x' }), 'wrong').code, 'INVALID_API_KEY');
});

test('each operation is recorded once with its caller and status, refusals included', async () => {
  recorded.length = 0;
  finished.length = 0;
  await get({ 'x-api-key': 'right' });
  await get({ 'x-api-key': 'right' }, { path: '/api/caen/x' });
  await get({ 'x-api-key': 'wrong' });
  await get({}, { path: '/nothing' });
  assert.deepEqual(
    recorded.map(({ operation, caller, status }) => [operation, caller.key, status]),
    [
      ['getThing', 'k', 200],
      ['getThing', 'k', 400],
      ['getThing', null, 401],
    ],
  );
  assert.deepEqual(
    finished.map(({ request, status }) => [request.operation, request.context?.caller.key, status]),
    [
      ['getThing', 'k', 200],
      ['getThing', 'k', 400],
      ['getThing', null, 401],
      [null, undefined, 404],
    ],
  );
});
