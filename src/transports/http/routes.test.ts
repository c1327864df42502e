import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { Call } from '#api/endpoint.ts';
import type { Purchase } from '#api/payments.ts';
import { type Answered, type Ask, ask, refusal } from '#test/support/raw-request.ts';
import { type Served, sampleDataset, sampleOperation, served } from '#test/support/sample-operation.ts';

const thing = { name: 'one', size: 1 };

async function serving(one: Parameters<typeof served>, use: (service: Served) => Promise<void>): Promise<void> {
  const service = await served(...one);
  try {
    await use(service);
  } finally {
    await service.close();
  }
}

const get = (service: Served, headers: Record<string, string> = {}, more: Partial<Ask> = {}): Promise<Answered> =>
  ask(service.port, { path: '/api/caen/6201', headers: { 'x-api-key': 'k', ...headers }, ...more });

test('an answer has the envelope with default metadata', () =>
  serving([sampleOperation(() => ({ data: thing }))], async (service) => {
    const { status, headers, text } = await get(service);
    assert.equal(status, 200);
    const { success, data, meta } = JSON.parse(text);
    assert.equal(success, true);
    assert.deepEqual(data, thing);
    const { requestId, freshUntil, cite, ...rest } = meta;
    assert.match(cite, /^One thing: 6201\. Firmoteca, \/api\/caen\/6201, read on /);
    assert.equal(requestId, headers['x-request-id']);
    // The next whole day after the generation was created.
    assert.equal((Date.parse(freshUntil) - Date.parse(meta.cachedAt)) % 86_400_000, 0);
    const left = Math.floor((Date.parse(freshUntil) - Date.now()) / 1000);
    assert.ok(left >= 0 && left < 86_400);
    assert.deepEqual(rest, {
      source: 'caen',
      sources: [],
      dataset: 'demo',
      generation: 'g1',
      cached: true,
      cachedAt: '2026-11-15T04:00:00.000Z',
      stale: false,
    });
    const [, seconds] = /^private, max-age=([0-9]+)$/.exec(headers['cache-control'] ?? '') ?? [];
    assert.ok(Number(seconds) - left <= 1, `${seconds}`);
    assert.equal(headers['last-modified'], 'Sun, 15 Nov 2026 04:00:00 GMT');
    assert.match(headers.etag ?? '', /^W\/".+"$/);
    assert.equal(headers.vary, 'x-api-key, authorization, cookie, accept-language, accept');
    assert.equal(headers['content-language'], 'en');
  }));

test('a matching If-None-Match gives 304 in every notation', () =>
  serving([sampleOperation(() => ({ data: thing }))], async (service) => {
    const etag = (await get(service)).headers.etag ?? '';
    const strong = etag.slice(2);
    for (const tag of [etag, strong, `"x", ${etag}`, `${strong},"x"`, '*', ` ${etag} `]) {
      const { status, text, headers } = await get(service, { 'if-none-match': tag });
      assert.equal(status, 304, tag);
      assert.equal(text, '');
      assert.equal(headers.etag, etag);
      assert.ok(headers['cache-control']);
    }
    for (const tag of ['"x"', 'W/"x", "y"', strong.slice(1, -1), ''])
      assert.equal((await get(service, { 'if-none-match': tag })).status, 200, tag);
  }));

test('the ETag changes with the data and the access class only', async () => {
  let size = 1;
  await serving([sampleOperation(() => ({ data: { name: 'one', size } }))], async (service) => {
    const tag = async (): Promise<string | undefined> => (await get(service)).headers.etag;
    const first = await tag();
    assert.equal(await tag(), first);
    Object.assign(service.caller, { kind: 'browser', pro: false });
    assert.notEqual(await tag(), first);
    Object.assign(service.caller, { kind: 'browser', pro: true });
    assert.equal(await tag(), first);
    size = 2;
    assert.notEqual(await tag(), first);
  });
});

test('the link to the next page keeps the columns and the language of the request', () => {
  const page = { limit: 1, offset: 0, returned: 1, total: 2, totalRelation: 'exact' as const, nextCursor: 'c' };
  const meta = { page: { ...page, next: '/api/caen/6201?cursor=c' } };
  return serving([sampleOperation(() => ({ data: thing, meta }))], async (service) => {
    for (const [requested, more] of [
      ['', ''],
      ['?limit=1', ''],
      ['?fields=size,name', '&fields=size,name'],
      ['?l%61ng=ro&f%69elds=size%2Cname', '&fields=size,name&lang=ro'],
      ['?lang=ro', '&lang=ro'],
    ]) {
      const { text } = await get(service, {}, { path: `/api/caen/6201${requested}` });
      assert.equal(JSON.parse(text).meta.page.next, `/api/caen/6201?cursor=c${more}`);
    }
  });
});

test('a Pro key can request a fresh check, and a conditional request cannot', async () => {
  const intents: boolean[] = [];
  const handle = async (_: unknown, call: Call) => {
    intents.push(call.wantsFresh);
    return { data: thing, meta: { source: 'caen' as const, sources: [] } };
  };
  await serving([sampleOperation(() => ({ data: thing }), { handle })], async (service) => {
    const intent = { 'cache-control': 'max-age=0, no-cache' };
    await get(service, intent);
    await get(service, { ...intent, 'if-none-match': '"x"' });
    await get(service);
    Object.assign(service.caller, { kind: 'browser', pro: false });
    await get(service, intent);
    assert.deepEqual(intents, [true, false, false, false]);
  });
});

