/** A server that is told to stop: whom it still answers, and whom it lets in no more. */

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

test('a stop lets running requests finish, and takes no new ones', async () => {
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
  // Whoever is there at that moment is still let in.
  for (let turns = 0; turns < 10; turns++) await nextTurn();
  await assert.rejects(fetch(`${stopping.origin}/quick`));
  release.resolve();
  const { status, headers, text: body } = await running;
  assert.equal(status, 200);
  assert.equal(body, 'done');
  assert.equal(headers.connection, 'close');
  await closed;
});

describe('a stop cuts off nobody', () => {
  const QUESTION = 'GET /small HTTP/1.1\r\nhost: a\r\n\r\n';
  /** This thread does nothing, as on a busy machine; what was sent lies in the system's hands. */
  const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  /** A connection on which something was asked, and what it hears from then on. */
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

  test('who has connected when it comes', async () => {
    const own = await listening(router);
    const answers = Array.from({ length: 20 }, async () => {
      const socket = connect(own.port, '127.0.0.1');
      let received = '';
      socket.on('data', (bytes) => (received += bytes));
      socket.write(QUESTION);
      await once(socket, 'close');
      return received;
    });
    // By then the sockets have called, and the system has answered for us.
    await new Promise<void>((go) => process.nextTick(go));
    standStill(100);
    await own.close();
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  test('who has asked on an idle connection when that is closed', async () => {
    const own = await listening(router, null, { lingerMs: 0 });
    const { socket, ended } = await stored(own.port);
    const closed = own.close();
    await nextTurn();
    socket.write(QUESTION);
    standStill(700);
    await closed;
    assert.match(await ended(), /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
  });

  // It lasts as long as the pauses between its requests.
  if (!isLongTier) return;
  test('who asks on idle connections, one after the other, as a proxy does', async () => {
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
