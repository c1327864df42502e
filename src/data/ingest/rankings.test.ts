import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { filedCountry, metrics, ranked, slices } from '#test/support/country-publications.ts';

onBothEngines((engine) => {
  let generations: Generations;
  let dataset: Dataset;

  before(async () => {
    generations = await filedCountry(engine);
    dataset = generations.current() as Dataset;
  });

  after(() => generations.close());

  test('a rank is one more than the number of better figures in the same year and slice', async () => {
    const rows = await dataset.db.all<Record<string, unknown>>('select * from company_rank');
    const byKey = new Map(rows.map((row) => [`${row.cui}/${row.year}`, row]));
    for (const filing of ranked) {
      const row = byKey.get(`${filing.cui}/${filing.year}`);
      for (const [metric, column] of Object.entries(metrics)) {
        const value = filing.summary[column];
        for (const [slice, nameOf] of Object.entries(slices)) {
          const name = nameOf(filing);
          const better = ranked
            .filter(
              (other) =>
                other.year === filing.year && nameOf(other) === name && Number(other.summary[column]) > Number(value),
            )
            .filter((other) => other.summary[column] !== null);
          const expected = value === null || name === null ? null : better.length + 1;
          assert.equal(
            row?.[`${metric}_${slice}`] ?? null,
            expected,
            `${metric} ${slice} of ${filing.cui} ${filing.year}`,
          );
        }
      }
    }
    assert.ok(rows.length > 0 && rows.length <= ranked.length);
  });

  test('associations have no rank, and the size of a ranking counts the ranked firms', async () => {
    const associations = await dataset.db.one<{ filed: number; ranked: number }>(
      `select count(*) as filed, count(r.cui) as ranked from balance b
     left join company_rank r on r.cui = b.cui and r.year = b.year where b.form = 'NGO'`,
    );
    assert.ok(Number(associations?.filed) > 0);
    assert.equal(associations?.ranked, 0);
    const sizes = await dataset.db.all<{
      year: number;
      metric: keyof typeof metrics;
      slice: keyof typeof slices;
      value: string;
      size: number;
    }>('select * from rank_size');
    for (const { year, metric, slice, value, size } of sizes) {
      const members = ranked.filter(
        (filing) => filing.year === year && slices[slice](filing) === value && filing.summary[metrics[metric]] !== null,
      );
      assert.equal(size, members.length, `${metric} ${slice} ${value} ${year}`);
    }
    assert.ok(sizes.some((row) => row.slice === 'caen' && row.value === 'rev2:4711'));
  });

  test('the first hundred of each slice are stored, best first, equal ones by fiscal code', async () => {
    const rows = await dataset.db.all<{
      metric: keyof typeof metrics;
      slice: keyof typeof slices;
      value: string;
      leaders: string;
    }>('select metric, slice, value, leaders from rank_size where year = 2024');
    for (const { metric, slice, value, leaders } of rows) {
      const column = metrics[metric];
      const members = ranked
        .filter((one) => one.year === 2024 && slices[slice](one) === value && one.summary[column] !== null)
        .toSorted((a, b) => Number(b.summary[column]) - Number(a.summary[column]) || a.cui - b.cui);
      assert.deepEqual(
        JSON.parse(leaders),
        members.slice(0, 100).map((one) => one.cui),
        `${metric} ${slice} ${value}`,
      );
    }
    assert.ok(rows.some(({ leaders }) => (JSON.parse(leaders) as number[]).length === 100));
  });
});
