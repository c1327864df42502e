/** Previews cannot be sliced: whatever parameters a free visitor sends, a Pro operation gives the same part of its data at the same cost. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TObject } from 'typebox';
import type { Operation } from '#api/endpoint.ts';
import { lastRatesFetch } from '#data/live/rates-table.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { isWrong, outOfRange, type Property, WRONG_TEXTS } from '#test/support/bad-values.ts';
import { type DemoService, demoService, type Envelope } from '#test/support/demo-service.ts';
import { until } from '#test/support/until.ts';

let service: DemoService;
let cookie: string;
/** Queries to the generation since the last reset. */
const requested: string[] = [];

before(async () => {
  service = await demoService();
  cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
  // The first run of the rates refresh reads the newest day from the generation.
  await until('the rates are fetched', async () => Boolean(await lastRatesFetch(service.store.live)));
  const dataset = service.store.generations.current() as Dataset;
  // The live store is left out: background refreshes query it.
  for (const db of [dataset.db, dataset.partGroup('procurement')]) if (db) listen(db);
});
after(() => service.close());

/** The background warmer runs a query in parallel that begins so. */
const OF_THE_WARMER = 'select cui from (select cui from firm where cui > $1 ';

/** Records every query to the generation. */
function listen(db: Database): void {
  for (const name of ['all', 'one', 'stream'] as const) {
    const ask = db[name].bind(db) as (sql: string, params?: readonly unknown[]) => never;
    Object.defineProperty(db, name, {
      value: (sql: string, params?: readonly unknown[]) => {
        if (!sql.startsWith(OF_THE_WARMER)) requested.push(`${sql} ${JSON.stringify(params ?? [])}`);
        return ask(sql, params);
      },
    });
  }
}

const previewed = (): Operation[] => service.operations.filter(({ declaration }) => declaration.preview);

/** Required parameters; all others are filters. */
const needed = ({ declaration }: Operation): Record<string, string> => {
  const { properties = {}, required = [] } = (declaration.query ?? {}) as {
    properties?: TObject['properties'];
    required?: string[];
  };
  return Object.fromEntries(
    Object.entries(declaration.examples[0]?.query ?? {}).filter(
      ([name]) => required.includes(name) && !('default' in (properties[name] ?? {})),
    ),
  );
};

function address({ declaration }: Operation, query: string): string {
  const { path, examples } = declaration;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(examples[0]?.params?.[name] ?? ''));
  return query === '' ? filled : `${filled}?${query}`;
}

const plain = (operation: Operation): string => address(operation, String(new URLSearchParams(needed(operation))));

async function seen(path: string): Promise<{ status: number; body: Envelope; questions: string[] }> {
  requested.length = 0;
  const { status, body } = await service.get(path, { cookie, 'sec-fetch-site': 'same-origin' });
  return { status, body, questions: [...requested] };
}

/** Valid values of a parameter: its bounds and enum, existing days and codes, and a valid cursor. */
function rightTexts(schema: Property & { enum?: string[]; anyOf?: { const?: string }[] }, cursor: string): string[] {
  const words = [...(schema.enum ?? []), ...(schema.anyOf ?? []).flatMap((choice) => choice.const ?? [])];
  const bounds = [schema.minimum, schema.maximum].flatMap((bound) => (bound === undefined ? [] : [String(bound)]));
  return [...words, ...bounds, '1', '2', '50', '2024', '2020-01-01', '2025-06-30', '45', '33000000', 'Cluj', cursor];
}

