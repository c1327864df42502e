import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listening } from '#test/support/test-server.ts';
import { addMetrics } from './monitoring-routes.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';

async function serving(token: string | null, isOpenHere = true) {
  const router = new Router<Handler>();
  const metrics = async () => [{ name: 'up', help: 'Up.', type: 'gauge' as const, samples: [{ value: 1 }] }];
  addMetrics(router, { token, isOpenHere, metrics });
  const { origin, close } = await listening(router);
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/metrics`, { headers });
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
  };
  return { ask, close };
}

test('without a configured token, metrics are not available to remote clients', async (t) => {
  const { ask, close } = await serving(null, false);
  t.after(close);
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer null' }, { host: 'localhost' }])
    assert.equal((await ask(headers)).status, 404);
});

test('a web page in a local browser cannot read the metrics', async (t) => {
  const { ask, close } = await serving(null);
  t.after(close);
  for (const headers of [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ])
    assert.equal((await ask(headers)).status, 404, JSON.stringify(headers));
});

test('a local request reads the metrics without a token', async (t) => {
  const { ask, close } = await serving(null);
  t.after(close);
  const { status, text, type } = await ask();
  assert.equal(status, 200);
  assert.equal(type, 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(text, '# HELP up Up.\n# TYPE up gauge\nup 1\n');
});

test('a request through a local proxy is not treated as local', async (t) => {
  const { ask, close } = await serving(null);
  t.after(close);
  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']) {
    const { status, text } = await ask({ [header]: '203.0.113.5' });
    assert.equal(status, 404, header);
    assert.equal(JSON.parse(text).error.code, 'ROUTE_NOT_FOUND');
  }
});

test('with a configured token, only requests with the token read the metrics', async (t) => {
  const { ask, close } = await serving('s3cret');
  t.after(close);
  assert.equal((await ask()).status, 404);
  assert.equal((await ask({ authorization: 'Bearer wrong' })).status, 404);
  assert.equal((await ask({ authorization: 's3cret' })).status, 404);
  assert.equal((await ask({ authorization: 'Bearer s3cret', 'x-forwarded-for': '203.0.113.5' })).status, 200);
});
