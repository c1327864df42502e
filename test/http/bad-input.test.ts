/** Every operation against invalid input derived from its schemas, over real sockets: the documented 4xx, and a service that keeps running. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import { isTabular } from '#api/tables/format.ts';
import { generateKey } from '#platform/accounts/keys.ts';
import { isWrong, outOfRange, type Property, WRONG_TEXTS, wrongBodies } from '#test/support/bad-values.ts';
import { type Answered, type Ask, ask, exchange, refusal } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

/** No server error was reported, and the service still answers. */
async function survived(): Promise<void> {
  assert.deepEqual(service.faults, []);
  const alive = await send({ path: '/api/company/90000014' });
  assert.equal(alive.status, 200);
}

const send = (request: Ask): Promise<Answered> =>
  ask(service.port, { ...request, headers: { 'x-api-key': DEMO_KEY, ...request.headers } });

/** The address of the first example, with some path segments replaced unencoded. */
function address(declaration: AnyEndpoint, segments: Record<string, string> = {}): string {
  const [example] = declaration.examples;
  const path = declaration.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => segments[name] ?? encodeURIComponent(example?.params?.[name] ?? ''),
  );
  const query = String(new URLSearchParams(example?.query));
  return query === '' ? path : `${path}?${query}`;
}

const JSON_BODY = { 'content-type': 'application/json' };

/** The first example as a request. */
function right({ declaration }: Operation): Ask {
  const body = declaration.examples[0]?.body;
  return {
    method: declaration.method ?? 'GET',
    path: address(declaration),
    ...(body !== undefined && { headers: JSON_BODY, body: JSON.stringify(body) }),
  };
}

/** Runs the check for every operation; the failure message names the operation. */
async function each(check: (operation: Operation, where: string) => Promise<void>): Promise<void> {
  for (const operation of service.operations) await check(operation, operation.id);
  await survived();
}

async function expectRefused(request: Ask, status: number, code: string, where: string): Promise<Answered> {
  const answered = await send(request);
  const visible = `${where}: ${request.path.slice(0, 100)} → ${answered.text.slice(0, 200)}`;
  assert.equal(answered.status, status, visible);
  assert.equal(refusal(answered, visible).code, code, visible);
  return answered;
}

describe('parameters', () => {
  test('an invalid path parameter is refused by name, and a valid one never causes a server error', () =>
    each(async ({ declaration }, id) => {
      for (const [name, schema] of Object.entries(declaration.params?.properties ?? {})) {
        for (const text of [...WRONG_TEXTS, ...outOfRange(schema as Property)]) {
          const request = { ...right({ declaration } as Operation), path: address(declaration, { [name]: text }) };
          const where = `${id} ${name}`;
          if (text === '') await expectRefused(request, 404, 'ROUTE_NOT_FOUND', where);
          else if (isWrong(schema as Property, text, 'path'))
            assert.match((await expectRefused(request, 400, 'INVALID_PARAMETER', where)).text, RegExp(`"${name}"`));
          else await expectHarmless(request, where);
        }
      }
    }));

  test('an invalid query parameter is refused by name, and a valid one never causes a server error', () =>
    each(async ({ declaration }, id) => {
      for (const [name, schema] of Object.entries(declaration.query?.properties ?? {})) {
        for (const text of [...WRONG_TEXTS, ...outOfRange(schema as Property)]) {
          const request = { ...right({ declaration } as Operation), path: withQuery(declaration, name, text) };
          const where = `${id} ${name}`;
          if (isWrong(schema as Property, text, 'query'))
            assert.match((await expectRefused(request, 400, 'INVALID_PARAMETER', where)).text, RegExp(`"${name}"`));
          else await expectHarmless(request, where);
        }
        const twice = `${withQuery(declaration, name, '1')}&${name}=1`;
        if (!(schema as Property).items)
          await expectRefused({ path: twice }, 400, 'INVALID_PARAMETER', `${id} ${name} twice`);
        const list = withQuery(declaration, `${name}%5B%5D`, '1');
        await expectRefused({ path: list }, 400, 'INVALID_PARAMETER', `${id} ${name} as a list`);
      }
    }));

  test('an unknown query parameter is refused, whatever its name', () =>
    each(async (operation, id) => {
      const { path, ...rest } = right(operation);
      const and = path.includes('?') ? '&' : '?';
      for (const query of ['nothing=1', '__proto__=1', 'constructor', '=', '%zz=1', '%00=1', 'x'.repeat(2_000)])
        await expectRefused({ ...rest, path: `${path}${and}${query}` }, 400, 'INVALID_PARAMETER', id);
    }));

  test('an address of 10,000 characters is refused as too long', () =>
    each(async (operation, id) => {
      const { path, ...rest } = right(operation);
      await expectRefused({ ...rest, path: `${path}?q=${'x'.repeat(10_000)}` }, 414, 'URI_TOO_LONG', id);
      for (const name of Object.keys(operation.declaration.params?.properties ?? {})) {
        const long = address(operation.declaration, { [name]: '1'.repeat(10_000) });
        await expectRefused({ ...rest, path: long }, 414, 'URI_TOO_LONG', id);
      }
    }));
});

