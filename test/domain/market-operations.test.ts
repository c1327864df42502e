/** Market statistics, activities and benchmarks over the demo country, on both engines: every figure against a plain recount. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '#test/support/both-engines.ts';
import { countedDemo } from '#test/support/demo-recount.ts';
import { pageThrough } from '#test/support/page-walk.ts';
import type { Balance, Firm } from '#test/support/recount.ts';

onBothEngines((engine) => {
  const { demo, data } = countedDemo(engine);

  test('market counts are those of the registry, and every breakdown adds up', async () => {
    const { firms, struckOff } = demo.counted;
    const { companies, registrations, asOf } = await data('/api/statistica');
    assert.equal(companies.total, firms.length);
    assert.equal(asOf, demo.dataset.manifest.parts.find((part) => part.name === 'registry')?.asOf);
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
    const result = (list: { value: string | null; companies: number }[]) =>
      list.map(({ value, companies: count }) => `${value} ${count}`).toSorted();
    assert.deepEqual(
      result(companies.byCounty),
      tally((firm) => firm.county_slug),
    );
    assert.deepEqual(
      result(companies.byLegalForm),
      tally((firm) => firm.legal_form),
    );
    assert.ok(companies.byLegalForm.every((one: { value: string }) => one.value !== 'N/A'));
    assert.deepEqual(
      [companies.byLegalForm[0].value, companies.byLegalForm[0].label],
      ['SRL', 'Societate cu răspundere limitată'],
    );
    const unknown = companies.bySection.findIndex((one: { value: string | null }) => one.value === null);
    assert.equal(unknown, companies.bySection.length - 1, 'unknown values are last, whatever their count');
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

  test('strike-offs are those in the change log of the snapshots, with their coverage', async () => {
    const { strikeOffs } = await data('/api/statistica');
    const events = await demo.dataset.db.all<{ day: string; before: string | null; after: string | null }>(
      `select day, before, after from firm_event where kind = 'status'`,
    );
    const has = (codes: string | null) => codes?.split(',').includes('1084') ?? false;
    const seen = events.filter((event) => has(event.after) && !has(event.before));
    const { months, coverage } = strikeOffs.changeLog;
    assert.equal(coverage.snapshots, demo.dataset.manifest.lineage.length);
    assert.equal(months.length > 0 && months[0].since, coverage.from);
    for (const { month, companies } of months)
      assert.equal(companies, seen.filter((event) => event.day.startsWith(month)).length, month);
    assert.equal(
      months.reduce((sum: number, one: { companies: number }) => sum + one.companies, 0),
      seen.length,
    );
    assert.ok(seen.length > 0);
    // Of the registry's own firms, observations from before the generation was built.
    const result = await demo.service.store.live.all<{ cui: number; record: string }>(
      'select cui, record from fiscal_observation where found = 1 and fetched_at < $1',
      [demo.dataset.manifest.createdAt],
    );
    const outside = new Set(
      (await demo.dataset.db.all<{ cui: number }>('select cui from entity')).map(({ cui }) => cui),
    );
    const records = result.filter(({ cui }) => !outside.has(cui)).map(({ record }) => JSON.parse(record));
    const { total } = (await data('/api/statistica')).companies;
    assert.deepEqual(strikeOffs.taxAuthority.coverage, { observed: records.length, of: total });
    for (const { month, companies } of strikeOffs.taxAuthority.months)
      assert.equal(companies, records.filter((record) => record.deregisteredOn?.startsWith(month)).length, month);
  });

  test('the yearly totals are the sums of the companies’ balance sheets', async () => {
    const { together } = demo.counted;
    const { years } = await data('/api/statistica');
    assert.equal(years.length, 11);
    for (const result of years)
      assert.deepEqual(
        result,
        together(result.year, () => true),
      );
  });

  test('a hub covers one class in one revision, without years of the other revision', async () => {
    const { balances, countyOf, naive, together } = demo.counted;
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
      hub.topCompanies.map((row: { cui: string }) => row.cui),
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
    const entries = await demo.dataset.db.one<{ companies: number }>(
      `select count(*) as companies from listing where firm_id is not null and caen = $1 and caen_revision = 'rev3'`,
      [code],
    );
    assert.equal(hub.companies.total, entries?.companies);
    const [benchmark] = await data(`/api/benchmarks/live?caen=${code}`);
    assert.deepEqual(hub.medians, benchmark.metrics);
    assert.equal(benchmark.firms, filers.filter((one) => ['UU', 'BL', 'IR'].includes(one.form)).length);
  });

  test('a class without any filer has an empty hub', async () => {
    const { balances } = demo.counted;
    const entries = await demo.dataset.db.all<{ caen: string | null }>('select distinct caen from listing');
    const filed = new Set([...balances, ...entries].map((one) => one.caen));
    const classes = await demo.dataset.db.all<{ code: string }>(
      `select code from caen_name where revision = 'rev3' order by code`,
    );
    const code = classes.find((one) => !filed.has(one.code))?.code ?? '';
    const hub = await data(`/api/caen/${code}/hub`);
    assert.deepEqual(
      [hub.year, hub.filers, hub.medians, hub.topCompanies, hub.counties, hub.companies],
      [null, null, null, [], [], { total: 0, active: 0 }],
    );
  });

  test('benchmarks list every filed class and group once', async () => {
    const { balances } = demo.counted;
    const rows = await pageThrough<{ caen: { code: string; revision: string }; firms: number }>(
      demo.service,
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
});
