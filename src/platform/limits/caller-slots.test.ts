import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateCounters, callerTable, countersIn } from './caller-slots.ts';

const IDLE = 100;

function table(slots: number) {
  const cleared: number[] = [];
  const { minutes, seed } = countersIn(allocateCounters(slots, 16));
  return { cleared, ...callerTable(minutes, seed, IDLE, (slot) => cleared.push(slot)) };
}

test('a caller’s slot is stable', () => {
  const { slotOf } = table(1_024);
  const slots = Array.from({ length: 700 }, (_, i) => slotOf('pro', `caller ${i}`, 1));
  assert.deepEqual(
    Array.from({ length: 700 }, (_, i) => slotOf('pro', `caller ${i}`, 50)),
    slots,
  );
});

test('of fifty thousand callers at a time fewer than one in ten thousand share a slot', () => {
  const { slotOf } = table(65_536);
  const slots = new Set(Array.from({ length: 50_000 }, (_, i) => slotOf('address', `10.${i >> 8}.${i & 255}.1`, 1)));
  assert.ok(slots.size > 49_995, `${slots.size}`);
});

test('an idle slot is cleared and reassigned; one in use is not', () => {
  const { slotOf, cleared } = table(2);
  const first = slotOf('pro', 'first', 1);
  const second = slotOf('pro', 'second', IDLE);
  assert.notEqual(first, second);
  cleared.length = 0;
  assert.equal(slotOf('pro', 'third', IDLE + 2), first);
  assert.deepEqual(cleared, [first]);
  assert.equal(slotOf('pro', 'second', IDLE + 2), second);
});

test('a full table reassigns the least recently used slot and refuses no caller', () => {
  const { slotOf, cleared } = table(4);
  const slots = ['a', 'b', 'c', 'd'].map((who, i) => slotOf('pro', who, i + 1));
  assert.equal(new Set(slots).size, 4);
  cleared.length = 0;
  assert.equal(slotOf('pro', 'e', 10), slots[0]);
  assert.deepEqual(cleared, [slots[0]]);
  assert.equal(slotOf('pro', 'd', 10), slots[3]);
});

test('counts of a long-idle caller are cleared at the next request', () => {
  const { slotOf, cleared } = table(16);
  const slot = slotOf('pro', 'caller', 1);
  cleared.length = 0;
  slotOf('pro', 'caller', 1 + IDLE);
  assert.deepEqual(cleared, []);
  slotOf('pro', 'caller', 2 + 2 * IDLE);
  assert.deepEqual(cleared, [slot]);
});

test('the assignment of callers to slots differs between processes', () => {
  const order = (): string => {
    const { slotOf } = table(65_536);
    return Array.from({ length: 20 }, (_, i) => slotOf('pro', `caller ${i}`, 1)).join();
  };
  assert.notEqual(order(), order());
});

test('a slot locked by a dead thread is reassigned', () => {
  const { minutes, seed } = countersIn(allocateCounters(2, 16));
  const { slotOf } = callerTable(minutes, seed, IDLE, () => {});
  minutes.prints.fill(-1);
  const first = slotOf('pro', 'first', IDLE + 2);
  assert.equal(slotOf('pro', 'first', IDLE + 2), first);
  assert.notEqual(slotOf('pro', 'second', IDLE + 2), first);
});
