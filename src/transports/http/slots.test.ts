/** Slots that several threads count together in shared memory. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { allocateClientNetworks, clientNetworksIn, releaseThread, SharedSlots } from './slots.ts';

const EACH = 5;

const pair = (slots = 64): { memory: SharedArrayBuffer; one: SharedSlots; other: SharedSlots } => {
  const memory = allocateClientNetworks(2, slots);
  return { memory, one: new SharedSlots(memory, 0, EACH), other: new SharedSlots(memory, 1, EACH) };
};

const takes = (slots: SharedSlots, owner: string, count: number): number =>
  Array.from({ length: count }, () => slots.take(owner)).filter(Boolean).length;

test('one client network has a limited number of slots across all threads', () => {
  const { one, other } = pair();
  assert.deepEqual([takes(one, 'a', 3), takes(other, 'a', 3), takes(one, 'a', 3)], [3, 2, 0]);
  assert.equal(takes(other, 'b', 9), EACH);
  one.free('a');
  assert.deepEqual([takes(other, 'a', 3), takes(one, 'a', 3)], [1, 0]);
});

test('the slots of a dead thread are released, and those of other threads stay', () => {
  const { memory, one, other } = pair();
  assert.deepEqual([takes(one, 'a', 3), takes(other, 'a', 3)], [3, 2]);
  releaseThread(memory, 0);
  assert.equal(takes(other, 'a', 9), 3);
  assert.equal(takes(new SharedSlots(memory, 0, EACH), 'a', 1), 0);
});

test('a free slot is reused for another client network, and a full table counts per thread', () => {
  const { memory, one, other } = pair(4);
  for (let i = 0; i < 100; i++) {
    assert.equal(takes(one, `network ${i}`, 9), EACH);
    for (let n = 0; n < EACH; n++) one.free(`network ${i}`);
  }
  assert.ok(clientNetworksIn(memory).counts.every((count) => count === 0));
  for (const owner of ['a', 'b', 'c', 'd']) assert.equal(takes(one, owner, 1), 1);
  assert.deepEqual([takes(one, 'e', 9), takes(other, 'e', 9)], [EACH, EACH]);
  for (let n = 0; n < EACH; n++) one.free('e');
  assert.deepEqual([takes(one, 'e', 9), takes(other, 'a', 9)], [EACH, EACH - 1]);
});

test('concurrent threads never exceed the limit and release every slot', async () => {
  const threads = 4;
  const memory = allocateClientNetworks(threads, 16);
  const inUse = new SharedArrayBuffer(8 * Int32Array.BYTES_PER_ELEMENT);
  const most = await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const worker = new Worker(new URL('../../../test/support/shared-slots-thread.ts', import.meta.url), {
        workerData: { memory, thread, each: EACH, inUse },
      });
      // The listener comes first: Node may emit both events in one turn.
      const gone = once(worker, 'exit');
      const [message] = await once(worker, 'message');
      await gone;
      return message as number;
    }),
  );
  assert.ok(Math.max(...most) <= EACH, `${Math.max(...most)} at once`);
  assert.ok(clientNetworksIn(memory).counts.every((count) => count === 0));
});
