import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Figures, figuresOf } from '#companies/figures.ts';
import { peerKeys } from '#companies/peers.ts';
import { peerGroups } from '#companies/peers-table.ts';
import { ratios, ratioValue, significant } from '#companies/ratios.ts';
import {
  financesTables,
  registryIndexes,
  registryTables,
  type SummaryColumn,
  summaryColumns,
} from '#companies/tables.ts';
import type { Dataset, Generations } from '#store/dataset.ts';
import { onBothEngines } from '#test/both-engines.ts';
import { loadRankings } from './rankings.ts';

interface Filing {
  cui: number;
  year: number;
  form: string;
  caen: string | null;
  revision: string | null;
  summary: Record<SummaryColumn, number | null>;
}

/** A small generator with a fixed seed (mulberry32), so that a failure can be looked at twice. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers(7);
const among = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
/** Few different amounts, so that there are ties; some unknown. */
const amount = () => (random() < 0.1 ? null : Math.floor(random() * 40) * 1_000_00 - 5_000_00);

const firms = Array.from({ length: 420 }, (_, i) => ({
  id: i + 1,
  // Fiscal codes repeat now and then, and some registrations have none.
  cui: random() < 0.03 ? null : 90_000_000 + Math.floor(i * 0.95),
  county: random() < 0.05 ? null : among(['cluj', 'cluj', 'cluj', 'bihor', 'iasi']),
  struckOff: random() < 0.3,
}));

const filings: Filing[] = [];
for (const cui of new Set(firms.map((firm) => firm.cui))) {
  if (cui === null) continue;
  const caen = random() < 0.05 ? null : among(['4711', '4719', '4711', '4711', '6201']);
  for (let year = 2019; year <= 2025; year++) {
    if (random() < 0.2) continue;
    const summary = Object.fromEntries(summaryColumns.map((column) => [column, amount()])) as Filing['summary'];
    summary.employees = random() < 0.1 ? null : Math.floor(random() * 12);
    const form = among(['UU', 'UU', 'UU', 'BL', 'NGO', 'bank']);
    filings.push({ cui, year, form, caen, revision: caen && (year === 2025 ? 'rev3' : 'rev2'), summary });
  }
}

/** The first registration that stands speaks for a fiscal code, else the first. */
const seats = new Map(
  [...Map.groupBy(firms, (firm) => firm.cui)].map(([cui, own]) => [
    cui,
    (own.find((firm) => !firm.struckOff) ?? own[0])?.county ?? null,
  ]),
);
const countyOf = (cui: number): string | null => seats.get(cui) ?? null;

const metrics = { turnover: 'turnover', profit: 'net_profit', employees: 'employees' } as const;
const slices = {
  national: () => 'RO',
  county: (filing: Filing) => countyOf(filing.cui),
  caen: (filing: Filing) => (filing.caen && filing.revision ? `${filing.revision}:${filing.caen}` : null),
};
const ranked = filings.filter((filing) => filing.form !== 'NGO');

type FiguresBack = (yearsBack: number) => Figures | null;

/** Every ratio, and the figures that benchmarks show too. */
const measured = (figures: FiguresBack): [string, number | null][] => [
  ...ratios.map((ratio): [string, number | null] => [ratio.code, ratioValue(ratio, figures)]),
  ...(['turnover', 'netProfit', 'employees'] as const).map((name): [string, number | null] => [
    name,
    figures(0)?.[name] ?? null,
  ]),
];

/** Recomputed the plain way: every filing of the year, every ratio. */
function expectedGroups(year: number): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const filing of filings) {
    if (filing.year !== year || !['UU', 'BL', 'IR'].includes(filing.form)) continue;
    const figures = (back: number) => {
      const past = filings.find((other) => other.cui === filing.cui && other.year === year - back);
      return past ? figuresOf(past.summary) : null;
    };
    // The county is known through the ranks: a filing without any figure has none.
    const hasFigure = Object.values(metrics).some((column) => filing.summary[column] !== null);
    const place = {
      caen: filing.caen,
      caenRevision: filing.revision,
      countySlug: hasFigure ? countyOf(filing.cui) : null,
    };
    for (const [measure, value] of measured(figures)) {
      if (value === null) continue;
      for (const { level, value: name } of peerKeys(place)) {
        groups.getOrInsert(`${level} ${name} ${measure}`, []).push(value);
      }
    }
  }
  return groups;
}

onBothEngines((engine) => {
  let generations: Generations;
  let dataset: Dataset;

  before(async () => {
    generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const about = { source: 'computed', asOf: null, licence: null, fingerprint: 'random' };
    const registry = await build.part('registry', about);
    await registry.execute(registryTables);
    await registry.load(
      'firm',
      ['id', 'cui', 'name', 'registration_number', 'county_slug'],
      firms.map(({ id, cui, county }) => [id, cui, `Firma ${id}`, `J${id}`, county]),
    );
    await registry.load(
      'firm_status',
      ['firm_id', 'code'],
      firms.map(({ id, struckOff }) => [id, struckOff ? '1084' : '1048']),
    );
    await registry.execute(registryIndexes);
    const finances = await build.part('finances', about);
    await finances.execute(financesTables);
    await finances.load(
      'balance',
      ['cui', 'year', 'form', 'caen', 'caen_revision', 'chart_id', 'indicators', ...summaryColumns],
      filings.map(({ cui, year, form, caen, revision, summary }) => [
        ...[cui, year, form, caen, revision, 1, '[]'],
        ...summaryColumns.map((column) => summary[column]),
      ]),
    );
    const parts = [await registry.finish(), await finances.finish()];
    const rankings = await build.part('rankings', about, parts);
    await loadRankings(rankings);
    await build.publish([...parts, await rankings.finish()], []);
    await build.close();
    dataset = generations.current() as Dataset;
  });

  after(() => generations.close());

  test('every rank is one more than the number of better figures in the same year and slice', async () => {
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

  test('associations take no rank, and what a rank is out of counts those that have one', async () => {
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

  test('groups of peers hold the quantiles of every group with at least 30 firms, and no other', async () => {
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
      const large = [...expected].filter(([, values]) => values.length >= 30);
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

  test('a company is given its groups narrowest first, without those that are too small', async () => {
    const groups = await peerGroups(dataset.db, 2024, { caen: '4711', caenRevision: 'rev2', countySlug: 'cluj' });
    assert.deepEqual(
      groups.get('equityRatio')?.map((group) => [group.level, group.value]),
      [
        ['caenCounty', 'rev2:4711:cluj'],
        ['class', 'rev2:4711'],
        ['group', 'rev2:471'],
        ['nation', 'RO'],
      ],
    );
    const unknown = await peerGroups(dataset.db, 2024, { caen: '0111', caenRevision: 'rev2', countySlug: 'cluj' });
    assert.deepEqual(
      unknown.get('equityRatio')?.map((group) => group.level),
      ['nation'],
    );
  });
});