describe('bodies', () => {
  /** Runs the check for every operation that takes a body. */
  const eachWithBody = (check: (request: Ask, operation: Operation) => Promise<void>): Promise<void> =>
    each(async (operation) => {
      if (operation.declaration.body) await check(right(operation), operation);
    });

  test('a body that breaks its schema in one field is refused', () =>
    eachWithBody(async (request, { id, declaration }) => {
      const example = declaration.examples[0]?.body as Record<string, unknown>;
      for (const [what, body] of wrongBodies(declaration.body, example))
        await expectRefused({ ...request, body: JSON.stringify(body) }, 400, 'INVALID_BODY', `${id}: ${what}`);
    }));

  test('a body that is missing, invalid JSON or invalid UTF-8 is refused', () =>
    eachWithBody(async (request, { id }) => {
      const brokenUtf8 = Buffer.from(String(request.body).replace('"', '"\u00ff'), 'latin1');
      for (const body of ['', ' ', '{', '{"a":1,}', 'cuis=1', 'NaN', `${request.body}${request.body}`, brokenUtf8])
        await expectRefused({ ...request, body }, 400, 'INVALID_BODY', `${id}: ${body}`);
    }));

  test('a body of another media type is refused', () =>
    eachWithBody(async (request, { id }) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonx',
        'application/json; charset=latin1',
      ])
        await expectRefused(
          { ...request, headers: { 'content-type': type } },
          415,
          'UNSUPPORTED_MEDIA_TYPE',
          `${id}: ${type}`,
        );
      await expectRefused({ ...request, headers: {} }, 415, 'UNSUPPORTED_MEDIA_TYPE', `${id}: no type`);
    }));

  test('a body of 10 MB is refused with a readable error, with and without a declared length', () =>
    eachWithBody(async (request, { id }) => {
      const body = Buffer.alloc(10_000_000, 'x');
      await expectRefused({ ...request, body }, 413, 'BODY_TOO_LARGE', id);
      const chunked = { ...request.headers, 'transfer-encoding': 'chunked' };
      await expectRefused({ ...request, headers: chunked, body }, 413, 'BODY_TOO_LARGE', id);
    }));

  test('a body with broken chunked framing gets a 400', () =>
    eachWithBody(async ({ path }) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${DEMO_KEY}\r\nContent-Type: application/json\r\n`;
      const answer = await exchange(service.port, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /"success":false/);
    }));
});

describe('callers', () => {
  const strangers: [who: string, headers: Record<string, string>, status: number, code: string][] = [
    ['no key', {}, 401, 'API_KEY_REQUIRED'],
    ['an empty key', { 'x-api-key': '' }, 401, 'INVALID_API_KEY'],
    ['a malformed key', { 'x-api-key': 'letmein' }, 401, 'INVALID_API_KEY'],
    ['a key of another case', { 'x-api-key': DEMO_KEY.toUpperCase() }, 401, 'INVALID_API_KEY'],
    ['a very long key', { 'x-api-key': 'k'.repeat(10_000) }, 401, 'INVALID_API_KEY'],
    ['an unknown key', { 'x-api-key': generateKey() }, 401, 'INVALID_API_KEY'],
    ['an unknown bearer', { authorization: `Bearer ${generateKey()}` }, 401, 'INVALID_API_KEY'],
    ['another scheme', { authorization: 'Basic Zm9vOmJhcg==' }, 401, 'INVALID_API_KEY'],
    [
      'two different keys',
      { 'x-api-key': DEMO_KEY, authorization: `Bearer ${generateKey()}` },
      400,
      'INVALID_PARAMETER',
    ],
  ];

  test('a request without a valid key is refused', () =>
    each(async (operation, id) => {
      const request = right(operation);
      for (const [who, headers, status, code] of strangers) {
        // Free operations take requests without a key, but still refuse an invalid key.
        if (operation.declaration.access === 'free' && code === 'API_KEY_REQUIRED') continue;
        const answered = await ask(service.port, { ...request, headers: { ...request.headers, ...headers } });
        assert.equal(answered.status, status, `${id}: ${who}`);
        assert.equal(refusal(answered, id).code, code, `${id}: ${who}`);
        if (status === 401) assert.match(answered.headers['www-authenticate'] ?? '', /^Bearer/, `${id}: ${who}`);
      }
    }));

  test('a request without a key gets API_KEY_REQUIRED before any other error', () =>
    each(async ({ declaration }, id) => {
      if (declaration.access === 'free') return;
      const broken = Object.fromEntries(Object.keys(declaration.params?.properties ?? {}).map((name) => [name, '%zz']));
      const answered = await ask(service.port, {
        method: declaration.method ?? 'GET',
        path: `${address(declaration, broken)}?nothing=1`,
        headers: { accept: 'image/png' },
      });
      assert.equal(refusal(answered, id).code, 'API_KEY_REQUIRED', id);
    }));

  test('the key is accepted in either header, and in both', () =>
    each(async (operation, id) => {
      const request = right(operation);
      for (const headers of [
        { 'x-api-key': DEMO_KEY },
        { authorization: `Bearer ${DEMO_KEY}` },
        { authorization: `bearer  ${DEMO_KEY}`, 'x-api-key': DEMO_KEY },
      ]) {
        const answered = await ask(service.port, {
          ...request,
          headers: { ...request.headers, ...headers } as Record<string, string>,
        });
        assert.equal(answered.status, 200, id);
      }
    }));
});

describe('methods and paths', () => {
  test('a wrong method gets a 405 that lists the allowed methods', () =>
    each(async (operation, id) => {
      const { method, path } = right(operation);
      for (const wrong of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        if (wrong === method || (wrong === 'HEAD' && method === 'GET')) continue;
        const answered = await send({ method: wrong, path });
        assert.equal(answered.status, 405, `${id} ${wrong}`);
        const allow = (answered.headers.allow ?? '').split(', ');
        assert.deepEqual(allow, method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS'], `${id} ${wrong}`);
        if (wrong !== 'HEAD') assert.equal(refusal(answered, id).code, 'METHOD_NOT_ALLOWED');
      }
    }));

  test('HEAD has the status and headers of GET, without the body', () =>
    each(async (operation, id) => {
      const request = right(operation);
      if (request.method !== 'GET') return;
      // Usage of the current day changes with every request.
      if (id === 'getAccountUsage') request.path += `${request.path.includes('?') ? '&' : '?'}to=2026-01-31`;
      const get = await send(request);
      const head = await send({ ...request, method: 'HEAD' });
      assert.equal(head.status, get.status, id);
      assert.equal(head.text, '');
      for (const name of ['content-type', 'content-length', 'etag', 'last-modified'] as const)
        assert.equal(head.headers[name], get.headers[name], `${id} ${name}`);
    }));

  test('an answer in a type that Accept excludes is a 406', () =>
    each(async (operation, id) => {
      const request = right(operation);
      // A list is also available as CSV, which is a text type.
      const others = isTabular(operation.declaration) ? 'image/*, audio/*' : 'image/*, text/*';
      // A file has the type that it has, whatever a client would rather have.
      if (operation.declaration.file) return;
      for (const accept of ['text/html', 'application/json;q=0, */*', others])
        await expectRefused({ ...request, headers: { ...request.headers, accept } }, 406, 'NOT_ACCEPTABLE', id);
    }));

  test('an unknown path gives ROUTE_NOT_FOUND, with and without a key', async () => {
    const paths = [
      '/nothing',
      '/api',
      '/api/',
      '/api/nothing',
      '/api/company',
      '/api/company/1/2/3/4',
      '//',
      '/%',
      '/%00',
    ];
    for (const path of [...paths, '/api//company/1', '/API/company/1', '/docs/../src/app.ts']) {
      assert.equal(refusal(await ask(service.port, { path }), path).code, 'ROUTE_NOT_FOUND');
      await expectRefused({ path }, 404, 'ROUTE_NOT_FOUND', path);
    }
    await survived();
  });
});

/** A valid value: it may be unknown, or need the unreachable tax authority, but it never causes a server error. */
async function expectHarmless(request: Ask, where: string): Promise<void> {
  const answered = await send(request);
  const visible = `${where}: ${request.path.slice(0, 100)} → ${answered.text.slice(0, 200)}`;
  assert.ok([200, 400, 404, 503].includes(answered.status), visible);
  if (answered.status === 503) assert.equal(refusal(answered, visible).code, 'UPSTREAM_UNAVAILABLE', visible);
}

function withQuery(declaration: AnyEndpoint, name: string, text: string): string {
  const [path, query = ''] = address(declaration).split('?');
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return `${path}?${[...others, `${name}=${text}`].join('&')}`;
}
