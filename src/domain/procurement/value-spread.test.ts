import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockWriter, NONE, readBlock } from './deal-block.ts';
import type { Deals } from './deals.ts';
import { Spread } from './value-spread.ts';

/** Deals of these values, in bani. */
function dealsOf(values: readonly (number | null)[], sign = 1): Deals {
  const writer = blockWriter(false);
  for (const value of values) writer.add({ value, supplier: NONE, authority: NONE, day: 0, code: 0, extra: NONE });
  const { body, deals } = writer.take();
  return { ...readBlock(body, deals), kind: 'purchase', sign, from: 0, to: deals };
}

test('percentiles equal those of the sorted values, within one percent', () => {
  let seed = 3;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  for (const scale of [3, 12, 25, 34]) {
    const values = Array.from({ length: 2_001 }, () => 1 + Math.floor(Math.exp(scale * random())));
    const spread = new Spread();
    spread.add(dealsOf(values));
    const result = spread.percentiles();
    const sorted = values.toSorted((a, b) => a - b);
    for (const [name, share] of Object.entries({ p10: 0.1, p25: 0.25, p50: 0.5, p75: 0.75, p90: 0.9 })) {
      const exact = Number(sorted[Math.ceil(share * sorted.length) - 1]);
      const off = Math.abs(Number(result?.[name as 'p10']) * 100 - exact);
      assert.ok(off <= Math.max(exact * 0.01, 0.01), `${name} of up to e^${scale}: off by ${off} of ${exact}`);
    }
  }
});

test('unknown, zero and subtracted values do not count', () => {
  const spread = new Spread();
  assert.equal(spread.percentiles(), null);
  spread.add(dealsOf([null, 0, 120, 70]));
  spread.add(dealsOf([70], -1));
  assert.equal(spread.percentiles()?.p10, 1.2);
  const other = new Spread();
  other.add(dealsOf([101, 102]));
  assert.deepEqual([spread.with(other).percentiles()?.p50, spread.percentiles()?.p50], [1.02, 1.2]);
});
