import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { afterLoopTime } from './loop-timeout.ts';

const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a stalled process reads arrived data before its time-out fires', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[other]] = (await Promise.all([once(server, 'connection'), once(socket, 'connect')])) as [[Socket], unknown];
  t.after(() => {
    socket.destroy();
    server.close();
  });
  other.on('error', () => {});
  const received = Promise.withResolvers<string>();
  socket.once('data', (bytes) => received.resolve(String(bytes)));
  // The first tick is also the last one.
  const stop = afterLoopTime(1, () => received.resolve('nothing'));
  other.write('here');
  standStill(500);
  assert.equal(await received.promise, 'here');
  stop();
});

test('the time-out fires after its ticks, and not after it was cancelled', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setImmediate'] });
  let calls = 0;
  const call = (): void => void calls++;
  afterLoopTime(1_000, call);
  const end = afterLoopTime(1_000, call);
  t.mock.timers.tick(999);
  assert.equal(calls, 0);
  end();
  t.mock.timers.tick(1_000);
  assert.equal(calls, 1);
});
