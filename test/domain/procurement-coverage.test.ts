/** The last day that exports cover: later days are requested from the lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Deal, dealsGeneration } from '#test/support/procurement-deals.ts';

const purchase = (key: number, day: string): Deal => ({
  kind: 'purchase',
  key,
  day,
  cpv: '45211100',
  authority: 1,
  suppliers: [2],
  cities: [],
});

onBothEngines((engine) => {
  async function covered(past: Deal[]): Promise<unknown> {
    const generations = await (await engine.place()).generations('demo');
    await dealsGeneration(generations, { past, recent: [], corrected: [], current: () => past });
    const { manifest, partGroup: area } = generations.current() as Dataset;
    const id = manifest.parts.find(({ name }) => name === 'procurement')?.id;
    const row = await area('procurement')?.one(
      `select first_day as first, last_day as last, rows from ${id}.coverage where list = 'purchase'`,
    );
    await generations.close();
    return row;
  }

  test('a single outlier among a thousand rows is not the last day; among few rows it is', async () => {
    const many = Array.from({ length: 1_500 }, (_, i) => purchase(i + 1, i < 700 ? '2024-03-30' : '2024-03-31'));
    const slip = purchase(9_999, '2024-09-09');
    assert.deepEqual(await covered([...many, slip]), { first: '2024-03-30', last: '2024-03-31', rows: 1_501 });
    assert.deepEqual(await covered([...many.slice(0, 10), slip]), {
      first: '2024-03-30',
      last: '2024-09-09',
      rows: 11,
    });
    assert.deepEqual(await covered([]), { first: null, last: null, rows: 0 });
  });
});
