import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { peerGroups } from '#domain/companies/health/peers-table.ts';
import { ratios, significant } from '#domain/companies/health/ratios.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { expectedGroups, filedCountry, filings } from '#test/support/country-publications.ts';

onBothEngines((engine) => {
  let generations: Generations;
  let dataset: Dataset;

  before(async () => {
    generations = await filedCountry(engine);
    dataset = generations.current() as Dataset;
  });

  after(() => generations.close());

  test('peer groups have quantiles for every group of at least 30 firms, and for no other', async () => {
    const levels = new Set<string>();
    for (const year of [2019, 2024, 2025]) {
      const stored = await dataset.db.all<{
        level: string;
        value: string;
        ratio: string;
        firms: number;
        quantiles: string;
      }>('select * from peer_group where year = $1', [year]);
      const expected = expectedGroups(year);
      const isRatio = (key: string) => ratios.some(({ code }) => key.endsWith(` ${code}`));
      const large = [...expected].filter(([key, values]) => values.length >= 30 && isRatio(key));
      assert.equal(stored.length, large.length, `groups of ${year}`);
      for (const { level, value, ratio, firms: count, quantiles } of stored) {
        levels.add(level);
        const values = (expected.get(`${level} ${value} ${ratio}`) ?? []).toSorted((a, b) => a - b);
        const read = JSON.parse(quantiles) as number[];
        assert.equal(count, values.length);
        assert.equal(read.length, 101);
        assert.deepEqual([read[0], read[100]], [values[0], values.at(-1)]);
        const middle = (values.length - 1) / 2;
        const median = (Number(values[Math.floor(middle)]) + Number(values[Math.ceil(middle)])) / 2;
        assert.equal(read[50], significant(median));
        assert.deepEqual(
          read,
          read.toSorted((a, b) => a - b),
        );
      }
    }
    assert.deepEqual(levels, new Set(['caenCounty', 'class', 'group', 'nation']));
  });

  test('a company gets the narrowest large enough peer group of each ratio', async () => {
    const groups = await peerGroups(dataset.db, 2024, { caen: '4711', caenRevision: 'rev2', countySlug: 'cluj' });
    assert.deepEqual(
      groups.get('equityRatio')?.map((group) => [group.level, group.value]),
      [['caenCounty', 'rev2:4711:cluj']],
    );
    const rarer = await peerGroups(dataset.db, 2024, { caen: '4711', caenRevision: 'rev2', countySlug: 'nowhere' });
    assert.deepEqual(
      rarer.get('equityRatio')?.map((group) => [group.level, group.value]),
      [['class', 'rev2:4711']],
    );
    const unknown = await peerGroups(dataset.db, 2024, { caen: '0111', caenRevision: 'rev2', countySlug: 'cluj' });
    assert.deepEqual(
      unknown.get('equityRatio')?.map((group) => group.level),
      ['nation'],
    );
  });

  test('a benchmark uses the class with at least 30 values, else its group, else it is null', async () => {
    const levels = new Set<string>();
    const stored = await dataset.db.all<{
      year: number;
      revision: string;
      code: string;
      firms: number;
      metrics: string;
    }>('select * from benchmark where year in (2024, 2025)');
    for (const { year, revision, code, firms: count, metrics: json } of stored) {
      const filed = filings.filter(
        (one) =>
          one.year === year &&
          ['UU', 'BL', 'IR'].includes(one.form) &&
          one.revision === revision &&
          one.caen?.startsWith(code),
      );
      assert.equal(count, filed.length, `${year} ${code}`);
      const groups = expectedGroups(year);
      const values = (level: string, name: string, measure: string) =>
        (groups.get(`${level} ${revision}:${name} ${measure}`) ?? []).toSorted((a, b) => a - b);
      for (const [measure, result] of Object.entries(JSON.parse(json) as Record<string, Told | null>)) {
        const own = values(code.length === 4 ? 'class' : 'group', code, measure);
        const wider = values('group', code.slice(0, 3), measure);
        const [counted, level] = own.length >= 30 ? [own, code.length === 4 ? 'class' : 'group'] : [wider, 'group'];
        levels.add(`${code.length} ${result?.level}`);
        if (counted.length < 30) assert.equal(result, null);
        else
          assert.deepEqual(
            result,
            { ...quartilesOf(counted), firms: counted.length, level },
            `${year} ${code} ${measure}`,
          );
      }
    }
    assert.deepEqual(levels, new Set(['4 class', '4 group', '4 undefined', '3 group', '3 undefined']));
  });
});

interface Told {
  p25: number;
  median: number;
  p75: number;
  firms: number;
  level: string;
}

/** Quartiles, interpolated between neighbouring firms. */
function quartilesOf(sorted: readonly number[]): Pick<Told, 'p25' | 'median' | 'p75'> {
  const at = (share: number) => {
    const location = (sorted.length - 1) * share;
    const [below, above] = [Number(sorted[Math.floor(location)]), Number(sorted[Math.ceil(location)])];
    return significant(below + (above - below) * (location - Math.floor(location)));
  };
  return { p25: at(0.25), median: at(0.5), p75: at(0.75) };
}
