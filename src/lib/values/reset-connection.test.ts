import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { resetConnection } from './reset-connection.ts';

/** Both ends of a connection, which close after the test. */
async function connected(t: { after(end: () => void): void }): Promise<{ near: Socket; far: Socket }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => far.destroy());
  const [near] = (await once(server, 'connection')) as [Socket];
  return { near, far };
}

test('a reset is visible at the other end of the connection', async (t) => {
  const { near, far } = await connected(t);
  const seen = once(far, 'error');
  resetConnection(near);
  const [error] = await Promise.race([seen, once(far, 'close').then(() => [null])]);
  assert.equal((error as NodeJS.ErrnoException | null)?.code, 'ECONNRESET');
});

test('a connection during its shutdown is closed', async (t) => {
  const { near } = await connected(t);
  const ended = new Promise<unknown>((resolve) => near.once('error', resolve).once('close', () => resolve('closed')));
  near.end();
  // The shutdown starts after the writes of this event-loop turn and ends in a later turn.
  await new Promise((resolve) => process.nextTick(resolve));
  resetConnection(near);
  assert.equal(await ended, 'closed');
  await turn();
});
