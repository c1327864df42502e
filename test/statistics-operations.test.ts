/** Statistics and rankings over the demo country, on both engines: every figure against a plain recount of the same generation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { figuresOf } from '#companies/figures.ts';
import { ratios, ratioValue } from '#companies/ratios.ts';
import type { SummaryColumn } from '#companies/tables.ts';
import { advancedRankings } from '#statistics/advanced.ts';
import type { Database } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import { onBothEngines } from './both-engines.ts';
import { type DemoService, demoService } from './demo-service.ts';
import { pageThrough } from './page-through.ts';

type Balance = Record<SummaryColumn, number | null> & {
  cui: number;
  year: number;
  form: string;
  caen: string | null;
  caen_revision: string | null;
};

interface Firm {
  id: number;
  cui: number | null;
  county_slug: string | null;
  legal_form: string | null;
  registered_on: string | null;
}

interface Ranked {
  rank: number;
  previousRank: number | null;
  slice: { kind: string; value: string; label: string };
  value: number;
  cui: string;
  name: string | null;
}

const metrics = { cifra: 'turnover', profit: 'net_profit', angajati: 'employees' } as const;

onBothEngines((engine) => {
  let service: DemoService;
  let dataset: Dataset;
  let db: Database;
  let balances: Balance[];
  let firms: Firm[];
  let struckOff: Set<number>;

  before(async () => {
    service = await demoService((await engine.place()).databaseUrl, 500);
    dataset = service.store.generations.current() as Dataset;
    db = dataset.db;
    balances = await db.all<Balance>('select * from balance');
    firms = await db.all<Firm>('select id, cui, county_slug, legal_form, registered_on from firm order by id');
    struckOff = new Set(
      (await db.all<{ firm_id: number }>(`select firm_id from firm_status where code = '1084'`)).map(
        (row) => row.firm_id,
      ),
    );
  });
  after(() => service.close());

  const data = async (path: string) => {
    const { status, body } = await service.get(path);
    assert.equal(status, 200, `${path}: ${body.error?.message}`);
    return body.data;
  };

  /** The first registration that stands speaks for a fiscal code, else the first. */
  const countyOf = (cui: number): string | null => {
    const own = firms.filter((firm) => firm.cui === cui);
    return (own.find((firm) => !struckOff.has(firm.id)) ?? own[0])?.county_slug ?? null;
  };
  const placeOf = {
    national: () => 'RO',
    judet: (balance: Balance) => countyOf(balance.cui),
    caen: (balance: Balance) =>
      balance.caen && balance.caen_revision ? `${balance.caen_revision}:${balance.caen}` : null,
  };

  /** Everybody ranked in a year, by slice: best first, of equals the lower fiscal code. */
  function naive(year: number, metric: keyof typeof metrics, slice: keyof typeof placeOf): Map<string, Balance[]> {
    const column = metrics[metric];
    const ranked = balances
      .filter((one) => one.year === year && one.form !== 'NGO' && one[column] !== null)
      .toSorted((a, b) => Number(b[column]) - Number(a[column]) || a.cui - b.cui);
    const slices = Map.groupBy(ranked, (one) => placeOf[slice](one) ?? '');
    slices.delete('');
    return new Map([...slices].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  const rankIn = (list: readonly Balance[] | undefined, cui: number, metric: keyof typeof metrics): number | null => {
    const own = list?.find((one) => one.cui === cui);
    if (!list || !own) return null;
    return list.filter((one) => Number(one[metrics[metric]]) > Number(own[metrics[metric]])).length + 1;
  };

  test('the years with rankings come newest first', async () => {
    const years = [...new Set(balances.map((one) => one.year))].toSorted((a, b) => b - a);
    assert.deepEqual(await data('/api/statistica/leaderboard-years'), years);
  });

  test('top companies are those that a recount finds, with their ranks of both years', async () => {
    for (const metric of ['cifra', 'profit', 'angajati'] as const) {
      for (const slice of ['national', 'judet', 'caen'] as const) {
        const now = naive(2024, metric, slice);
        const past = naive(2023, metric, slice);
        const each = slice === 'national' ? 100 : 3;
        const expected = [...now].flatMap(([value, list]) =>
          list.slice(0, each).map((one) => ({
            slice: value,
            cui: String(one.cui),
            rank: rankIn(list, one.cui, metric),
            previousRank: rankIn(past.get(value), one.cui, metric),
            value: metric === 'angajati' ? one.employees : Number(one[metrics[metric]]) / 100,
          })),
        );
        const path = `/api/statistica/top-companies?year=2024&metric=${metric}&slice=${slice}`;
        const rows = await pageThrough<Ranked>(service, path, 41);
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

  test('one county or class, however it is written, has its own ranking', async () => {
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

  test('the rows say who the company is, with the figures of the ranking’s year', async () => {
    const [first] = await data('/api/statistica/top-companies?year=2023&limit=1');
    const company = await data(`/api/company/${first.cui}`);
    assert.deepEqual([first.name, first.year, first.turnover], [company.name, 2023, first.value]);
    const balance = balances.find((one) => String(one.cui) === first.cui && one.year === 2023);
    assert.deepEqual([first.employees, first.caenCode], [balance?.employees, balance?.caen]);
  });

  test('advanced rankings hold the best of those who are large enough, and say how large that is', async () => {
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
      assert.ok(ranking && ratio && formula.startsWith(ratio.formula.slice(0, 10)));
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

  test('the market’s counts are those of the registry, and every division of it adds up', async () => {
    const { companies, registrations, asOf } = await data('/api/statistica');
    assert.equal(companies.total, firms.length);
    assert.equal(asOf, dataset.manifest.parts.find((part) => part.name === 'registry')?.asOf);
    for (const list of ['byStatus', 'byLegalForm', 'byCounty', 'bySection'])
      for (const field of ['companies', 'active'] as const) {
        const sum = companies[list].reduce(
          (total: number, one: Record<string, number>) => total + Number(one[field]),
          0,
        );
        assert.equal(sum, field === 'companies' ? companies.total : companies.active, `${list} ${field}`);
      }
    const tally = (of: (firm: Firm) => string | null) =>
      [...Map.groupBy(firms, of)].map(([value, own]) => `${value} ${own.length}`).toSorted();
    const told = (list: { value: string | null; companies: number }[]) =>
      list.map(({ value, companies: count }) => `${value} ${count}`).toSorted();
    assert.deepEqual(
      told(companies.byCounty),
      tally((firm) => firm.county_slug),
    );
    assert.deepEqual(
      told(companies.byLegalForm),
      tally((firm) => firm.legal_form),
    );
    const gone = companies.byStatus.find((one: { value: string }) => one.value === '1084');
    assert.deepEqual([gone.companies, gone.active, gone.label], [struckOff.size, 0, 'radiată']);
    assert.ok(companies.byCounty.some((one: { label: string }) => one.label === 'București'));

    assert.equal(registrations.months.length, 120);
    assert.equal(registrations.months.at(-1).month, String(asOf).slice(0, 7));
    for (const { month, companies: count } of registrations.months)
      assert.equal(count, firms.filter((firm) => firm.registered_on?.startsWith(month)).length, month);
    const known = firms.filter((firm) => firm.registered_on !== null).length;
    assert.deepEqual(registrations.coverage, { known, of: firms.length });
  });

  test('strike-offs are those that the snapshots show, with what they cover', async () => {
    const { strikeOffs } = await data('/api/statistica');
    const events = await db.all<{ day: string; before: string | null; after: string | null }>(
      `select day, before, after from firm_event where kind = 'status'`,
    );
    const has = (codes: string | null) => codes?.split(',').includes('1084') ?? false;
    const seen = events.filter((event) => has(event.after) && !has(event.before));
    const { months, coverage } = strikeOffs.changeLog;
    assert.equal(coverage.snapshots, dataset.manifest.lineage.length);
    assert.equal(months.length > 0 && months[0].since, coverage.from);
    for (const { month, companies } of months)
      assert.equal(companies, seen.filter((event) => event.day.startsWith(month)).length, month);
    assert.equal(
      months.reduce((sum: number, one: { companies: number }) => sum + one.companies, 0),
      seen.length,
    );
    assert.ok(seen.length > 0);
    // Nobody of the registry was asked about before the demo's only build; src/ingest/market.test.ts has some who were.
    assert.equal(strikeOffs.taxAuthority, null);
  });

  test('what companies make together is the sum of their balance sheets, year by year', async () => {
    const { years } = await data('/api/statistica');
    assert.equal(years.length, 11);
    for (const told of years)
      assert.deepEqual(
        told,
        together(told.year, () => true),
      );
  });

  /** Sums over the filings of a year, as the operations tell them. */
  function together(year: number, takesPart: (balance: Balance) => boolean) {
    const filed = balances.filter(
      (one) =>
        one.year === year &&
        one.form !== 'NGO' &&
        takesPart(one) &&
        Object.values(metrics).some((column) => one[column] !== null),
    );
    const sum = (column: SummaryColumn, unit: number) => {
      const known = filed.map((one) => one[column]).filter((figure) => figure !== null);
      return { sum: known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / unit, firms: known.length };
    };
    const both = filed.flatMap((one) => {
      const past = balances.find((other) => other.cui === one.cui && other.year === year - 1);
      return one.turnover === null || past?.turnover == null ? [] : [[one.turnover, past.turnover] as const];
    });
    const [now, before] = [0, 1].map((side) => both.reduce((total, pair) => total + Number(pair[side]), 0));
    const growth = before ? Math.round((Number(now) / before - 1) * 10_000) / 10_000 : null;
    return {
      year,
      companies: filed.length,
      turnover: sum('turnover', 100),
      profit: sum('net_profit', 100),
      employees: sum('employees', 1),
      growth: { turnover: growth, firms: both.length },
    };
  }

  test('a hub tells of one class in one revision, and the years of the other are not mixed in', async () => {
    const [largest = ''] = [...naive(2025, 'cifra', 'caen')].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
    const code = largest.split(':')[1] ?? '';
    const hub = await data(`/api/caen/${code}/hub`);
    assert.deepEqual([hub.caen.code, hub.caen.revision, hub.caen.level, hub.year], [code, 'rev3', 'class', 2025]);
    const ofClass = (one: Balance) => one.caen === code && one.caen_revision === 'rev3';
    assert.deepEqual(hub.filers, together(2025, ofClass));
    assert.deepEqual(
      hub.byYear.map((one: { year: number }) => one.year),
      [...new Set(balances.filter(ofClass).map((one) => one.year))].toSorted((a, b) => b - a),
    );
    const list = naive(2025, 'cifra', 'caen').get(largest) ?? [];
    assert.deepEqual(
      hub.topCompanies.map((row: Ranked) => row.cui),
      list.slice(0, 10).map((one) => String(one.cui)),
    );
    const filers = balances.filter((one) => one.year === 2025 && one.form !== 'NGO' && ofClass(one));
    const counties = Map.groupBy(filers, (one) => countyOf(one.cui) ?? '');
    counties.delete('');
    assert.equal(hub.counties.length, counties.size);
    for (const { slug, companies, turnover } of hub.counties) {
      const here = counties.get(slug) ?? [];
      const known = here.map((one) => one.turnover).filter((figure) => figure !== null);
      assert.deepEqual([companies, turnover], [here.length, known.reduce((a, b) => a + b, 0) / 100], slug);
    }
    const counted = await db.one<{ companies: number }>(
      `select count(*) as companies from listing where firm_id is not null and caen = $1 and caen_revision = 'rev3'`,
      [code],
    );
    assert.equal(hub.companies.total, counted?.companies);
    const [benchmark] = await data(`/api/benchmarks/live?caen=${code}`);
    assert.deepEqual(hub.medians, benchmark.metrics);
    assert.equal(benchmark.firms, filers.filter((one) => ['UU', 'BL', 'IR'].includes(one.form)).length);
  });

  test('a class that nobody files for has an empty hub', async () => {
    const filed = new Set(balances.map((one) => one.caen));
    const classes = await db.all<{ code: string }>(`select code from caen_name where revision = 'rev3' order by code`);
    const code = classes.find((one) => !filed.has(one.code))?.code ?? '';
    const hub = await data(`/api/caen/${code}/hub`);
    assert.deepEqual(
      [hub.year, hub.filers, hub.medians, hub.topCompanies, hub.counties, hub.companies],
      [null, null, null, [], [], { total: 0, active: 0 }],
    );
  });

  test('benchmarks list every class and group that was filed, once', async () => {
    const rows = await pageThrough<{ caen: { code: string; revision: string }; firms: number }>(
      service,
      '/api/benchmarks/live',
      200,
    );
    const filed = balances.filter((one) => one.year === 2025 && ['UU', 'BL', 'IR'].includes(one.form) && one.caen);
    const expected = new Map<string, number>();
    for (const { caen, caen_revision: revision } of filed)
      for (const code of [caen, caen?.slice(0, 3)])
        expected.set(`${revision}:${code}`, (expected.get(`${revision}:${code}`) ?? 0) + 1);
    assert.deepEqual(new Map(rows.map((row) => [`${row.caen.revision}:${row.caen.code}`, row.firms])), expected);
    assert.equal(rows.length, expected.size);
  });

  test('what does not exist is a 404, what makes no sense a 400, and who has no key gets nothing', async () => {
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
      assert.equal((await service.get(path)).status, status, path);
    assert.match(
      (await service.get('/api/statistica/top-companies?slice=judet&value=Cluk')).body.error?.message ?? '',
      /Cluj/,
    );
    for (const path of ['/api/statistica', '/api/statistica/advanced-rankings', '/api/caen/4711/hub'])
      assert.equal((await service.get(path, {})).status, 401, path);
    assert.deepEqual(service.errors, []);
  });
});
