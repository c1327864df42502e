import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { share } from '#api/network-limits.ts';
import { ask, exchange, refusal } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { BODY_LIMITS } from './body.ts';
import type { Handler } from './reply.ts';
import { type ForeignHandler, Router } from './router.ts';
import type { CompletedRequest, ServerLimits } from './server.ts';

interface Mounted extends Listening {
  finished: CompletedRequest[];
}

async function mounting(
  handler: ForeignHandler,
  use: (own: Mounted) => Promise<void>,
  limits: Partial<ServerLimits> = {},
): Promise<void> {
  const router = new Router<Handler>();
  router.mount('/foreign', handler);
  router.add('GET', '/own', () => ({ status: 200, headers: {}, body: 'own' }));
  const finished: CompletedRequest[] = [];
  const own = { ...(await listening(router, (one) => finished.push(one), limits)), finished };
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

const limited = { timeout: 60_000 };

test('a foreign handler gets its prefix with all methods, and URLs relative to the prefix', () =>
  mounting(
    (raw: IncomingMessage & { originalUrl?: string }, response) => {
      response.end(`${raw.method} ${raw.url} ${raw.originalUrl}`);
    },
    async ({ port }) => {
      for (const [method, path, url] of [
        ['GET', '/foreign', '/'],
        ['DELETE', '/foreign/a/b?x=1', '/a/b?x=1'],
        ['OPTIONS', '/foreign?x=1', '/?x=1'],
        ['PUT', '/foreign/', '/'],
      ])
        assert.equal((await ask(port, { method: method ?? '', path: path ?? '' })).text, `${method} ${url} ${path}`);
      assert.equal(refusal(await ask(port, { path: '/foreigner' }), 'beside').code, 'ROUTE_NOT_FOUND');
      assert.equal((await ask(port, { path: '/own' })).text, 'own');
      assert.match(
        await exchange(port, 'GET http://any.host/foreign/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
        /GET \/x \/foreign\/x$/,
      );
    },
  ));

test('a foreign response has the request id and one completion record, and the handler reads its own body', () =>
  mounting(
    async (raw, response) => {
      let bytes = 0;
      for await (const chunk of raw) bytes += chunk.length;
      response.writeHead(201, { 'content-type': 'text/plain' }).end(String(bytes));
    },
    async (own) => {
      const { status, headers, text } = await ask(own.port, {
        method: 'POST',
        path: '/foreign/x',
        body: 'x'.repeat(100_000),
      });
      assert.deepEqual([status, text], [201, '100000']);
      const [seen] = own.finished;
      assert.deepEqual(
        [own.finished.length, seen?.status, seen?.request.path, seen?.isBroken],
        [1, 201, '/foreign/x', false],
      );
      assert.equal(headers['x-request-id'], seen?.request.id);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.ok((seen?.bytes ?? 0) > 6);
    },
  ));

test('an error before the response gives an error envelope without the headers already set', async () => {
  for (const failing of [
    (_: IncomingMessage, response: ServerResponse) => {
      response.setHeader('content-type', 'text/html').setHeader('content-length', '3');
      throw new Error('secret');
    },
    async () => {
      throw new Error('secret');
    },
  ])
    await mounting(failing, async (own) => {
      const answered = await ask(own.port, { path: '/foreign' });
      assert.equal(refusal(answered, 'thrown').code, 'INTERNAL_ERROR');
      assert.doesNotMatch(answered.text, /secret/);
      assert.deepEqual([own.faults.map(String), own.finished.map(({ status }) => status)], [['Error: secret'], [500]]);
    });
});

test('an error during the response aborts the connection and is recorded as broken', () =>
  mounting(
    async (_, response) => {
      response.writeHead(200);
      await new Promise((go) => response.write('begun', go));
      throw new Error('no more');
    },
    async (own) => {
      await assert.rejects(fetch(`${own.origin}/foreign`).then((response) => response.text()));
      assert.deepEqual(
        [own.faults.map(String), own.finished.map(({ isBroken }) => isBroken)],
        [['Error: no more'], [true]],
      );
    },
  ));

test('a handler that responds twice is logged and does not affect other requests', () =>
  mounting(
    (_, response) => {
      response.end('a');
      response.end('b');
    },
    async ({ port, faults }) => {
      assert.equal((await ask(port, { path: '/foreign' })).text, 'a');
      assert.equal((await ask(port, { path: '/own' })).text, 'own');
      assert.equal(faults.length, 1);
    },
  ));

test('the limits of the server apply before a foreign handler runs', async () => {
  const release = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  await mounting(
    async (_, response) => {
      entered.resolve();
      await release.promise;
      response.end('done');
    },
    async ({ port }) => {
      assert.equal(refusal(await ask(port, { path: `/foreign/${'x'.repeat(9_000)}` }), 'long').code, 'URI_TOO_LONG');
      const first = ask(port, { path: '/foreign' });
      await entered.promise;
      assert.equal(refusal(await ask(port, { path: '/foreign' }), 'many').code, 'OVERLOADED');
      // Requests of a foreign handler do not use the slots of other routes.
      assert.equal((await ask(port, { path: '/own' })).status, 200);
      release.resolve();
      assert.equal((await first).text, 'done');
    },
    { mounted: share({ total: 1, site: 1 }) },
  );
});

test('a body that stalls in a foreign handler times out', limited, () =>
  mounting(
    async (raw, response) => {
      for await (const _ of raw);
      response.end();
    },
    async ({ port, faults }) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write('POST /foreign HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nx');
      await once(socket.resume(), 'close');
      assert.deepEqual(faults, []);
    },
    { bodies: { ...BODY_LIMITS, timeoutMs: 50 } },
  ),
);

test('a server stop waits for a foreign response and closes its connection', limited, () => {
  const release = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  return mounting(
    async (_, response) => {
      entered.resolve();
      await release.promise;
      response.end('done');
    },
    async (own) => {
      const running = ask(own.port, { path: '/foreign' });
      await entered.promise;
      const closed = own.close();
      release.resolve();
      assert.equal((await running).text, 'done');
      await closed;
    },
  );
});

test('a route and a foreign handler cannot share a path', () => {
  const router = new Router<Handler>();
  const own: Handler = () => ({ status: 200, headers: {}, body: '' });
  router.mount('/oauth', () => {});
  router.add('GET', '/docs/{page}', own);
  for (const prefix of ['/oauth', '/oauth/x', '/docs'])
    assert.throws(() => router.mount(prefix, () => {}), /declared twice/);
  assert.throws(() => router.add('GET', '/oauth/x', own), /lies below a mounted handler/);
  for (const prefix of ['', '/', 'x', '/x/', '/{x}', '/a//b'])
    assert.throws(() => router.mount(prefix, () => {}), /no path/);
});
