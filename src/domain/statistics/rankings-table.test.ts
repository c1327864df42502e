import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { slicesOf } from './rankings-table.ts';

test('slices are in the order of their values, also for concurrent callers', async () => {
  // PostgreSQL returns them in arbitrary order.
  const stored = ['rev3:6512', 'rev3:0125', 'rev3:0111'].map((value) => ({ value, size: 3 }));
  const dataset = { db: { all: async () => [...stored] } } as unknown as Dataset;
  const requested = () => slicesOf(dataset, { year: 2024, metric: 'profit', slice: 'caen' });
  const answers = [...(await Promise.all([requested(), requested()])), await requested()];
  for (const slices of answers)
    assert.deepEqual(
      slices.map(({ value }) => value),
      ['rev3:0111', 'rev3:0125', 'rev3:6512'],
    );
});
