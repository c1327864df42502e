import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_DEALS, blockWriter, NONE, readBlock } from './deal-block.ts';

const deal = (i: number) => ({
  value: i % 3 === 0 ? null : i * 100,
  supplier: i,
  authority: NONE,
  day: i,
  code: 45_000_000 + i,
  extra: i,
});

test('a block is read back as written, also from a part of a larger buffer', () => {
  for (const hasExtras of [true, false]) {
    const writer = blockWriter(hasExtras);
    for (let i = 0; i < 5; i++) writer.add(deal(i));
    const { body, deals, firstDay, lastDay } = writer.take();
    assert.deepEqual([deals, firstDay, lastDay, writer.isEmpty()], [5, 0, 4, true]);
    const larger = new Uint8Array(body.length + 3);
    larger.set(body, 3);
    for (const bytes of [body, larger.subarray(3)]) {
      const block = readBlock(bytes, deals);
      assert.deepEqual([...block.values], [Number.NaN, 100, 200, Number.NaN, 400]);
      assert.deepEqual([...block.suppliers], [0, 1, 2, 3, 4]);
      assert.deepEqual([...block.authorities], [NONE, NONE, NONE, NONE, NONE]);
      assert.deepEqual([...block.codes], [45_000_000, 45_000_001, 45_000_002, 45_000_003, 45_000_004]);
      assert.deepEqual([...block.extras], hasExtras ? [0, 1, 2, 3, 4] : []);
    }
  }
});

test('a full block is reported as full, and the next one is empty', () => {
  const writer = blockWriter(false);
  for (let i = 0; i < BLOCK_DEALS; i++) writer.add(deal(i));
  assert.equal(writer.isFull(), true);
  assert.equal(writer.take().deals, BLOCK_DEALS);
  writer.add(deal(7));
  assert.deepEqual([...readBlock(writer.take().body, 1).days], [7]);
});
