/** A CAEN code always comes with its revision, and it is the same in every answer that contains the company. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { pageThrough } from '#test/support/page-walk.ts';
import { longTest } from '#test/support/tier.ts';

type Schema = TSchema & { title?: string; properties?: Record<string, Schema> };

/** Every object schema inside a schema. */
function* objectsIn(schema: unknown): Generator<Schema> {
  if (typeof schema !== 'object' || schema === null) return;
  if ('properties' in schema) yield schema as Schema;
  for (const part of Object.values(schema)) yield* objectsIn(part);
}

/** The CAEN fields of a schema that lack their revision. */
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

/** Every object of an answer with a company's activity. */
function* rowsIn(data: unknown): Generator<Row> {
  if (typeof data !== 'object' || data === null) return;
  if ('cui' in data && 'caenCode' in data) yield data as Row;
  for (const part of Object.values(data)) yield* rowsIn(part);
}

interface Answered {
  path: string;
  rows: Row[];
  warnings: string[];
}

const activityOf = ({ caenCode, caenRevision }: Row): string => `${caenRevision}:${caenCode}`;

const isToldLater = (warning: string): boolean => /another main activity/.test(warning);

/** A class that only Rev.3 has, so that it cannot be mistaken for one of Rev.2. */
const NEWLY_TOLD = '9531';

