/** Rankings over the demo country, on both engines: every row against a plain recount of the same generation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf } from '#domain/companies/balances/figures.ts';
import { ratios, ratioValue } from '#domain/companies/health/ratios.ts';
import { advancedRankings } from '#domain/statistics/ranking-ratios.ts';
import { translate } from '#lib/i18n/message.ts';
import { findCounty } from '#lib/values/county.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { countedDemo } from '#test/support/demo-recount.ts';
import { pageThrough } from '#test/support/page-walk.ts';
import { metrics } from '#test/support/recount.ts';

/** Counties are in the order of the Romanian alphabet: Brașov before Brăila. */
const inOrder = <Value>(slice: string, slices: ReadonlyMap<string, Value>): [string, Value][] => {
  const name = (slug: string): string => findCounty(slug)?.name ?? '';
  const alphabet = new Intl.Collator('ro');
  return slice === 'judet' ? [...slices].toSorted(([a], [b]) => alphabet.compare(name(a), name(b))) : [...slices];
};

interface Ranked {
  rank: number;
  previousRank: number | null;
  slice: { kind: string; value: string; label: string };
  value: number;
  cui: string;
  name: string | null;
}

onBothEngines((engine) => {
  const { demo, data } = countedDemo(engine);

  test('the years with rankings are listed newest first', async () => {
    const { balances } = demo.counted;
    const years = [...new Set(balances.map((one) => one.year))].toSorted((a, b) => b - a);
    assert.deepEqual(await data('/api/statistica/leaderboard-years'), years);
  });

  test('top companies equal a recount, with their ranks of both years', async () => {
    const { naive, rankIn } = demo.counted;
    for (const metric of ['cifra', 'profit', 'angajati'] as const) {
      for (const slice of ['national', 'judet', 'caen'] as const) {
        const now = naive(2024, metric, slice);
        const past = naive(2023, metric, slice);
        const each = slice === 'national' ? 100 : 3;
        const expected = inOrder(slice, now).flatMap(([value, list]) =>
          list.slice(0, each).map((one) => ({
            slice: value,
            cui: String(one.cui),
            rank: rankIn(list, one.cui, metric),
            previousRank: rankIn(past.get(value), one.cui, metric),
            value: metric === 'angajati' ? one.employees : Number(one[metrics[metric]]) / 100,
          })),
        );
        const path = `/api/statistica/top-companies?year=2024&metric=${metric}&slice=${slice}`;
        const rows = await pageThrough<Ranked>(demo.service, path, 41);
        const seen = rows.map(({ cui, rank, previousRank, value, ...row }) => ({
          slice: row.slice.value,
          cui,
          rank,
          previousRank,
          value,
        }));
        assert.deepEqual(seen, expected, path);
        assert.ok(rows.every((row) => row.slice.kind === slice && row.slice.label !== ''));
      }
    }
  });

  test('a county or class has its own ranking, in any spelling', async () => {
    const { naive } = demo.counted;
    const bucharest = naive(2025, 'angajati', 'judet').get('bucuresti') ?? [];
    for (const value of ['bucuresti', 'București', 'B', 'Municipiul Bucureşti']) {
      const path = `/api/statistica/top-companies?metric=angajati&slice=judet&value=${encodeURIComponent(value)}&limit=100`;
      assert.deepEqual(
        (await data(path)).map((row: Ranked) => row.cui),
        bucharest.slice(0, 100).map((one) => String(one.cui)),
        value,
      );
    }
    const [largest = ''] = [...naive(2024, 'cifra', 'caen')].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
    const code = largest.split(':')[1];
    const path = '/api/statistica/top-companies?year=2024&slice=caen&value=';
    assert.deepEqual(await data(`${path}${code}`), await data(`${path}${largest}`));
    assert.equal((await data(`${path}${code}`))[0].slice.value, largest);
  });

  test('the rows name the company, with the figures of the ranking’s year', async () => {
    const { balances } = demo.counted;
    const [first] = await data('/api/statistica/top-companies?year=2023&limit=1');
    const company = await data(`/api/company/${first.cui}`);
    assert.deepEqual([first.name, first.year, first.turnover], [company.name, 2023, first.value]);
    const balance = balances.find((one) => String(one.cui) === first.cui && one.year === 2023);
    assert.deepEqual([first.employees, first.caenCode], [balance?.employees, balance?.caen]);
  });

  test('advanced rankings list the best companies above the minimum size, and state the minimums', async () => {
    const { balances } = demo.counted;
    const { year, rankings } = await data('/api/statistica/advanced-rankings?year=2025');
    assert.equal(year, 2025);
    assert.deepEqual(
      rankings.map((one: { code: string }) => one.code),
      ['growth', 'margin', 'productivity', 'return', 'solvency', 'employment'],
    );
    const byKey = new Map(balances.map((one) => [`${one.cui} ${one.year}`, one]));
    for (const { code, rows, minimums, formula } of rankings) {
      const ranking = advancedRankings.find((one) => one.code === code);
      const ratio = ratios.find((one) => one.code === ranking?.ratio);
      assert.ok(ranking && ratio && formula.startsWith(translate(ratio.formula, 'en').slice(0, 10)));
      const best = balances
        .filter((one) => one.year === 2025 && ['UU', 'BL', 'IR'].includes(one.form))
        .map((one) => {
          const figures = (back: number) => {
            const balance = byKey.get(`${one.cui} ${2025 - back}`);
            return balance ? figuresOf(balance) : null;
          };
          const large = minimums.every(
            (least: { figure: 'turnover'; year: number; atLeast: number }) =>
              (figures(2025 - least.year)?.[least.figure] ?? 0) >= least.atLeast,
          );
          return { cui: one.cui, value: large ? ratioValue(ratio, figures) : null };
        })
        .filter(({ value }) => value !== null && value <= (ranking.maximum?.value ?? Infinity))
        .toSorted((a, b) => Number(b.value) - Number(a.value) || a.cui - b.cui);
      assert.deepEqual(
        rows.map((row: Ranked) => [row.cui, row.value, row.rank]),
        best
          .slice(0, 20)
          .map(({ cui, value }) => [
            String(cui),
            value,
            best.filter((other) => Number(other.value) > Number(value)).length + 1,
          ]),
        code,
      );
      assert.ok(rows.length > 0, code);
      assert.ok(minimums.some((least: { figure: string }) => least.figure === 'employees'));
    }
  });

  test('unknown values are a 404, invalid ones a 400, and a request without a key a 401', async () => {
    for (const [path, status] of [
      ['/api/statistica/top-companies?year=1995', 404],
      ['/api/statistica/top-companies?slice=judet&value=Cluk', 404],
      ['/api/statistica/top-companies?slice=caen&value=9999', 404],
      ['/api/statistica/top-companies?slice=caen&value=rev2:0000', 404],
      ['/api/statistica/top-companies?slice=caen&value=471', 400],
      ['/api/statistica/top-companies?value=cluj', 400],
      ['/api/statistica/top-companies?limit=101', 400],
      ['/api/statistica/advanced-rankings?year=1995', 404],
      ['/api/statistica/advanced-rankings?year=abcd', 400],
      ['/api/statistica?year=2024', 400],
      ['/api/benchmarks/live?caen=9999', 404],
      ['/api/benchmarks/live?caen=47', 400],
      ['/api/benchmarks/live?cursor=Mg.0000000000000000', 400],
      ['/api/caen/9999/hub', 404],
      ['/api/caen/471/hub', 400],
      ['/api/caen/4711/hub?revision=rev1', 400],
    ] as const)
      assert.equal((await demo.service.get(path)).status, status, path);
    assert.match(
      (await demo.service.get('/api/statistica/top-companies?slice=judet&value=Cluk')).body.error?.message ?? '',
      /Cluj/,
    );
    for (const path of ['/api/statistica/top-companies?slice=caen&value=6201', '/api/benchmarks/live?caen=6201'])
      assert.match(
        (await demo.service.get(path)).body.error?.message ?? '',
        /(in|for) 2025.* 6201 is a class of Rev\.2, in which companies filed until 2024: ask for a year up to 2024\.$/,
      );
    for (const path of ['/api/statistica', '/api/statistica/advanced-rankings', '/api/caen/4711/hub'])
      assert.equal((await demo.service.get(path, {})).status, 401, path);
    assert.deepEqual(demo.service.errors, []);
  });
});
