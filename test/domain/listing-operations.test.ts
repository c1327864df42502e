/** Companies by county and town over the demo country, on both engines: spellings of place names, totals, paging to the end. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '#data/store/database.ts';
import { counties } from '#lib/values/county.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { pageThrough } from '#test/support/page-walk.ts';

interface Company {
  cui: string | null;
  name: string;
  county: string;
  locality: string;
  caenCode: string | null;
  active: boolean | null;
  turnover: number | null;
}

onBothEngines((engine) => {
  let service: DemoService;
  let db: Database;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl, 300, runningClock());
    // The `meta` of answers is stable once the tax authority has reported all activities.
    db = (service.store.generations.current() as { db: Database }).db;
  });
  after(() => service.close());
  const list = (path: string) => service.get(`/api/firme/${path.split('/').map(encodeURIComponent).join('/')}`);

  test('a county is found in any usual spelling', async () => {
    const whole = (await list('bistrita-nasaud')).body.data;
    assert.ok(whole.length > 0);
    for (const written of [
      'Bistrița-Năsăud',
      'BISTRIŢA-NĂSĂUD',
      'Județul Bistrița Năsăud',
      'jud. bistrita nasaud',
      'BN',
    ])
      assert.deepEqual((await list(written)).body.data, whole, written);
  });

  test('a town is found in any usual spelling, and so are the sectors of București', async () => {
    const cluj = (await list('cluj/cluj-napoca')).body.data;
    assert.ok(cluj.length > 0 && cluj.every((one: Company) => one.locality === 'Cluj-Napoca'));
    for (const written of ['Cluj-Napoca', 'CLUJ NAPOCA', 'Municipiul Cluj-Napoca', 'mun. cluj-napoca'])
      assert.deepEqual((await list(`Cluj/${written}`)).body.data, cluj, written);
    const sector = (await list('bucuresti/sector-2')).body.data;
    assert.ok(sector.length > 0);
    for (const written of ['Sectorul 2', 'SECTOR 2', 'București Sectorul 2', 'sect. 2'])
      assert.deepEqual((await list(`Municipiul București/${written}`)).body.data, sector, written);
    const capital = (await list('bucuresti')).body;
    for (const written of ['bucuresti', 'Municipiul București']) {
      const { data, meta } = (await list(`bucuresti/${written}`)).body;
      assert.deepEqual([data, meta.page], [capital.data, capital.meta.page], written);
    }
  });

  test('an unknown place is a 404 that names similar ones', async () => {
    const county = await list('Cluk');
    assert.equal(county.status, 404);
    assert.match(county.body.error?.message ?? '', /no county "Cluk".*Cluj/);
    const town = await list('cluj/Cluj-Napocca');
    assert.equal(town.status, 404);
    assert.match(town.body.error?.message ?? '', /cluj-napoca/);
    assert.doesNotMatch((await list('qqqqqqqq')).body.error?.message ?? '', /Near/);
    assert.equal((await list('cluj/sector-2')).status, 404);
  });

  test('companies are in order of status, turnover and name, and the totals are right', async () => {
    const everybody = await db.all<{ county_slug: string | null; active: number | null; caen: string | null }>(
      'select county_slug, active, caen from listing',
    );
    for (const { slug } of counties) {
      const here = everybody.filter((one) => one.county_slug === slug);
      if (here.length === 0) continue;
      const rows = await pageThrough<Company>(service, `/api/firme/${slug}`, 37);
      assert.equal(rows.length, here.length, slug);
      const standing = rows.map(({ active }) => (active === null ? 1 : active ? 0 : 2));
      assert.deepEqual(standing, standing.toSorted());
      for (const group of [true, false]) {
        const own = rows.filter(({ active }) => active === group);
        const sold = ({ turnover }: Company): number => turnover ?? Number.NEGATIVE_INFINITY;
        const inOrder = own.toSorted((a, b) =>
          sold(b) > sold(a) ? 1 : sold(b) < sold(a) ? -1 : inRomanian(a.name, b.name),
        );
        const visible = (all: Company[]) => all.map(({ name, turnover }) => [turnover, name]);
        assert.deepEqual(visible(own), visible(inOrder), slug);
      }
      const active = (await list(slug)).body.meta.page;
      assert.equal(active.total, here.length);
      const operating = await service.get(`/api/firme/${slug}?status=active`);
      assert.equal(operating.body.meta.page.total, here.filter((one) => one.active === 1).length);
    }
  });

  test('filters by activity and status count and list the same companies', async () => {
    const [common = { county_slug: '', caen: '' }] = await db.all<{ county_slug: string; caen: string }>(
      'select county_slug, caen from listing where caen is not null and county_slug is not null group by 1, 2 order by count(*) desc limit 1',
    );
    for (const [status, operating] of [
      ['all', false],
      ['active', true],
    ] as const) {
      const path = `/api/firme/${common.county_slug}?caen=${common.caen}&status=${status}`;
      const rows = await pageThrough<Company>(service, path, 2);
      assert.ok(rows.length > 0);
      assert.ok(rows.every((one) => one.caenCode === common.caen && (!operating || one.active === true)));
    }
    const none = await service.get('/api/firme/cluj?caen=0000');
    assert.equal(none.status, 200);
    assert.deepEqual([none.body.data, none.body.meta.page.total], [[], 0]);
  });

  test('pages of any size and any offset give the same list, without gaps or repeats', async () => {
    const whole = await pageThrough<Company>(service, '/api/firme/bucuresti', 200);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.nat(whole.length + 5), async (limit, offset) => {
        assert.deepEqual(await pageThrough<Company>(service, '/api/firme/bucuresti', limit), whole);
        const { body } = await service.get(`/api/firme/bucuresti?limit=${limit}&offset=${offset}`);
        assert.deepEqual(body.data, whole.slice(offset, offset + limit));
        assert.equal(body.meta.page.offset, offset);
        if (body.meta.page.next === null) return assert.ok(offset + limit >= whole.length);
        const next = await service.get(body.meta.page.next);
        assert.deepEqual(next.body.data, whole.slice(offset + limit, offset + 2 * limit));
      }),
      { numRuns: 12 },
    );
  });

  test('a cursor is valid for its own list only, and not with an offset', async () => {
    const { nextCursor } = (await service.get('/api/firme/bucuresti?limit=3')).body.meta.page;
    assert.equal((await service.get(`/api/firme/bucuresti?limit=3&cursor=${nextCursor}`)).status, 200);
    for (const wrong of [
      `cluj?limit=3&cursor=${nextCursor}`,
      `bucuresti?limit=4&cursor=${nextCursor}`,
      `bucuresti?limit=3&status=active&cursor=${nextCursor}`,
      `bucuresti?limit=3&offset=1&cursor=${nextCursor}`,
    ])
      assert.equal((await service.get(`/api/firme/${wrong}`)).status, 400, wrong);
  });

  test('values out of bounds are refused, and a request without a key gets 401', async () => {
    for (const wrong of ['limit=0', 'limit=201', 'offset=100001', 'offset=-1', 'caen=62', 'status=closed'])
      assert.equal((await service.get(`/api/firme/cluj?${wrong}`)).status, 400, wrong);
    assert.equal((await service.get('/api/firme/cluj?offset=100000')).status, 200);
    assert.equal((await service.get('/api/firme/cluj', {})).status, 401);
    assert.deepEqual(service.errors, []);
  });
});
