import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '#test/support/test-server.ts';
import { until } from '#test/support/until.ts';
import { PipeliningGuard, WAITING_MAX } from './connections.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';

const REQUESTS = 300;
/** More than the socket buffers of the machine hold for a reader that does not read. */
const BODY = Buffer.alloc(8_000_000, 'x');

test('pipelined requests of a connection that does not read are executed one at a time', async () => {
  let created = 0;
  const router = new Router<Handler>();
  router.add('GET', '/large', () => {
    created++;
    return { status: 200, headers: {}, body: BODY };
  });
  const server = await listening(router);
  try {
    const socket = connect(server.port, '127.0.0.1');
    socket.pause();
    await once(socket, 'connect');
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUESTS));
    await until('the first request is executed', async () => created > 0);
    await sleep(200);
    assert.equal(created, 1);
    let read = 0;
    socket.on('data', (chunk) => {
      read += chunk.length;
    });
    socket.resume();
    await until('three answers are read', async () => read >= BODY.length * 3);
    assert.ok(created >= 3 && created < REQUESTS);
    socket.destroy();
    assert.deepEqual(server.faults, []);
  } finally {
    await server.close();
  }
});

test('pipelined requests are answered in order', async () => {
  const router = new Router<Handler>();
  router.add('GET', '/slow', async () => {
    await sleep(30);
    return { status: 200, headers: {}, body: 'slow' };
  });
  router.add('GET', '/quick', () => ({ status: 200, headers: {}, body: 'quick' }));
  const server = await listening(router);
  try {
    const socket = connect(server.port, '127.0.0.1');
    const head = ' HTTP/1.1\r\nHost: x\r\n';
    socket.write(`GET /slow${head}\r\nGET /quick${head}\r\nGET /slow${head}Connection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    assert.deepEqual(text.match(/slow|quick/g), ['slow', 'quick', 'slow']);
  } finally {
    await server.close();
  }
});

/** The number of requests that a client can send in a megabyte. */
const MANY = 20_000;

test('thousands of pipelined requests do not delay other connections and are all answered in order', async () => {
  const router = new Router<Handler>();
  let pipelined = 0;
  const first = Promise.withResolvers<void>();
  router.add('GET', '/piped/{number}', ({ params }) => {
    pipelined++;
    first.resolve();
    return { status: 200, headers: {}, body: `<${params.number}>` };
  });
  /** For each request of the other connection: pipelined requests executed before it. */
  const before: number[] = [];
  router.add('GET', '/other', () => {
    before.push(pipelined);
    return { status: 200, headers: {}, body: 'other' };
  });
  const server = await listening(router);
  try {
    const other = connect(server.port, '127.0.0.1');
    await once(other, 'connect');
    let answers = 0;
    let answered = Promise.withResolvers<void>();
    other.on('data', (chunk) => {
      answers += String(chunk).split('other').length - 1;
      answered.resolve();
    });
    const many = connect(server.port, '127.0.0.1');
    let text = '';
    many.on('data', (chunk) => {
      text += chunk;
    });
    const ended = once(many, 'close');
    many.write(
      Array.from({ length: MANY }, (_, i) => {
        const last = i === MANY - 1 ? 'Connection: close\r\n' : '';
        return `GET /piped/${i} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
      }).join(''),
    );
    await first.promise;
    for (let i = 1; i <= 5; i++) {
      answered = Promise.withResolvers();
      other.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n');
      await answered.promise;
      assert.equal(answers, i);
    }
    other.destroy();
    const [last = MANY] = before.slice(-1);
    assert.ok(last < MANY / 20, `five requests of another were answered after ${last} of ${MANY}`);
    await ended;
    const order = [...text.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
    assert.deepEqual(order, [...Array(MANY).keys()]);
    assert.deepEqual(server.faults, []);
  } finally {
    await server.close();
  }
});

test('reading from a connection pauses while a hundred of its requests wait', async () => {
  const inTurn = new PipeliningGuard();
  const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  /** The bytes of one socket read. */
  const READ = 65_536;
  const sent = MANY / 2;
  const release = Promise.withResolvers<void>();
  let [begun, worked] = [0, 0];
  const server = createServer((raw, response) => {
    if (raw.url === '/other') return void response.end('.');
    begun++;
    inTurn.begin(raw.socket, response, async () => {
      worked++;
      await release.promise;
      response.end('.');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [many, other] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  try {
    many.resume();
    many.write(REQUEST.repeat(sent));
    await until('the first is worked on', async () => worked === 1);
    // Each exchange takes at least one event-loop turn, in which every permitted read happens.
    for (let turns = 0; turns < 100; turns++) {
      other.write('GET /other HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(other, 'data');
    }
    assert.equal(worked, 1);
    assert.ok(begun >= WAITING_MAX && begun <= 1 + WAITING_MAX + READ / REQUEST.length, `${begun} requests were read`);
    release.resolve();
    await until('all are answered', async () => worked === sent);
    // The connection still works.
    many.write(REQUEST);
    await until('one more is answered', async () => worked === sent + 1);
  } finally {
    many.destroy();
    other.destroy();
    server.close();
  }
});
