/** A server that stops: the requests it still answers and the connections it refuses. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { ask } from '#test/support/raw-request.ts';
import { listening } from '#test/support/test-server.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';
import type { Handler } from './reply.ts';
import { Router } from './router.ts';

const text = (body: string) => ({ status: 200, headers: { 'content-type': 'text/plain' }, body });

const router = new Router<Handler>();
router.add('GET', '/small', () => text('small'));

test('a stop lets running requests finish and refuses new connections', async () => {
  const slow = new Router<Handler>();
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  slow.add('GET', '/slow', async () => {
    entered.resolve();
    await release.promise;
    return text('done');
  });
  slow.add('GET', '/quick', () => text('quick'));
  const stopping = await listening(slow);
  await ask(stopping.port, { path: '/quick' });
  const running = ask(stopping.port, { path: '/slow' });
  await entered.promise;
  const closed = stopping.close();
  // Connections that exist at this moment are still accepted.
  for (let turns = 0; turns < 10; turns++) await nextTurn();
  await assert.rejects(fetch(`${stopping.origin}/quick`));
  release.resolve();
  const { status, headers, text: body } = await running;
  assert.equal(status, 200);
  assert.equal(body, 'done');
  assert.equal(headers.connection, 'close');
  await closed;
});

describe('a stopping server answers', () => {
  const QUESTION = 'GET /small HTTP/1.1\r\nhost: a\r\n\r\n';
  /** Blocks this thread as on a busy machine; sent bytes wait in the buffers of the system. */
  const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  /** A connection after its first exchange, and the bytes that it receives from then on. */
  const stored = async (port: number) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => (received += bytes));
    const ended = once(socket, 'close');
    socket.write(QUESTION);
    await until('the first answer is there', async () => received.includes('small'));
    received = '';
    return { socket, ended: () => ended.then(() => received) };
  };

  test('connections that the system accepted before the stop', async () => {
    const own = await listening(router);
    const answers = Array.from({ length: 20 }, async () => {
      const socket = connect(own.port, '127.0.0.1');
      let received = '';
      socket.on('data', (bytes) => (received += bytes));
      socket.write(QUESTION);
      await once(socket, 'close');
      return received;
    });
    // By now the sockets have connected, and the system has accepted them for the server.
    await new Promise<void>((go) => process.nextTick(go));
    standStill(100);
    await own.close();
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  test('a request on an idle connection that is about to close', async () => {
    const own = await listening(router, null, { lingerMs: 0 });
    const { socket, ended } = await stored(own.port);
    const closed = own.close();
    await nextTurn();
    socket.write(QUESTION);
    standStill(700);
    await closed;
    assert.match(await ended(), /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
  });

  // The test lasts as long as the pauses between its requests.
  if (!isLongTier) return;
  test('successive requests on idle connections, as a proxy sends them', async () => {
    const own = await listening(router, null, { lingerMs: 3_000, lingerMsMax: 60_000 });
    const [first, second] = [await stored(own.port), await stored(own.port)];
    const closed = own.close();
    for (const { socket, ended } of [first, second]) {
      await sleep(1_800);
      socket.write(QUESTION);
      assert.match(await ended(), /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    }
    await closed;
  });
});
