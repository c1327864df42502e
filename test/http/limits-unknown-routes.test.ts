/** Requests that match no route count against the address: unknown paths, wrong methods, oversized and malformed requests. */
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { type OpenLimits, openLimits } from '#platform/limits/limits.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { UnparsableRequests } from '#transports/http/connections.ts';

/** All requests are counted at the same instant. */
const NOW = Date.now();
/** For a connection that ends without an answer. */
const CLOSED = 0;
const LONG = 'x'.repeat(9_000);

/** `isAway`: counters that answer asynchronously, as over a network. */
async function limitsAt(isAway: boolean): Promise<OpenLimits> {
  const limits = await openLimits({ counters: allocateCounters(64, 64), redis: null, onChange: () => {} });
  return {
    ...limits,
    take(counted, _, requests) {
      const taken = limits.take(counted, NOW, requests);
      return isAway ? Promise.resolve(taken) : taken;
    },
  };
}

for (const isAway of [false, true])
  describe(isAway ? 'with remote counters' : 'with counters of this host', () => {
    let service: SmallService;
    before(async () => {
      service = await smallService({ bare: true, limits: await limitsAt(isAway) });
    });
    after(() => service.close());

    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${service.origin}${path}`, { headers: { 'x-api-key': DEMO_KEY }, ...init });

    const statusOf = async (path: string, init: RequestInit = {}): Promise<number> => {
      const answer = await ask(path, init);
      await answer.arrayBuffer();
      return answer.status;
    };

    /** Sends the text byte for byte, on a connection of its own. */
    const statusOfBytes = async (text: string): Promise<number> => {
      const socket = connect(service.port, '127.0.0.1');
      const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      // The connection may be closed during the write.
      socket.on('error', () => {});
      socket.write(text);
      await ended;
      return Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(answer)?.[1] ?? CLOSED);
    };

    test('requests without a route count against the address, not the account', async () => {
      const account = Number((await ask('/api/caen/6210')).headers.get('x-ratelimit-remaining'));
      const kinds: [status: number, send: () => Promise<number>][] = [
        [404, () => statusOf('/nothing/here')],
        [404, () => statusOf('/nothing/here', { headers: {}, method: 'OPTIONS' })],
        [404, () => statusOf('/assets/nothing.css')],
        [404, () => statusOf('/docs/nothing')],
        [405, () => statusOf('/livez', { method: 'DELETE' })],
        [414, () => statusOf(`/${LONG}`, { headers: { accept: 'text/html' } })],
        [431, () => statusOfBytes(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${LONG.repeat(4)}\r\n\r\n`)],
        [400, () => statusOfBytes('no request at all\r\n\r\n')],
        [400, () => statusOfBytes('GET / HTTP/1.1\r\n\r\n')],
        [400, () => statusOfBytes('CONNECT example.ro:443 HTTP/1.1\r\nHost: example.ro:443\r\n\r\n')],
      ];
      const first = await ask('/nothing/here');
      assert.equal(first.headers.get('ratelimit'), '"address";r=119;t=60');
      for (let i = 1; i < 120; i++) {
        const [status, send] = kinds[i % kinds.length] as (typeof kinds)[number];
        assert.equal(await send(), status, `${i}`);
      }
      const refused: number[] = [];
      for (const [, send] of kinds) refused.push(await send());
      assert.deepEqual(refused, [429, 429, 429, 429, 429, 429, CLOSED, CLOSED, 429, CLOSED]);
      const stranger = await ask('/nothing/here', { headers: {} });
      assert.ok(Number(stranger.headers.get('retry-after')) >= 1);
      assert.equal(((await stranger.json()) as { error: { code: string } }).error.code, 'RATE_LIMITED');
      assert.equal(await statusOf('/api/caen/6210', { headers: {} }), 429);
      const own = await ask('/api/caen/6210');
      assert.deepEqual([own.status, Number(own.headers.get('x-ratelimit-remaining'))], [200, account - 1]);
      // Agent hosts try these methods by their protocol; such requests are refused but not counted.
      for (const method of ['GET', 'DELETE']) assert.equal(await statusOf('/mcp', { method }), 405, method);
      for (const path of ['/livez', '/readyz', '/icon.svg', '/favicon.ico'])
        assert.equal(await statusOf(path), 200, path);
    });
  });

test('an idle connection that times out is closed without an answer and not counted', async () => {
  const received: unknown[] = [];
  const refusals = new UnparsableRequests({ mayAnswer: (socket) => received.push(socket) > 0 });
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.once('close', () => resolve());
    refusals.answerError(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  connect((server.address() as AddressInfo).port, '127.0.0.1')
    .on('error', () => {})
    .resume();
  await over;
  server.close();
  assert.deepEqual(received, []);
});
