/** A CAEN code never travels without its revision, and it is the same wherever a company is shown. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { onBothEngines } from './both-engines.ts';
import { type DemoService, demoService } from './demo-service.ts';
import { pageThrough } from './page-through.ts';

type Schema = TSchema & { title?: string; properties?: Record<string, Schema> };

/** Every object schema inside one. */
function* objectsIn(schema: unknown): Generator<Schema> {
  if (typeof schema !== 'object' || schema === null) return;
  if ('properties' in schema) yield schema as Schema;
  for (const part of Object.values(schema)) yield* objectsIn(part);
}

/** What is wrong with it: a code on its own. */
function aloneIn({ title, properties = {} }: Schema): string[] {
  const has = (name: string): boolean => name in properties;
  const alone: string[] = [];
  if (has('caenCode') && !has('caenRevision')) alone.push(`${title}.caenCode`);
  const caen = properties.caen;
  if (!caen) return alone;
  const parts = [...objectsIn(caen)];
  if (parts.length === 0 && !has('caenRevision')) alone.push(`${title}.caen`);
  for (const part of parts) if (part.properties?.code && !part.properties.revision) alone.push(`${title}.caen.code`);
  return alone;
}

interface Row {
  cui: string | null;
  caenCode: string | null;
  caenRevision: string | null;
}

/** Every object of an answer that shows a company's activity. */
function* rowsIn(data: unknown): Generator<Row> {
  if (typeof data !== 'object' || data === null) return;
  if ('cui' in data && 'caenCode' in data) yield data as Row;
  for (const part of Object.values(data)) yield* rowsIn(part);
}

