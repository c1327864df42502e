import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Block, blockAfter } from './chain.ts';

/** A chain of blocks at these instants. */
function chainOf(timestamps: readonly number[]) {
  let probes = 0;
  return {
    latest: { number: timestamps.length - 1, timestamp: timestamps.at(-1) ?? 0 },
    probes: () => probes,
    blockOf: async (number: number): Promise<Block> => {
      probes++;
      assert.ok(Number.isInteger(number) && number >= 0 && number < timestamps.length, String(number));
      return { number, timestamp: timestamps[number] ?? 0 };
    },
  };
}

const even = (count: number, seconds: number): number[] => Array.from({ length: count }, (_, i) => i * seconds);

test('with blocks every two seconds one probe is enough for any past instant', async () => {
  const { latest, blockOf, probes } = chainOf(even(1_000_000, 2));
  for (const instant of [10, 1_000_000, 1_990_000]) {
    const { timestamp } = await blockAfter(instant, latest, blockOf);
    assert.ok(timestamp >= instant && timestamp <= instant + 600, `${instant}: ${timestamp}`);
  }
  assert.equal(probes(), 3);
});

test('a recent instant needs no probe besides the newest block', async () => {
  const { latest, blockOf, probes } = chainOf(even(1_000, 2));
  for (const instant of [latest.timestamp + 60, latest.timestamp - 60])
    assert.equal(await blockAfter(instant, latest, blockOf), latest);
  assert.equal(probes(), 0);
});

test('a chain that changed its pace, or paused for days, is searched correctly', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          blocks: fc.integer({ min: 1, max: 3_000 }),
          seconds: fc.constantFrom(0, 1, 2, 12, 3_600, 500_000),
        }),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (stretches, share) => {
        let now = 1_700_000_000;
        const timestamps = stretches.flatMap(({ blocks, seconds }) =>
          Array.from({ length: blocks }, () => {
            now += seconds;
            return now;
          }),
        );
        const { latest, blockOf } = chainOf(timestamps);
        const instant = Math.round(1_700_000_000 + share * (latest.timestamp - 1_700_000_000));
        const found = await blockAfter(instant, latest, blockOf);
        const first = timestamps.findIndex((timestamp) => timestamp >= instant);
        assert.ok(found.timestamp >= instant, 'not before the instant');
        assert.ok(found.number === first || found.timestamp <= instant + 600 || latest.timestamp <= instant + 600);
      },
    ),
  );
});
