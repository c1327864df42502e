import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Caller } from '#api/caller.ts';
import { ask, exchange, refusal } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { until } from '#test/support/until.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';

const text = (body: string) => ({ status: 200, headers: { 'content-type': 'text/plain' }, body });

const stranger: Caller = { kind: 'anonymous', account: null, key: null, pro: false, address: '127.0.0.1' };

const router = new Router<Handler>();
router.add('GET', '/small', () => text('small'));
router.add('GET', '/large', () => text('large '.repeat(2_000)));
router.add('POST', '/api/body', async (request) =>
  text(JSON.stringify(await request.json({ bytesMax: 1_000 }, stranger))),
);
router.add('GET', '/broken', () => {
  throw new Error('secret of the house');
});

let server: Listening;
before(async () => {
  server = await listening(router);
});
after(() => server.close());

describe('requests that Node would answer by itself or drop', () => {
  const cases: [what: string, packet: string, status: number, code: string][] = [
    ['a malformed request line', 'GET\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['a header without a name', 'GET /small HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['no Host', 'GET /api/nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'INVALID_PARAMETER'],
    [
      'two Content-Length headers',
      'POST /api/body HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
      'INVALID_PARAMETER',
    ],
    [
      'headers of 40 KB',
      `GET /small HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a URL of 40 KB', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'URI_TOO_LONG'],
  ];
  for (const [what, packet, status, code] of cases)
    test(`${what} gives an error envelope`, async () => {
      const [head = '', body = ''] = (await exchange(server.port, packet)).split('\r\n\r\n');
      assert.match(head, RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(head, /content-type: application\/json/i);
      assert.match(head, /access-control-allow-origin: \*/i);
      const { success, error, meta } = JSON.parse(body);
      assert.equal(success, false);
      assert.equal(error.code, code);
      assert.match(head, RegExp(`x-request-id: ${meta.requestId}`, 'i'));
    });

  test('an unknown Expect header is ignored', async () => {
    const answer = await exchange(
      server.port,
      'GET /small HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nConnection: close\r\n\r\n',
    );
    assert.match(answer, /^HTTP\/1\.1 200 .*small$/s);
  });

  test('an absolute URL in the request line means its path', async () => {
    const answer = await exchange(
      server.port,
      'GET http://any.host/small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    assert.match(answer, /^HTTP\/1\.1 200 .*small$/s);
  });

  test('HTTP/1.0 works without a Host header', async () => {
    assert.match(await exchange(server.port, 'GET /small HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 .*small$/s);
  });
});

describe('bodies', () => {
  const post = (body: string, more = '') =>
    `POST /api/body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

  test('the next request on the connection is answered after a refused body', async () => {
    const answer = await exchange(server.port, post('x'.repeat(100_000)), post('{"a":1}', 'Connection: close\r\n'));
    assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
    assert.ok(answer.endsWith('{"a":1}'));
  });

  test('an endless upload is cut off', async () => {
    const head =
      'POST /api/body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    let open = true;
    void closed.then(() => {
      open = false;
    });
    socket.write(head);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    while (open) if (!socket.write(chunk)) await Promise.race([closed, new Promise((go) => socket.once('drain', go))]);
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  test('a client that resets a CONNECT ends only its own connection', async () => {
    for (let i = 0; i < 20; i++) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      await new Promise((sent) => socket.write('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', sent));
      socket.resetAndDestroy();
      assert.equal((await ask(server.port, { path: '/small' })).status, 200);
    }
    assert.deepEqual(server.faults, []);
  });

  test('a client that disconnects during its body causes no error', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(post('x'.repeat(500)).slice(0, -200));
    await new Promise((go) => setTimeout(go, 50));
    socket.destroy();
    assert.equal((await ask(server.port, { path: '/small' })).status, 200);
    assert.deepEqual(server.faults, []);
  });
});

describe('compression', () => {
  const encoding = async (path: string, acceptEncoding?: string) =>
    (
      await ask(server.port, {
        path,
        headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding },
      })
    ).headers;

  test('a large answer is compressed for clients that accept gzip', async () => {
    for (const accepted of ['gzip', 'br, gzip;q=0.5', 'GZIP', '*'])
      assert.equal((await encoding('/large', accepted))['content-encoding'], 'gzip', accepted);
    for (const refused of [undefined, '', 'br', 'gzip;q=0', 'gzip;q=0.0, *', 'identity'])
      assert.equal((await encoding('/large', refused))['content-encoding'], undefined, String(refused));
    assert.equal((await encoding('/large')).vary, 'accept-encoding');
  });

  test('a browser that accepts zstd gets zstd, which is faster and smaller', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    const zipped = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port: server.port, path: '/large', headers }, resolve).on('error', reject).end();
    });
    assert.equal(zipped.headers['content-encoding'], 'zstd');
    const bytes = Buffer.concat(await zipped.toArray());
    assert.equal(zipped.headers['content-length'], String(bytes.length));
    assert.equal(zstdDecompressSync(bytes).toString(), (await ask(server.port, { path: '/large' })).text);
    assert.equal((await encoding('/large', 'zstd;q=0, gzip'))['content-encoding'], 'gzip');
  });

  test('a small answer is not compressed', async () => {
    assert.equal((await encoding('/small', 'gzip'))['content-encoding'], undefined);
  });

  test('a compressed answer has the same text, and HEAD gives its length', async () => {
    const response = await fetch(`${server.origin}/large`, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(await response.text(), 'large '.repeat(2_000));
    const headers = { 'accept-encoding': 'gzip' };
    const head = await ask(server.port, { method: 'HEAD', path: '/large', headers });
    const raw = await exchange(
      server.port,
      'GET /large HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n',
    );
    const body = Buffer.from(raw.slice(raw.indexOf('\r\n\r\n') + 4), 'latin1');
    assert.equal(head.headers['content-length'], String(body.length));
    assert.equal(gunzipSync(body).length, 12_000);
  });
});

