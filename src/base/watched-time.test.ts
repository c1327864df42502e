import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { afterWatching } from './watched-time.ts';

const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('whoever stood still reads what has arrived before he takes somebody for late', async (t) => {
  const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const heard = Promise.withResolvers<string>();
  const stop = afterWatching(1_000, () => heard.resolve('nothing'));
  connect(port, '127.0.0.1').once('data', (bytes) => heard.resolve(String(bytes)));
  await new Promise<void>((go) => process.nextTick(go));
  standStill(1_500);
  assert.equal(await heard.promise, 'here');
  stop();
});

test('it is late after so many looks, and not when it was ended before', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setImmediate'] });
  let calls = 0;
  const call = (): void => void calls++;
  afterWatching(1_000, call);
  const end = afterWatching(1_000, call);
  t.mock.timers.tick(999);
  assert.equal(calls, 0);
  end();
  t.mock.timers.tick(1_000);
  assert.equal(calls, 1);
});
