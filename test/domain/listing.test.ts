/** The common order of all lists, and the precomputed size of every list. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';

interface Row {
  rank: number;
  firm_id: number | null;
  cui: number | null;
  county_slug: string | null;
  locality_slug: string | null;
  caen: string | null;
  caen_revision: string | null;
  active: number | null;
  turnover: number | null;
}

let service: DemoService;
let db: Database;
let rows: Row[];
before(async () => {
  service = await demoService();
  const dataset = service.store.generations.current();
  assert.ok(dataset);
  db = dataset.db;
  rows = await db.all<Row>('select * from listing order by rank');
});
after(() => service.close());

test('every firm and every entity has one rank, without gaps', async () => {
  const known = await db.one<{ n: number }>('select (select count(*) from firm) + (select count(*) from entity) as n');
  assert.equal(rows.length, known?.n);
  assert.deepEqual(
    rows.map(({ rank }) => rank),
    rows.map((_, i) => i + 1),
  );
});

test('active firms are ranked first, by descending turnover', () => {
  const standing = ({ active }: Row): number => (active === 1 ? 0 : active === null ? 1 : 2);
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1];
    if (before === undefined) continue;
    assert.ok(standing(before) <= standing(row), `rank ${row.rank}`);
    if (standing(before) === standing(row))
      assert.ok(
        (before.turnover ?? Number.NEGATIVE_INFINITY) >= (row.turnover ?? Number.NEGATIVE_INFINITY),
        `rank ${row.rank}`,
      );
  }
});

test('the stored size of every list is the number of its rows', async () => {
  const sizes = await db.all<{
    county_slug: string;
    locality_slug: string;
    caen: string;
    active: number;
    size: number;
  }>('select * from listing_size');
  assert.ok(sizes.length > 100);
  for (const { county_slug, locality_slug, caen, active, size } of sizes) {
    const list = rows.filter(
      (row) =>
        (county_slug === '' || row.county_slug === county_slug) &&
        (locality_slug === '' || row.locality_slug === locality_slug) &&
        (caen === '' || `${row.caen_revision}:${row.caen}` === caen) &&
        (active === 0 || row.active === 1),
    );
    assert.equal(list.length, size, `${county_slug} ${locality_slug} ${caen} ${active}`);
  }
});