describe('the preview of an operation', () => {
  test('is the same for any value of any parameter, marks ignored ones, and runs the same queries', async () => {
    assert.ok(previewed().length >= 10);
    for (const operation of previewed()) {
      const { declaration, id } = operation;
      // The first request fills caches.
      await seen(plain(operation));
      const whole = await seen(plain(operation));
      assert.equal(whole.status, 200, id);
      assert.equal(whole.body.meta.preview, true, id);
      assert.ok(whole.questions.length > 0 || id === 'getCpvAnalysis', id);
      const pro = await service.get(`${plain(operation)}${plain(operation).includes('?') ? '&' : '?'}limit=1`);
      const cursor: string = pro.body.meta?.page?.nextCursor ?? 'AAAA.BBBB';
      let sent = 0;
      for (const [name, schema] of Object.entries(declaration.query?.properties ?? {})) {
        if (name in needed(operation)) continue;
        for (const text of [
          ...WRONG_TEXTS,
          ...outOfRange(schema as Property),
          ...rightTexts(schema as Property, cursor),
        ]) {
          const query = [String(new URLSearchParams(needed(operation))), `${name}=${text}`].filter(Boolean).join('&');
          const sliced = await seen(address(operation, query));
          const where = `${id} ${name}=${text.slice(0, 50)}`;
          if (sliced.status === 400) {
            assert.deepEqual(sliced.questions, [], where);
            continue;
          }
          assert.ok(!isWrong(schema as Property, text, 'query'), where);
          assert.equal(sliced.status, 200, where);
          assert.deepEqual(sliced.body.data, whole.body.data, where);
          assert.deepEqual(sliced.body.meta.page, whole.body.meta.page, where);
          assert.deepEqual(sliced.body.meta.ignored, [name], where);
          assert.deepEqual(sliced.questions, whole.questions, where);
          sent++;
        }
      }
      assert.ok(sent > 0 || declaration.query === undefined, id);
    }
  });

  test('is the same with all parameters at once', async () => {
    for (const operation of previewed()) {
      const whole = await seen(plain(operation));
      const example = { ...needed(operation), limit: '200', offset: '3', dateFrom: '2025-01-01', role: 'supplier' };
      const known = Object.keys(operation.declaration.query?.properties ?? {});
      const query = Object.entries(example).filter(([name]) => known.includes(name));
      const sliced = await seen(address(operation, String(new URLSearchParams(query))));
      if (sliced.status !== 400) assert.deepEqual(sliced.body.data, whole.body.data, operation.id);
    }
  });

  test('holds no more than five rows and has no next page', async () => {
    for (const operation of previewed()) {
      const { body } = await seen(plain(operation));
      if (Array.isArray(body.data)) assert.ok(body.data.length <= 5, operation.id);
      assert.equal(body.meta.page?.next ?? null, null, operation.id);
    }
  });
});

describe('the preview of a company’s health', () => {
  const health = async (cui: string) => (await seen(`/api/company/${cui}/health`)).body.data;

  test('has the score with its bounds, and none of its components', async () => {
    const cuis = service.operations.find(({ id }) => id === 'getHealth')?.declaration.examples ?? [];
    const data = await health(cuis[0]?.params?.cui ?? '');
    assert.deepEqual(Object.keys(data), ['year', 'ageMonths', 'altman', 'verdict', 'flags']);
    assert.deepEqual(Object.keys(data.altman), ['model', 'z', 'zLow', 'zHigh', 'zone', 'zoneCertain', 'thresholds']);
    assert.ok(data.altman.zLow <= data.altman.z && data.altman.z <= data.altman.zHigh);
    assert.deepEqual(Object.keys(data.verdict), ['code', 'label', 'reasons']);
  });

  test('reveals no figure of any year for any company', async () => {
    const { db } = service.store.generations.current() as Dataset;
    const firms = await db.all<{ cui: number }>('select distinct cui from balance order by cui limit 60');
    let reasons = 0;
    for (const { cui } of firms) {
      const { altman, verdict, flags, ...rest } = await health(String(cui));
      assert.deepEqual(Object.keys(rest), ['year', 'ageMonths']);
      assert.equal(Object.keys(altman).length, 7);
      for (const remark of [...verdict.reasons, ...flags]) {
        assert.deepEqual(Object.keys(remark), ['code', 'label']);
        reasons++;
      }
    }
    assert.ok(reasons > firms.length);
  });
});