test('an answer with pending parts is not cached, and a stale answer has max-age 0', async () => {
  let meta = {};
  await serving([sampleOperation(() => ({ data: thing, meta }))], async (service) => {
    meta = { pending: ['fiscal'] };
    const pending = await get(service, { 'if-none-match': '*' });
    assert.equal(pending.status, 200);
    assert.equal(pending.headers['cache-control'], 'no-store');
    assert.equal(pending.headers.etag, undefined);
    meta = { stale: true };
    assert.equal((await get(service)).headers['cache-control'], 'private, max-age=0');
    meta = { freshUntil: null };
    assert.equal((await get(service)).headers['cache-control'], 'private, max-age=86400');
    meta = { freshUntil: new Date(Date.now() - 5_000).toISOString() };
    assert.equal((await get(service)).headers['cache-control'], 'private, max-age=0');
  });
});

test('an answer that violates its schema is not sent', async () => {
  const birth = '1970-01-02';
  for (const data of [{ ...thing, birth }, { name: birth }, { name: birth, size: '1' }, null])
    await serving([sampleOperation(() => ({ data }))], async (service) => {
      const answered = await get(service);
      assert.equal(answered.status, 500);
      assert.equal(refusal(answered, 'broken').code, 'INTERNAL_ERROR');
      assert.doesNotMatch(answered.text, /1970|schema|size/);
      assert.equal(service.faults.length, 1);
    });
});

test('pre-rendered bytes are sent unchanged', () =>
  serving(
    [sampleOperation(() => ({ data: { bytes: Buffer.from('{"name":"ș"}'), etag: 'W/"r"' } }))],
    async (service) => {
      const { text, headers } = await get(service);
      assert.ok(text.startsWith('{"success":true,"data":{"name":"ș"},"meta":{'));
      assert.equal(headers.etag, 'W/"r"');
    },
  ));

test('before the first dataset requests get 503 with Retry-After', () =>
  serving([sampleOperation(() => ({ data: thing })), null], async (service) => {
    const answered = await get(service);
    assert.equal(answered.status, 503);
    assert.equal(refusal(answered, 'starting').code, 'SERVICE_STARTING');
    assert.equal(answered.headers['retry-after'], '5');
  }));

test('an error follows RFC 9457 when the client accepts it', () =>
  serving([sampleOperation(() => ({ data: thing }))], async (service) => {
    const wrong = { path: '/api/caen/62' };
    const { headers, text, status } = await get(service, { accept: 'application/problem+json' }, wrong);
    assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
    const { type, code, details, requestId, ...rest } = JSON.parse(text);
    assert.equal(type, 'about:blank');
    assert.equal(code, 'INVALID_PARAMETER');
    assert.equal(requestId, headers['x-request-id']);
    assert.deepEqual(details, [{ in: 'path', name: 'code', problem: 'does not have the documented form' }]);
    assert.equal(rest.status, status);
    assert.match(rest.detail, /code/);
    refusal(await get(service, { accept: 'application/problem+json;q=0, */*' }, wrong), 'not asked for');
    assert.equal((await get(service, { accept: 'application/problem+json' })).status, 200);
  }));

test('the handler gets typed values with defaults filled in', async () => {
  const inputs: unknown[] = [];
  const handle = async (input: unknown) => {
    inputs.push(input);
    return { data: thing, meta: { source: 'caen' as const, sources: [] } };
  };
  await serving([sampleOperation(() => ({ data: thing }), { handle })], async (service) => {
    await get(service);
    await get(service, {}, { path: '/api/caen/%36201?limit=5&exact=true&' });
    assert.deepEqual(inputs, [
      { code: '6201', limit: 20 },
      { code: '6201', limit: 5, exact: true },
    ]);
  });
});

test('a chunked answer is joined for a payment and refused beyond the size that can be stored', async () => {
  let count = 1_000;
  const data = {
    etag: 'W/"long"',
    *chunks() {
      yield Buffer.from('["');
      for (let i = 0; i < count; i++) yield Buffer.alloc(1_000, 'x');
      yield Buffer.from('"]');
    },
  };
  const payments = {
    offer: () => assert.fail('nobody asked for an offer'),
    buy: async (purchase: Purchase) => (await purchase.execute()).result,
  };
  await serving([sampleOperation(() => ({ data })), sampleDataset, payments], async (service) => {
    Object.assign(service.caller, { kind: 'payment', pro: false });
    const { status, headers, text } = await get(service);
    assert.deepEqual([status, Number(headers['content-length'])], [200, Buffer.byteLength(text)]);
    assert.equal(JSON.parse(text).data[0].length, 1_000_000);
    count = 16_000;
    assert.equal(refusal(await get(service), 'too long').code, 'INVALID_PARAMETER');
    Object.assign(service.caller, { kind: 'key', pro: true });
    assert.equal(JSON.parse((await get(service)).text).data[0].length, 16_000_000);
  });
});

test('an operation can set its own limit for the body', async () => {
  const body = Type.Object({ names: Type.Array(Type.String()) });
  for (const [bodyBytesMax, size, status] of [
    [20, 10, 413],
    [100_000, 80_000, 200],
    [undefined, 80_000, 413],
  ] as const) {
    const more = { method: 'POST', body, ...(bodyBytesMax && { bodyBytesMax }) } as const;
    await serving([sampleOperation(() => ({ data: thing }), more)], async (service) => {
      const sent = JSON.stringify({ names: ['x'.repeat(size)] });
      const answered = await get(service, { 'content-type': 'application/json' }, { method: 'POST', body: sent });
      assert.equal(answered.status, status, String(bodyBytesMax));
    });
  }
});
