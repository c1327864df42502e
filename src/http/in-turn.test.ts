import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '#test/listening.ts';
import { Router } from './router.ts';
import type { Handler } from './server.ts';

const REQUESTS = 300;
/** More than the machine keeps for a connection whose reader does not read. */
const BODY = Buffer.alloc(8_000_000, 'x');

test('of requests sent at once on a connection that is not read, one answer is made, and the others when it has left', async () => {
  let made = 0;
  const router = new Router<Handler>();
  router.add('GET', '/large', () => {
    made++;
    return { status: 200, headers: {}, body: BODY };
  });
  const server = await listening(router);
  try {
    const socket = connect(server.port, '127.0.0.1');
    socket.pause();
    await once(socket, 'connect');
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUESTS));
    while (made === 0) await sleep(5);
    await sleep(200);
    assert.equal(made, 1);
    let read = 0;
    socket.on('data', (chunk) => {
      read += chunk.length;
    });
    socket.resume();
    while (read < BODY.length * 3) await sleep(5);
    assert.ok(made >= 3 && made < REQUESTS);
    socket.destroy();
    assert.deepEqual(server.faults, []);
  } finally {
    await server.close();
  }
});

test('requests that wait behind another on their connection are answered in their order', async () => {
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