onBothEngines((engine) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
  });
  after(() => service.close());
  const db = () => service.store.generations.current()?.db ?? assert.fail();

  test('no answer schema holds a CAEN code without its revision, and no filter takes a code without one', () => {
    for (const { id, declaration } of service.operations) {
      for (const shape of [declaration.data, declaration.preview?.data, declaration.meta])
        for (const object of objectsIn(shape)) assert.deepEqual(aloneIn(object), [], id);
      const query = declaration.query?.properties ?? {};
      assert.equal('caen' in query, 'caenRevision' in query, id);
    }
  });

  longTest(
    'each row matches its own code and revision and the company’s own answer; a warning counts later activities',
    async () => {
      const cuis = await everyCui();
      const own = await ownActivities(cuis);
      const differing = (rows: readonly Row[]): Row[] =>
        rows.filter((row) => own.has(row.cui ?? '') && own.get(row.cui ?? '') !== activityOf(row));
      let toldLater = 0;
      for (const { path, rows, warnings } of await everyAnswer(cuis)) {
        const later = differing(rows).length;
        const message = translate(messages.companies.activitiesToldLater({ firms: later }), 'en');
        assert.deepEqual(warnings.filter(isToldLater), later === 0 ? [] : [message], path);
        toldLater += later;
      }
      assert.ok(toldLater > 50, 'some companies have an activity that the tax authority reported after the build');

      await service.rebuild();
      const countyOf = await counties();
      let [compared, never] = [0, 0];
      const filed = new Set(
        (await db().all<{ cui: number }>('select distinct cui from balance')).map(({ cui }) => cui),
      );
      for (const { path, rows, warnings } of await everyAnswer(cuis)) {
        assert.deepEqual(differing(rows), [], path);
        assert.deepEqual(warnings.filter(isToldLater), [], path);
        for (const row of rows) {
          assert.equal(row.caenCode === null, row.caenRevision === null, path);
          await assertFound(path, row, countyOf);
          compared++;
          if (row.caenCode !== null && !filed.has(Number(row.cui))) never++;
        }
      }
      assert.ok(compared > 1_000, `${compared} rows`);
      assert.ok(never > 50, 'companies that never filed have their registered activity');
    },
  );

  longTest('a rebuild changes lists and counts only after newly reported activities', async () => {
    const generation = () => service.store.generations.current()?.manifest.id;
    const before = generation();
    await service.rebuild();
    assert.equal(generation(), before);
    const result = await db().one<{ cui: number; caen: string }>(
      'select cui, caen from listing where caen_told = 1 and firm_id is not null order by rank limit 1',
    );
    assert.ok(result);
    const observed = await service.store.live.one<{ record: string }>(
      'select record from fiscal_observation where cui = $1',
      [result.cui],
    );
    const record = JSON.stringify({ ...JSON.parse(observed?.record ?? ''), caenCode: NEWLY_TOLD });
    await service.store.live.write([
      { sql: 'update fiscal_observation set record = $1 where cui = $2', params: [record, result.cui] },
    ]);
    const visible = async (): Promise<Answered> => answered(`/api/search?q=${result.cui}`);
    const [stays] = (await visible()).rows;
    assert.equal(stays?.caenCode, result.caen);
    assert.match((await visible()).warnings.join(), /^1 of these companies shows another main activity/);
    await service.rebuild();
    assert.notEqual(generation(), before);
    const [row] = (await visible()).rows;
    assert.deepEqual([row?.caenCode, row?.caenRevision], [NEWLY_TOLD, 'rev3']);
    assert.deepEqual((await visible()).warnings, []);
  });

  test('CAEN hubs and market statistics count the activities that the rows contain', async () => {
    const classes = await db().all<{ code: string; revision: string; firms: number; known: number }>(
      `select caen as code, caen_revision as revision, count(*) as firms, max(caen_told) as known from listing
       where firm_id is not null and caen_revision in ('rev2', 'rev3') group by 1, 2`,
    );
    assert.ok(classes.some(({ known }) => known === 1));
    for (const { code, revision, firms } of classes) {
      const { status, body } = await service.get(`/api/caen/${code}/hub?revision=${revision}`);
      if (status === 404) continue; // a class that the registry's nomenclature does not name
      assert.equal(body.data.companies.total, firms, `${revision}:${code}`);
    }
    const { body } = await service.get('/api/statistica');
    const sections = body.data.companies.bySection as { value: string | null; companies: number }[];
    const unknown = sections.find(({ value }) => value === null)?.companies ?? 0;
    const none = await db().one<{ firms: number }>(
      `select count(*) as firms from listing where firm_id is not null
       and (caen is null or caen_revision not in ('rev2', 'rev3'))`,
    );
    assert.equal(unknown, none?.firms);
  });

  const found = new Map<string, Set<string | null>>();

  /** Asserts that the list of the row's county, filtered by the row's activity, contains the company. The filter knows the two filed revisions. */
  async function assertFound(where: string, row: Row, countyOf: ReadonlyMap<string, string>): Promise<void> {
    const county = countyOf.get(row.cui ?? '');
    if (county === undefined || !/^rev[23]$/.test(row.caenRevision ?? '')) return;
    const path = `/api/firme/${county}?caen=${row.caenCode}&caenRevision=${row.caenRevision}`;
    const cuis = found.get(path) ?? new Set((await walk(path)).flatMap(({ rows }) => rows.map(({ cui }) => cui)));
    found.set(path, cuis);
    assert.ok(cuis.has(row.cui), `${where}: ${row.cui} is not in ${path}`);
  }

  async function counties(): Promise<Map<string, string>> {
    const seats = await db().all<{ cui: number; county: string }>(
      'select cui, county_slug as county from listing where cui is not null and county_slug is not null order by rank desc',
    );
    return new Map(seats.map(({ cui, county }) => [String(cui), county]));
  }

  const everyCui = async (): Promise<string[]> =>
    (await db().all<{ cui: number }>('select distinct cui from listing where cui is not null order by cui')).map(
      ({ cui }) => String(cui),
    );

  /** By fiscal code, for registered companies. The lookup is what makes the tax authority report on them. */
  async function ownActivities(cuis: readonly string[]): Promise<Map<string, string>> {
    const own = new Map<string, string>();
    for (let i = 0; i < cuis.length; i += 100) {
      const { body } = await service.post('/api/company/batch', { cuis: cuis.slice(i, i + 100) });
      for (const { cui, company } of body.data) if (company) own.set(cui, activityOf(company));
    }
    return own;
  }

  async function answered(path: string): Promise<Answered & { next: string | null }> {
    const { status, body } = await service.get(path);
    assert.ok([200, 404].includes(status), path);
    return {
      path,
      rows: [...rowsIn(body.data ?? null)],
      warnings: body.meta.warnings ?? [],
      next: body.meta.page?.next ?? null,
    };
  }

  async function walk(path: string): Promise<Answered[]> {
    const pages: Answered[] = [];
    for (let next: string | null = `${path}${path.includes('?') ? '&' : '?'}limit=200`; next !== null; ) {
      const page = await answered(next);
      pages.push(page);
      next = page.next;
    }
    return pages;
  }

  async function everyAnswer(cuis: readonly string[]): Promise<Answered[]> {
    const answers: Answered[] = [];
    const ask = async (path: string): Promise<void> => {
      answers.push(await answered(path));
    };
    const counties = await db().all<{ slug: string }>(
      'select distinct county_slug as slug from firm where county_slug is not null',
    );
    for (const { slug } of counties) answers.push(...(await walk(`/api/firme/${slug}`)));
    for (const cui of cuis.filter((_, i) => i % 8 === 0)) {
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
    return answers;
  }

  test('a CAEN filter matches one revision, Rev.3 by default, and a warning counts the matches of the other revision', async () => {
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
    const alone = await service.get(`/api/firme/${common.county}?caenRevision=2`);
    assert.deepEqual(alone.body.meta.ignored, ['caenRevision']);
  });

  test('every revision parameter takes 2, 3, rev2 or rev3; the error for another value names the valid ones', async () => {
    const requested = service.operations.flatMap(({ declaration }) =>
      Object.keys(declaration.query?.properties ?? {})
        .filter((name) => /revision/i.test(name))
        .map((name) => ({ path: declaration.path.replace('{judet}', 'cluj').replace('{code}', '4711'), name })),
    );
    assert.ok(requested.length >= 3);
    const beside = { '/api/benchmarks/live': '&caen=471&year=2024', '/api/search': '&q=firma&caen=4711' } as Record<
      string,
      string
    >;
    for (const { path, name } of requested.filter(({ path }) => !path.includes('{')))
      for (const revision of [2, 3]) {
        const ask = (value: string) => service.get(`${path}?${name}=${value}${beside[path] ?? ''}`);
        const [plain, written] = [await ask(String(revision)), await ask(`rev${revision}`)];
        assert.deepEqual([plain.status, plain.body.data], [written.status, written.body.data], path);
        for (const wrong of ['1', '4', 'rev4', 'Rev.2', '']) {
          const { status, body } = await ask(wrong);
          assert.equal(status, 400, `${path} ${name}=${wrong}`);
          assert.match(body.error?.message ?? '', /\b2\b.*\b3\b/);
        }
      }
  });

  test('benchmarks of an activity are of one revision, and a warning names the other', async () => {
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
