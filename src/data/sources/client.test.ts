import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { Limits, Request } from '#lib/safe-fetch/exchange.ts';
import { startUpstream } from '#test/support/upstream.ts';
import { createClient, isAnswer } from './client.ts';
import type { Clock } from './retry.ts';

/** Generous limits; a test that needs a time-out sets its own. */
const LIMITS: Limits = { connectMs: 60_000, idleMs: 60_000, totalMs: 60_000, sizeBytesMax: 10_000, retries: 0 };
const NOW = Date.parse('2026-11-15T10:00:00Z');

/** A clock that records pauses instead of waiting. */
function notedClock(random = 0.5): Clock & { slept: number[] } {
  const slept: number[] = [];
  return { slept, now: () => NOW, sleep: async (ms) => slept.push(ms), random: () => random };
}

const get = (url: string, more: Partial<Request> = {}): Request => ({ url, userAgent: 'test', ...more });

async function reasonOf(request: Request, limits: Partial<Limits> = {}): Promise<string> {
  const result = await createClient(notedClock()).send(request, { ...LIMITS, ...limits });
  return isAnswer(result) ? `HTTP ${result.status}` : result.reason;
}

test('an answer of any status is returned as bytes with its content type', async (t) => {
  const url = await startUpstream(t, (_, response) => {
    response.writeHead(404, { 'content-type': 'application/json', 'retry-after': '7' }).end('{"found":[]}');
  });
  const answer = await createClient().send(get(url), LIMITS);
  assert.ok(isAnswer(answer));
  assert.deepEqual([answer.status, answer.contentType, answer.retryAfterMs], [404, 'application/json', 7000]);
  assert.equal(Buffer.from(answer.bytes).toString(), '{"found":[]}');
});

test('every request accepts anything, names its user agent and closes its connection', async (t) => {
  let seen: IncomingMessage | undefined;
  let body = '';
  const url = await startUpstream(t, async (request, response) => {
    seen = request;
    for await (const chunk of request) body += chunk;
    response.end('ok');
  });
  const post = get(url, { method: 'POST', body: '[{"ț":1}]', headers: { 'content-type': 'application/json' } });
  await createClient().send(post, LIMITS);
  assert.deepEqual(
    [
      seen?.method,
      seen?.headers.accept,
      seen?.headers['user-agent'],
      seen?.headers.connection,
      seen?.headers['content-length'],
    ],
    ['POST', '*/*', 'test', 'close', '10'],
  );
  assert.equal(body, '[{"ț":1}]');
});

test('redirects on the same host are followed; those to other hosts, in a loop or of a POST are rejected', async (t) => {
  const url = await startUpstream(t, (request, response) => {
    if (request.url === '/there') response.end('there');
    else if (request.url === '/away') response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
    else if (request.url === '/port') response.writeHead(302, { location: 'https://127.0.0.1:1/there' }).end();
    else if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
    else response.writeHead(301, { location: '/there' }).end();
  });
  assert.equal(await reasonOf(get(`${url}/here`)), 'HTTP 200');
  assert.equal(await reasonOf(get(`${url}/away`)), 'rejected');
  assert.equal(await reasonOf(get(`${url}/port`)), 'rejected', 'another service of the host');
  assert.equal(await reasonOf(get(`${url}/round`)), 'rejected');
  assert.equal(await reasonOf(get(`${url}/here`, { method: 'POST', body: '' })), 'rejected');
});

test('an answer beyond the size limit is aborted while it streams', async (t) => {
  let sent = 0;
  const url = await startUpstream(t, (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1000))) sent += 1000;
    };
    response.on('drain', more);
    more();
  });
  assert.equal(await reasonOf(get(url)), 'malformed');
  assert.ok(sent < 50_000_000);
});

test('a silent source, a slow source and a refused connection each have their reason', async (t) => {
  const silent = await startUpstream(t, () => {});
  assert.equal(await reasonOf(get(silent), { idleMs: 50 }), 'timeout');
  assert.equal(await reasonOf(get(silent), { totalMs: 50 }), 'timeout');
  const slow = await startUpstream(t, (_, response) => {
    const drip = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(drip));
  });
  assert.equal(await reasonOf(get(slow), { totalMs: 100 }), 'timeout');
  const stopping = await startUpstream(t, (_, response) => response.writeHead(200).write('x'));
  assert.equal(await reasonOf(get(stopping), { idleMs: 50 }), 'timeout');
  assert.equal(await reasonOf(get('http://127.0.0.1:1/')), 'network');
});

test('an endless TLS handshake is a connect time-out', async (t) => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const result = await createClient().send(get(`https://127.0.0.1:${address.port}/`), { ...LIMITS, connectMs: 50 });
  assert.ok(!isAnswer(result));
  assert.deepEqual([result.reason, result.detail], ['timeout', 'no connection within 50 ms']);
});

test('a truncated body, a reset connection and an answer that is not HTTP are network errors', async (t) => {
  const cut = await startUpstream(t, (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => response.destroy(), 20);
  });
  assert.equal(await reasonOf(get(cut)), 'network');
  const reset = await startUpstream(t, (request) => request.socket.destroy());
  assert.equal(await reasonOf(get(reset)), 'network');
  const server = createServer((socket) => socket.end('hello\n')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  assert.equal(await reasonOf(get(`http://127.0.0.1:${address.port}/`)), 'network');
});

test('429, 5xx and network errors are retried with exponential backoff', async (t) => {
  let count = 0;
  const url = await startUpstream(t, (request, response) => {
    count++;
    if (count === 1) response.writeHead(503).end();
    else if (count === 2) request.socket.destroy();
    else if (count === 3) response.writeHead(429).end();
    else response.end('at last');
  });
  const clock = notedClock(0);
  const answer = await createClient(clock).send(get(url), { ...LIMITS, retries: 3 });
  assert.ok(isAnswer(answer) && answer.status === 200);
  assert.deepEqual(clock.slept, [250, 500, 1000]);
});

test('after the last retry the last answer counts, and permanent errors are not retried', async (t) => {
  let count = 0;
  const url = await startUpstream(t, (request, response) => {
    count++;
    response.writeHead(request.url === '/gone' ? 404 : 500).end();
  });
  assert.equal(await reasonOf(get(url), { retries: 2 }), 'HTTP 500');
  assert.equal(count, 3);
  assert.equal(await reasonOf(get(`${url}/gone`), { retries: 2 }), 'HTTP 404');
  assert.equal(count, 4);
});

test('Retry-After is honoured in seconds or as a date, and a too long one ends the attempts', async (t) => {
  const waits = ['2', 'Sun, 15 Nov 2026 10:00:30 GMT', 'soon', '3600'];
  let count = 0;
  const url = await startUpstream(t, (_, response) => response.writeHead(429, { 'retry-after': waits[count++] }).end());
  const clock = notedClock();
  const answer = await createClient(clock).send(get(url), { ...LIMITS, retries: 9 });
  assert.deepEqual(clock.slept, [2000, 30_000, 2000]);
  assert.ok(isAnswer(answer));
  assert.equal(answer.retryAfterMs, 3_600_000);
});

test('an abort by the caller throws, before and during the request', async (t) => {
  const url = await startUpstream(t, () => {});
  const before = createClient().send(get(url, { signal: AbortSignal.abort(new Error('stopping')) }), LIMITS);
  await assert.rejects(before, /stopping/);
  const controller = new AbortController();
  const during = createClient().send(get(url, { signal: controller.signal }), LIMITS);
  setTimeout(() => controller.abort(new Error('stopping')), 30);
  await assert.rejects(during, /stopping/);
});