test('a request target without a leading slash is refused', async () => {
  for (const path of ['*api/ok', 'api/ok', '*'])
    assert.match(
      await exchange(server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1\.1 400 /,
      path,
    );
});

test('a response can repeat a header', async () => {
  const router = new Router<Handler>();
  const cookies = ['a=1; Path=/', 'b=2; Path=/'];
  router.add('GET', '/', () => ({ status: 200, headers: { 'set-cookie': cookies, vary: ['cookie'] }, body: 'x' }));
  const own = await listening(router);
  const response = await fetch(own.origin);
  assert.deepEqual(response.headers.getSetCookie(), cookies);
  assert.equal(response.headers.get('vary'), 'cookie');
  await own.close();
});

test('an internal error shows only the request id', async () => {
  const answered = await ask(server.port, { path: '/broken' });
  assert.equal(answered.status, 500);
  assert.equal(refusal(answered, 'broken').code, 'INTERNAL_ERROR');
  assert.doesNotMatch(answered.text, /secret/);
  assert.match(String(server.faults.pop()), /secret of the house/);
});

test('request ids are unique', async () => {
  const ids = await Promise.all(
    Array.from({ length: 600 }, async () => (await ask(server.port, { path: '/small' })).headers['x-request-id']),
  );
  assert.equal(new Set(ids).size, 600);
});

test('a client that stops reading is disconnected, and a reading client is not', async (t) => {
  const router = new Router<Handler>();
  const body = Buffer.alloc(32 * 2 ** 20, 'a');
  const signals = new Map<string, AbortSignal>();
  router.add('GET', '/{who}', ({ path, signal }) => {
    signals.set(path, signal);
    return { status: 200, headers: { 'content-type': 'text/plain' }, body };
  });
  // On a busy machine a reading client may pause for a while.
  const own = await listening(router, null, { stalledMs: 3_000 });
  const stalled = connect(own.port, '127.0.0.1').pause();
  t.after(() => {
    stalled.destroy();
    return own.close();
  });
  stalled.write('GET /stalled HTTP/1.1\r\nhost: a\r\n\r\n');
  assert.equal((await (await fetch(`${own.origin}/going-on`)).arrayBuffer()).byteLength, body.length);
  await until('the stalled one is cut', async () => signals.get('/stalled')?.aborted === true);
  let received = 0;
  stalled
    .on('error', () => {})
    .on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
  await once(stalled.resume(), 'close');
  assert.ok(received < body.length, `${received}`);
  assert.deepEqual(own.faults, []);
});

test('an answer that breaks off is logged as an error and recorded as broken', async () => {
  const router = new Router<Handler>();
  router.add('GET', '/', () => ({
    status: 200,
    headers: {},
    *body() {
      yield Buffer.from('a');
      throw new Error('no more');
    },
  }));
  const seen: unknown[] = [];
  const own = await listening(router, ({ status, isBroken }) => seen.push(status, isBroken));
  await assert.rejects(fetch(own.origin).then((response) => response.text()));
  await own.close();
  assert.deepEqual([own.faults.map(String), seen], [['Error: no more'], [200, true]]);
});

test('a handler sees the disconnect of its client, even when it checks late', async () => {
  const watching = new Router<Handler>();
  let entered = Promise.withResolvers<void>();
  let noticed = Promise.withResolvers<boolean>();
  watching.add('GET', '/watch', async (request) => {
    const early = new Promise((go) => request.signal.addEventListener('abort', go));
    entered.resolve();
    await early;
    noticed.resolve(request.signal.aborted);
    return text('nobody reads this');
  });
  watching.add('GET', '/late', async (request) => {
    const gone = new Promise((go) => request.raw.socket.once('close', go));
    entered.resolve();
    await gone;
    await new Promise((go) => setImmediate(go));
    noticed.resolve(request.signal.aborted);
    return text('nobody reads this');
  });
  watching.add('GET', '/query', async (request) => {
    const early = new Promise((go) => request.signal.addEventListener('abort', go));
    entered.resolve();
    await early;
    noticed.resolve(request.signal.aborted);
    throw request.signal.reason;
  });
  const watched = await listening(watching);
  for (const path of ['/watch', '/late', '/query']) {
    entered = Promise.withResolvers();
    noticed = Promise.withResolvers();
    const socket = connect(watched.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await entered.promise;
    socket.destroy();
    assert.equal(await noticed.promise, true, path);
  }
  await watched.close();
  assert.deepEqual(watched.faults, []);
});