onBothEngines((engine) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
  });
  after(() => service.close());
  const db = () => service.store.generations.current()?.db ?? assert.fail();

  test('no schema of an answer holds a code without its revision, and no filter takes one', () => {
    for (const { id, declaration } of service.operations) {
      for (const shape of [declaration.data, declaration.preview?.data, declaration.meta])
        for (const object of objectsIn(shape)) assert.deepEqual(aloneIn(object), [], id);
      const query = declaration.query?.properties ?? {};
      assert.equal('caen' in query, 'caenRevision' in query, id);
    }
  });

  test('the activity in every row about a company is the one of its own answer', async () => {
    const { cuis } = await everyCompany();
    const own = new Map<string, Row>();
    for (let i = 0; i < cuis.length; i += 100) {
      const { body } = await service.post('/api/company/batch', { cuis: cuis.slice(i, i + 100) });
      for (const { cui, company } of body.data)
        if (company) own.set(cui, { cui, caenCode: company.caenCode, caenRevision: company.caenRevision });
    }
    let [compared, never] = [0, 0];
    for (const [where, row] of await everyRow(cuis)) {
      const company = own.get(row.cui ?? '');
      if (!company) continue;
      assert.deepEqual(
        [row.caenCode, row.caenRevision],
        [company.caenCode, company.caenRevision],
        `${where} ${row.cui}`,
      );
      assert.equal(row.caenCode === null, row.caenRevision === null, where);
      compared++;
      if (row.caenCode !== null && !filed.has(row.cui ?? '')) never++;
    }
    assert.ok(compared > 1_000, `${compared} rows`);
    assert.ok(never > 50, 'firms that never filed show their registered activity');
  });

  let filed = new Set<string>();
  async function everyCompany(): Promise<{ cuis: string[] }> {
    const rows = await db().all<{ cui: number }>('select distinct cui from listing where cui is not null order by cui');
    const balances = await db().all<{ cui: number }>('select distinct cui from balance');
    filed = new Set(balances.map(({ cui }) => String(cui)));
    return { cuis: rows.map(({ cui }) => String(cui)) };
  }

  async function everyRow(cuis: readonly string[]): Promise<[where: string, Row][]> {
    const rows: [string, Row][] = [];
    const ask = async (path: string): Promise<void> => {
      const { status, body } = await service.get(path);
      assert.ok([200, 404].includes(status), path);
      for (const row of rowsIn(body.data ?? null)) rows.push([path, row]);
    };
    const counties = await db().all<{ slug: string }>(
      'select distinct county_slug as slug from firm where county_slug is not null',
    );
    for (const { slug } of counties)
      for (const row of await pageThrough<Row>(service, `/api/firme/${slug}`, 200)) rows.push([slug, row]);
    for (const cui of cuis.filter((_, i) => i % 4 === 0)) {
      await ask(`/api/search?q=${cui}`);
      await ask(`/api/company/${cui}/related`);
    }
    const people = await db().all<{ id: string }>('select id from person order by rank limit 30');
    for (const { id } of people) await ask(`/api/person/${id}/companies`);
    const years = await db().all<{ year: number }>('select distinct year from company_rank order by year desc');
    for (const { year } of years) {
      for (const slice of ['national', 'judet', 'caen'])
        await ask(`/api/statistica/top-companies?year=${year}&slice=${slice}&limit=100`);
      await ask(`/api/statistica/advanced-rankings?year=${year}`);
    }
    const classes = await db().all<{ code: string; revision: string }>(
      'select distinct caen as code, caen_revision as revision from balance where caen is not null limit 40',
    );
    for (const { code, revision } of classes) await ask(`/api/caen/${code}/hub?revision=${revision}`);
    await ask('/api/search/all?q=a');
    return rows;
  }

  test('a filter by activity keeps to one revision, Rev.3 unless told, and says how many carry the code in the other', async () => {
    const [common] = await db().all<{ county: string; caen: string }>(
      `select a.county_slug as county, a.caen from listing a join listing b on b.county_slug = a.county_slug and b.caen = a.caen
       where a.caen_revision = 'rev3' and b.caen_revision = 'rev2' group by 1, 2 order by count(*) desc limit 1`,
    );
    assert.ok(common);
    const path = `/api/firme/${common.county}?caen=${common.caen}`;
    const total = async (revision: string) =>
      Number(
        (
          await db().one<{ n: number }>(
            'select count(*) as n from listing where county_slug = $1 and caen = $2 and caen_revision = $3',
            [common.county, common.caen, revision],
          )
        )?.n,
      );
    for (const [query, mine, other] of [
      ['', 'rev3', 'rev2'],
      ['&caenRevision=3', 'rev3', 'rev2'],
      ['&caenRevision=2', 'rev2', 'rev3'],
    ] as const) {
      const { body } = await service.get(`${path}${query}&limit=1`);
      assert.equal(body.meta.page.total, await total(mine));
      assert.match(body.meta.warnings?.join() ?? '', new RegExp(`^${await total(other)} more compan`));
      assert.match(body.meta.warnings?.join() ?? '', new RegExp(`caenRevision=${other.at(-1)}`));
      const rows = await pageThrough<Row>(service, `${path}${query}`, 1);
      assert.equal(rows.length, await total(mine));
      for (const row of rows) assert.deepEqual([row.caenCode, row.caenRevision], [common.caen, mine]);
    }
    for (const wrong of ['1', '4', 'rev2', ''])
      assert.equal((await service.get(`${path}&caenRevision=${wrong}`)).status, 400);
    const alone = await service.get(`/api/firme/${common.county}?caenRevision=2`);
    assert.deepEqual(alone.body.meta.ignored, ['caenRevision']);
  });

  test('benchmarks of an activity are of one revision, and the other is told of', async () => {
    const [both] = await db().all<{ code: string; year: number }>(
      `select a.code, a.year from benchmark a join benchmark b on b.code = a.code and b.year = a.year
       where a.revision = 'rev3' and b.revision = 'rev2' order by a.year desc limit 1`,
    );
    const [older] = await db().all<{ code: string; firms: number }>(
      `select code, firms from benchmark a where year = 2023 and revision = 'rev2' and length(code) = 4 order by firms desc limit 1`,
    );
    assert.ok(older);
    const path = `/api/benchmarks/live?year=2023&caen=${older.code}`;
    const missing = await service.get(path);
    assert.equal(missing.status, 404);
    assert.match(
      missing.body.error?.message ?? '',
      new RegExp(`${older.firms} filed with ${older.code} of Rev.2: send caenRevision=2`),
    );
    const { body } = await service.get(`${path}&caenRevision=2`);
    assert.deepEqual(
      body.data.map(({ caen }: { caen: { code: string; revision: string } }) => [caen.code, caen.revision]),
      [[older.code, 'rev2']],
    );
    if (!both) return;
    const mixed = await service.get(`/api/benchmarks/live?year=${both.year}&caen=${both.code}`);
    assert.equal(mixed.body.data.length, 1);
    assert.match(mixed.body.meta.warnings?.join() ?? '', /CAEN Rev\.2.*caenRevision=2/);
  });
});
