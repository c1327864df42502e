/** Raw-socket cases: too many connections, and ambiguous requests that two parsers could read differently. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Caller } from '#api/caller.ts';
import { parseSubnet } from '#lib/values/ip.ts';
import { exchange } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { until as untilThat } from '#test/support/until.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';

const until = (hasHappened: () => boolean | Promise<boolean>): Promise<void> =>
  untilThat(String(hasHappened), async () => hasHappened());

const stranger: Caller = { kind: 'anonymous', account: null, key: null, pro: false, address: '127.0.0.1' };

const held: (() => void)[] = [];
const router = new Router<Handler>();
router.add('GET', '/small', () => ({ status: 200, headers: {}, body: 'small' }));
router.add('GET', '/held', async () => {
  await new Promise<void>((resolve) => held.push(resolve));
  return { status: 200, headers: {}, body: 'held' };
});
router.add('POST', '/json', async (request) => ({
  status: 200,
  headers: {},
  body: JSON.stringify(await request.json({ bytesMax: 1_000 }, stranger)),
}));
router.mount('/foreign', (_, response) => void response.end('foreign'));

const result = (answer: string): { status: number; head: string; code: string | null } => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, head, code: status >= 400 ? JSON.parse(body).error.code : null };
};

describe('ambiguous requests', () => {
  let server: Listening;
  before(async () => {
    server = await listening(router);
  });
  after(() => server.close());

  const JSON_BODY = 'Content-Type: application/json\r\n';
  const cases: [what: string, packet: string, status: number, code: string | null][] = [
    ['two different hosts', 'GET /small HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['the same host twice', 'GET /small HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ...[
      'a b',
      'a/b',
      'u@a',
      '"a"',
      'a\tb',
      'a\\b',
      'a?b',
      'a#b',
      '<a>',
      'a:80:81',
      'a:b',
      '[::1',
      '::1',
      'a\x7f',
      'caf\xe9',
    ].map((host): [string, string, number, string] => [
      `the host ${JSON.stringify(host)}`,
      `GET /small HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      400,
      'INVALID_PARAMETER',
    ]),
    ...['a', 'a_b.example.ro:8080', '[::1]:80', '127.0.0.1', 'xn--bcher-kva.example', 'a:'].map(
      (host): [string, string, number, null] => [
        `the host ${host}`,
        `GET /small HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        200,
        null,
      ],
    ),
    ['two hosts in HTTP/1.0', 'GET /small HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ...[
      ['Authorization: Bearer a\r\nAuthorization: Bearer b', 'two authorizations'],
      ['X-API-Key: a\r\nx-api-key: a', 'one key twice'],
      ['X-API-Key: a\r\nX-Api-Key: b', 'two keys'],
      ['X-PAYMENT: a\r\nX-Payment: b', 'two payments of the older kind'],
      ['PAYMENT-SIGNATURE: a\r\nAccept: x\r\npayment-signature: b', 'two payments'],
    ].map(([headers, what]): [string, string, number, string] => [
      `${what}`,
      `GET /small HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`,
      400,
      'INVALID_PARAMETER',
    ]),
    [
      'one of each',
      'GET /small HTTP/1.1\r\nHost: x\r\nX-API-Key: a\r\nAuthorization: Bearer a\r\nX-PAYMENT: b\r\nPAYMENT-SIGNATURE: b\r\nConnection: close\r\n\r\n',
      200,
      null,
    ],
    [
      'headers of the same length, and a list in two',
      'GET /small HTTP/1.1\r\nHost: x\r\nVary: a\r\nVary: b\r\nAccept: a\r\nAccept: b\r\nCookie: a=1\r\nCookie: b=2\r\nConnection: close\r\n\r\n',
      200,
      null,
    ],
    [
      'a path without a leading slash',
      'GET small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_PARAMETER',
    ],
    [
      'an asterisk as the target',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_PARAMETER',
    ],
    [
      'an absolute URL without a path',
      'GET http://x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_PARAMETER',
    ],
    [
      'an absolute URL without a host',
      'GET http:///small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_PARAMETER',
    ],
    [
      'an absolute URL of another scheme',
      'GET ftp://x/small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_PARAMETER',
    ],
    ['an absolute URL', 'GET http://x/small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200, null],
    [
      'a Content-Length with chunked encoding',
      'POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'INVALID_PARAMETER',
    ],
    ...[
      'gzip',
      'gzip, chunked',
      'identity',
      'chunked, chunked',
      'xchunked',
      'chunked\r\nTransfer-Encoding: chunked',
    ].map((encoding): [string, string, number, string] => [
      `the transfer encoding ${encoding.replace('\r\n', ' and ')}`,
      `POST /json HTTP/1.1\r\nHost: x\r\n${JSON_BODY}Transfer-Encoding: ${encoding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      400,
      'INVALID_PARAMETER',
    ]),
    [
      'chunked encoding',
      `POST /json HTTP/1.1\r\nHost: x\r\n${JSON_BODY}Connection: close\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      200,
      null,
    ],
    ...['gzip', 'br', 'gzip, identity', 'x'].map((encoding): [string, string, number, string] => [
      `a body encoded with ${encoding}`,
      `POST /json HTTP/1.1\r\nHost: x\r\n${JSON_BODY}Connection: close\r\nContent-Encoding: ${encoding}\r\nContent-Length: 2\r\n\r\n{}`,
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]),
    [
      'an encoded body for a foreign handler',
      'POST /foreign HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body with the identity encoding',
      `POST /json HTTP/1.1\r\nHost: x\r\n${JSON_BODY}Connection: close\r\nContent-Encoding: Identity\r\nContent-Length: 2\r\n\r\n{}`,
      200,
      null,
    ],
  ];
  for (const [what, packet, status, code] of cases)
    test(`${what}: ${code ?? 'taken'}`, async () => {
      const answer = result(await exchange(server.port, packet));
      assert.deepEqual([answer.status, answer.code], [status, code]);
    });

  test('the error names the header that was sent twice', async () => {
    const packet = 'GET /small HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n';
    const { error } = JSON.parse((await exchange(server.port, packet)).split('\r\n\r\n')[1] ?? '');
    assert.equal(error.message, 'Send the header Authorization once.');
    assert.deepEqual(error.details, [{ in: 'header', name: 'authorization', problem: 'is sent more than once' }]);
  });

  test('bytes after an ambiguous request are not read', async () => {
    const answer = await exchange(
      server.port,
      'GET /small HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\nGET /small HTTP/1.1\r\nHost: a\r\n\r\n',
    );
    assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400']);
  });

  test('garbage after a complete request does not replace its response', async () => {
    const answer = await exchange(server.port, 'GET /small HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 200 .*small$/s);
  });
});

describe('a client that sends Expect: 100-continue', () => {
  let server: Listening;
  before(async () => {
    server = await listening(router);
  });
  after(() => server.close());

  /** The response before the body was sent, and the response after it. */
  const asking = async (path: string, more = ''): Promise<{ before: string; after: string }> => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n${more}Content-Length: 2\r\n\r\n`,
    );
    await until(() => text.includes('\r\n\r\n'));
    const before = text;
    socket.write('{}GET /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await until(() => socket.closed);
    return { before, after: text.slice(before.length) };
  };

  for (const path of ['/json', '/foreign'])
    test(`gets 100 Continue on a route that reads bodies: ${path}`, async () => {
      const { before, after } = await asking(path);
      assert.match(before, /^HTTP\/1\.1 100 Continue\r\n/);
      assert.deepEqual(`${before}${after}`.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 100', 'HTTP/1.1 200', 'HTTP/1.1 200']);
    });

  for (const [path, more, status] of [
    ['/nowhere', '', 404],
    ['/small', '', 405],
    ['/json', 'Content-Encoding: gzip\r\n', 415],
  ] as const)
    test(`gets ${status} where the request is refused, and the connection closes without reading on`, async () => {
      const { before, after } = await asking(path, more);
      const answer = result(`${before}${after}`);
      assert.equal(answer.status, status);
      assert.match(answer.head, /^connection: close$/im);
      assert.doesNotMatch(`${before}${after}`, /100 Continue|small$/);
    });
});

test('CONNECT is refused with a message that this service is not a proxy', async (t) => {
  const server = await listening(router);
  t.after(() => server.close());
  const answer = await exchange(server.port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 400 .*"This service is no proxy: it does not take CONNECT\."/s);
});

describe('connections of one client network', () => {
  const EACH = 5;

  interface Opened {
    socket: Socket;
    text(): string;
  }

  /** Sockets that stay open and record what they receive. `allowHalfOpen`: they stay open until the server resets them. */
  async function opened(port: number, from: string, count: number, allowHalfOpen = false): Promise<Opened[]> {
    return Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen });
        let text = '';
        socket.setEncoding('latin1').on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', () => {});
        await once(socket, 'connect');
        return { socket, text: () => text };
      }),
    );
  }

  test('are limited without affecting other networks', async () => {
    const server = await listening(router, null, { connections: { network: EACH, site: 4 * EACH } });
    const own = await opened(server.port, '127.0.0.2', EACH);
    const [extra] = await opened(server.port, '127.0.0.2', 1);
    await until(() => extra?.socket.closed ?? false);
    const refused = result(extra?.text() ?? '');
    assert.deepEqual([refused.status, refused.code], [429, 'RATE_LIMITED']);
    assert.match(refused.head, /retry-after: 1/i);
    const [other] = await opened(server.port, '127.0.0.3', 1);
    other?.socket.write('GET /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await until(() => other?.text().endsWith('small') ?? false);
    own[0]?.socket.destroy();
    await until(async () => {
      const [again] = await opened(server.port, '127.0.0.2', 1);
      again?.socket.write('GET /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await until(() => again?.socket.closed ?? false);
      return again?.text().endsWith('small') ?? false;
    });
    for (const { socket } of own) socket.destroy();
    await server.close();
    assert.deepEqual(server.faults, []);
  });

  test('are reset without a response after twenty refusals', async () => {
    const server = await listening(router, null, { connections: { network: EACH, site: 4 * EACH }, refusalMs: 60_000 });
    const crowd = await opened(server.port, '127.0.0.2', 200, true);
    await until(() => crowd.filter(({ socket }) => socket.readableEnded).length === 200 - EACH);
    assert.equal(crowd.filter(({ text }) => text().startsWith('HTTP/1.1 429 ')).length, 20);
    for (const { socket } of crowd) socket.destroy();
    await server.close();
    assert.deepEqual(server.faults, []);
  });

  test('are not limited for a trusted proxy, whose forwarded client networks are limited by running requests', async () => {
    const trustedProxies = [parseSubnet('127.0.0.1') ?? { base: 0n, bits: 0 }];
    const server = await listening(router, null, { connections: { network: EACH, site: 4 * EACH }, trustedProxies });
    const crowd = await opened(server.port, '127.0.0.1', 3 * EACH);
    const ask = ({ socket }: { socket: Socket }, path: string, from: string): boolean =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`);
    for (const [n, each] of crowd.slice(0, EACH + 1).entries()) ask(each, '/held', `2001:db8::${n + 1}`);
    await until(() => crowd.some(({ text }) => text().startsWith('HTTP/1.1 429 ')));
    assert.equal(held.length, EACH);
    const other = crowd[2 * EACH] as (typeof crowd)[number];
    ask(other, '/small', '2001:db8:0:1::1');
    await until(() => other.text().endsWith('small'));
    for (const release of held.splice(0)) release();
    await until(() => crowd.filter(({ text }) => text().endsWith('held')).length === EACH);
    const again = crowd[2 * EACH + 1] as (typeof crowd)[number];
    ask(again, '/small', '2001:db8::9');
    await until(() => again.text().endsWith('small'));
    for (const { socket } of crowd) socket.destroy();
    await server.close();
    assert.deepEqual(server.faults, []);
  });
});
