import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Meta } from '#api/operation-result.ts';
import { ask, refusal } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { allowanceHeaders, type Handler, ownPath, redirect, type SplicedBody, success } from './reply.ts';
import { Router } from './router.ts';

test('the reset header never exceeds the window, and Retry-After of a refusal gives the full wait', () => {
  // Half seconds round up: the second that has just begun leaves the window after sixty seconds and itself.
  const allowance = { policy: 'agent', limit: 30, windowSeconds: 60, remaining: 0, resetSeconds: 61 };
  const admitted = allowanceHeaders({ ...allowance, allowed: true });
  assert.equal(admitted.ratelimit, '"agent";r=0;t=60');
  assert.equal(admitted['x-ratelimit-reset'], '60');
  const refused = allowanceHeaders({ ...allowance, allowed: false });
  assert.equal(refused.ratelimit, '"agent";r=0;t=60');
  assert.equal(refused['retry-after'], '61');
});

test('the metadata beside the same bytes is its own JSON at every answer', () => {
  const source = {
    name: 'onrc',
    covers: ['registry'],
    asOf: '2026-11-01',
    fetchedAt: null,
    licence: '„BY”',
    url: null,
  };
  const meta = { requestId: 'a"b', source: 'onrc', sources: [source], cite: 'Firmă ș', stale: false, left: undefined };
  const changes: object[] = [
    {},
    { requestId: 'c' },
    { cite: 'Company' },
    { stale: true },
    { sources: [] },
    { sources: [{ ...source }] },
    { sources: [{ ...source, asOf: null }] },
    { sources: [{ ...source, covers: ['registry', 'finances'] }] },
    { sources: [{ ...source, state: 'pending' }] },
    { sources: [source, { ...source, requestId: 'x' }] },
    { sources: [source, { ...source, requestId: 'y' }] },
    { warnings: ['old'] },
    { warnings: ['old', 'older'] },
    { page: { next: null } },
    { page: { next: 'x' } },
    {},
  ];
  const data = Buffer.from('1');
  for (const change of changes) {
    const changed = { ...meta, ...change };
    const result = { data, etag: '"a"', meta: changed as unknown as Meta };
    const { body } = success(result, { now: 0, language: 'en' }, undefined);
    assert.equal((body as SplicedBody).tail, `,"meta":${JSON.stringify(changed)}}`);
  }
});

const router = new Router<Handler>();
router.add('GET', '/small', () => ({ status: 200, headers: {}, body: 'small' }));
router.add('POST', '/api/body', () => ({ status: 200, headers: {}, body: 'small' }));

let server: Listening;
before(async () => {
  server = await listening(router);
});
after(() => server.close());

test('any origin may call the API and read its errors', async () => {
  const preflight = await ask(server.port, {
    method: 'OPTIONS',
    path: '/api/body',
    headers: { origin: 'https://a.example', 'access-control-request-headers': 'x-api-key, content-type' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.equal(preflight.headers['access-control-allow-methods'], 'POST, OPTIONS');
  assert.equal(preflight.headers['access-control-allow-headers'], 'x-api-key, content-type');
  assert.equal(preflight.headers['access-control-allow-credentials'], undefined);
  const unknown = await ask(server.port, { method: 'OPTIONS', path: '/api/nothing' });
  assert.equal(refusal(unknown, 'OPTIONS').code, 'ROUTE_NOT_FOUND');
  const { headers } = await ask(server.port, { path: '/api/nothing' });
  for (const name of ['retry-after', 'x-ratelimit-remaining', 'payment-required', 'x-request-id', 'etag'])
    assert.ok(headers['access-control-expose-headers']?.split(', ').includes(name), name);
});

test('paths outside of the API and discovery have no CORS headers, OPTIONS and errors included', async () => {
  for (const [method, path, status] of [
    ['GET', '/small', 200],
    ['OPTIONS', '/small', 204],
    ['GET', '/nothing', 404],
    ['GET', '/apis', 404],
    ['OPTIONS', '/nothing', 404],
    ['GET', '/.well-known/nothing', 404],
  ] as const) {
    const answered = await ask(server.port, { method, path, headers: { origin: 'https://a.example' } });
    assert.equal(answered.status, status, path);
    const output = Object.keys(answered.headers).filter((name) => name.startsWith('access-control-'));
    assert.equal(output.length > 0, path.startsWith('/.well-known/'), `${method} ${path} ${output}`);
    assert.equal(answered.headers['x-content-type-options'], 'nosniff', path);
  }
});

const OWN = 'https://firms.example';
const sentTo = (to: string, origins: string[] = []): string => String(redirect(303, to, { origins }).headers.location);

test('a redirect to an own path is normalised', () => {
  for (const [to, target] of [
    ['/', '/'],
    ['/cont?x=1#jos', '/cont?x=1#jos'],
    ['/firmă/șură', '/firm%C4%83/%C8%99ur%C4%83'],
    ['/a/../b', '/b'],
    ['/x\r\nset-cookie: a=1', '/xset-cookie:%20a=1'],
  ] as const)
    assert.equal(sentTo(to), target);
});

test('a redirect to a path that only looks like an own one throws', () => {
  for (const to of [
    '',
    'cont',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/',
    'http:evil.example',
    'https://own.invalid/',
    'http://own.invalid/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//firms.example@evil.example/',
  ]) {
    // An accepted target must stay on this host when a browser reads it.
    let target: string;
    try {
      target = sentTo(to, [OWN]);
    } catch (error) {
      assert.match(String(error), /leads to another site/, to);
      continue;
    }
    assert.fail(`${to} was followed to ${target}`);
  }
});

test('a redirect to an allowed origin works, and never with credentials in the URL', () => {
  assert.equal(sentTo('https://pay.example/x?y=1', ['https://pay.example']), 'https://pay.example/x?y=1');
  for (const to of [
    'http://pay.example/',
    'https://pay.example:8443/',
    'https://pay.example.evil.example/',
    'https://user@pay.example/',
    'https://evil.example\\@pay.example/',
  ])
    assert.throws(() => sentTo(to, ['https://pay.example']), /leads to another site/, to);
});

test('a redirect is not cached and can set cookies', () => {
  const { status, headers } = redirect(303, '/cont', { headers: { 'set-cookie': ['a=1', 'b=2'] } });
  assert.deepEqual(
    [status, headers],
    [303, { 'cache-control': 'no-store', 'set-cookie': ['a=1', 'b=2'], location: '/cont' }],
  );
});

/** ownPath(): the local path to continue at, never another host. */
test('an own path keeps its query', () => {
  assert.equal(ownPath('/cont/chei'), '/cont/chei');
  assert.equal(ownPath('/cautare?q=a%20b'), '/cautare?q=a%20b');
});

test('paths to another host and invalid paths give null', () => {
  const others = [
    null,
    '',
    'cont',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '\\/evil.example',
    ' //evil.example',
    `/${'a'.repeat(2_000)}`,
  ];
  for (const text of others) assert.equal(ownPath(text), null, JSON.stringify(text));
});
