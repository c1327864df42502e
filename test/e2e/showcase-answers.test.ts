/** The answers of the whole showcase together: rules for fields and lists that hold in all operations. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { townName } from '#lib/values/locality.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { askShowcase, type ShowcaseAnswer } from '#test/support/showcase-questions.ts';
import { unfilledFields } from '#test/support/unfilled-fields.ts';
import { until } from '#test/support/until.ts';

let service: DemoService;
let answers: ShowcaseAnswer[];
before(async () => {
  service = await demoService();
  // Usage is written in batches, some time after the first request.
  const usage = async () => (await service.get('/account/usage')).body.data.lines.length > 0;
  await service.get('/api/rates');
  await until('the first requests are counted', usage);
  answers = await askShowcase(service);
});
after(() => service.close());

/** Fields that the demo cannot fill, with the reason. */
const withoutExample: [field: RegExp, reason: string][] = [
  [/administrators\[\]\.cui$/, 'the registry gives companies that run others no fiscal code'],
  [
    /^getMarket strikeOffs\.taxAuthority$/,
    'filled from the second generation on: the first has no answers of the authority',
  ],
  [
    /^getBenchmarks \[\]\.metrics\.|^getCaenHub medians\./,
    'needs thirty firms of one activity, which three hundred firms do not have',
  ],
  [/\.?documentation\.(documentsCount|version)$/, 'no documents are collected yet'],
  [/^getSupplierIssues? (\[\]\.)?documentId$/, 'no documents are collected yet'],
  [
    /^(searchTenders|getTender|getProcedures|getCompany(Procedures|Tenders)) (\[\]\.)?url$/,
    'the notices have no publication',
  ],
  [
    /^getCpvContracts \[\]\.cancelledLots$/,
    'no contract under the code of the example has cancelled lots; other lists do',
  ],
  [
    /^(getDocuments|getSigners|searchDocuments|getDocumentationChanges|getDocumentText|download\w+) /,
    'no documents are collected here: demo-documents.test.ts and documents-*.test.ts cover them',
  ],
  [
    /(latestDirectPurchases|lots)\[\]\.valueNote$|^get(Company|Cpv)DirectPurchase(Award)?s \[\]\.(valueNote|estimatedValueNote)$|^getProcedures \[\]\.estimatedValueNote$/,
    'no such value of the showcase is doubtful: procurement-ingest.test.ts and lot.test.ts cover them',
  ],
  [
    /\b(lots\[\]\.(suppliers|state)|appeals\[\])$|^getProcedures \[\]\.award$/,
    'the views of notices are not collected here: procurement-answers.test.ts covers them',
  ],
  [
    /^get(CompanyContracts|Contract|CpvContracts) (\[\]\.)?lots\[\]\.(title|cpv)$/,
    'exports have neither title nor code of a lot: procurement-list-data.test.ts covers them',
  ],
  [/^getStatus signatures$/, 'no trust store is checked here: trust-states.test.ts covers it'],
  [/^verifyReceipt key\.retiredAt$/, 'the key of the demo was never replaced'],
  [/^getStatus upstreams\[\]\.(lastFailure|failureReason)$/, 'the simulated sources fail only on request'],
  [
    /^getStatus sources\[\]\.missing\[\]$/,
    'every year and quarter of the demo is loaded: content-days.test.ts covers missing ones',
  ],
  [/^getStatus standby$/, 'the demo has no standby: standby-service.test.ts covers it'],
];

test('every field of every operation is filled in some answer of the showcase, or has a reason', () => {
  const unfilled = service.operations.flatMap(({ id, declaration }) => {
    const own = answers.filter((answer) => answer.id === id).map(({ data }) => data);
    return unfilledFields(declaration.data, own).map((path) => `${id} ${path}`);
  });
  assert.deepEqual(
    unfilled.filter((field) => !withoutExample.some(([pattern]) => pattern.test(field))),
    [],
  );
});

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$/;

test('a field of a given name holds either days or instants in all operations', () => {
  const shapes = new Map<string, Map<'day' | 'instant', string>>();
  for (const { path, data, meta } of answers)
    for (const [name, value] of fieldsOf({ data, meta })) {
      if (typeof value !== 'string') continue;
      const shape = DAY.test(value) ? 'day' : INSTANT.test(value) ? 'instant' : null;
      if (shape !== null) shapes.getOrInsertComputed(name, () => new Map()).getOrInsert(shape, `${value} in ${path}`);
    }
  const mixed = [...shapes].flatMap(([name, kinds]) =>
    kinds.size > 1 ? [`${name}: ${[...kinds.values()].join(', ')}`] : [],
  );
  assert.deepEqual(mixed, []);
  assert.deepEqual([...(shapes.get('publishedAt')?.keys() ?? [])], ['day']);
});

test('a value next to a count of 0 is 0', () => {
  let none = 0;
  for (const { path, data } of answers)
    for (const thing of objectsIn(data)) {
      if (thing.count !== 0 || !('value' in thing)) continue;
      none++;
      assert.equal(thing.value, 0, `${path}: ${JSON.stringify(thing)}`);
    }
  assert.ok(none > 0);
});

test('towns are named without their kind of locality', () => {
  let towns = 0;
  for (const { path, data } of answers)
    for (const [name, value] of fieldsOf(data)) {
      if (name !== 'locality' || typeof value !== 'string') continue;
      towns++;
      assert.equal(value, townName(value), path);
    }
  assert.ok(towns > 100);
});

test('counties and names are in Romanian alphabetical order unless another criterion decides', async () => {
  const ofCounties = await service.get('/api/statistica/top-companies?slice=judet&limit=100');
  const labels = [...new Set<string>(ofCounties.body.data.map((row: { slice: { label: string } }) => row.slice.label))];
  assert.ok(labels.length > 20);
  assert.deepEqual(labels, labels.toSorted(inRomanian));
  const [market] = answers.filter(({ id }) => id === 'getMarket');
  for (const list of Object.values(market?.data.companies).filter(Array.isArray)) {
    const rows = list.filter(({ value }) => value !== null);
    const inOrder = rows.toSorted((a, b) => b.companies - a.companies || inRomanian(a.label, b.label));
    assert.deepEqual(rows, inOrder);
  }
  for (const { path, data } of answers.filter(({ id }) => id === 'getCompany'))
    for (const list of [
      data.branches,
      data.shareholders?.filter(({ percent }: { percent: unknown }) => percent === null),
    ]) {
      const names = (list ?? []).map(({ name }: { name: string | null }) => name ?? '');
      assert.deepEqual(names, names.toSorted(inRomanian), path);
    }
});

test('the total of a list is never less than the rows on its pages', async () => {
  const requested = new Set<string>();
  const look = async (path: string, pages: number): Promise<void> => {
    const { status, body } = await service.get(path);
    if (status !== 200 || !body.meta.page) return;
    const { offset, returned, total, totalRelation, next, limit } = body.meta.page;
    const visible = `${path}: ${JSON.stringify(body.meta.page)}`;
    assert.equal(returned, body.data.length, visible);
    assert.ok(returned <= limit, visible);
    if (returned > 0) assert.ok(total >= offset + returned + (next === null ? 0 : 1), visible);
    if (totalRelation === 'exact' && next === null && returned > 0) assert.equal(total, offset + returned, visible);
    if (next !== null && pages > 1) await look(next, pages - 1);
  };
  for (const { id, declaration } of service.operations) {
    const query = Object.keys(declaration.query?.properties ?? {});
    if (!query.includes('limit')) continue;
    const own = answers.filter((answer) => answer.id === id && answer.meta.page?.returned > 0);
    const longest = own.toSorted((a, b) => b.meta.page.total - a.meta.page.total)[0];
    if (longest === undefined) continue;
    requested.add(id);
    const with_ = (more: Record<string, string>): string => {
      const [path, given] = longest.path.split('?');
      return `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(given)), ...more })}`;
    };
    await look(with_({ limit: '1' }), 3);
    await look(with_({ limit: '7' }), 5);
    if (!query.includes('offset')) continue;
    const { total } = longest.meta.page;
    for (const offset of [1, total - 1, total, total + 1, 1_999, 2_000, 2_500, 100_000])
      await look(with_({ offset: String(Math.max(0, offset)), limit: '5' }), 2);
  }
  assert.ok(requested.size > 15, [...requested].join(' '));
});

test('every source of the data in an answer is among its sources', () => {
  const missing = new Set<string>();
  const used = new Set<string>();
  for (const { id, data, meta } of answers) {
    const parts = new Set(namedParts(meta.sources));
    for (const thing of objectsIn(data))
      for (const [source, tells] of Object.entries(tellers)) {
        if (!tells(thing)) continue;
        used.add(source);
        if (!parts.has(source)) missing.add(`${id}: ${source}`);
      }
  }
  assert.deepEqual([...missing], []);
  assert.deepEqual([...used].toSorted(), Object.keys(tellers).toSorted());
});

test('the list of tax debts has the date of its debts, not of its file', () => {
  const indebted = answers.filter(({ id, data }) => id === 'getCompany' && data.datoriiAnaf !== null);
  assert.ok(indebted.length > 0);
  for (const { path, data, meta } of indebted) {
    const list = meta.sources.find(({ name }: { name: string }) => name === 'import:debts');
    assert.equal(list.asOf, data.datoriiAnaf.asOf, path);
  }
});

/** Data that only this source can have provided, by part of the dataset, or by source name if it fills no part. */
const tellers: Record<string, (thing: Json) => boolean> = {
  finances: ({ turnover, caenCode, year }) => typeof turnover === 'number' && caenCode !== undefined && year !== null,
  registry: ({ registryName, code }) => typeof registryName === 'string' && code !== undefined,
  debts: ({ name, value, datoriiAnaf }) => (name === 'taxDebt' && typeof value === 'number') || Boolean(datoriiAnaf),
  shareholders: ({ kind, role, percent }) => kind === 'shareholder' || role === 'shareholder' || percent !== undefined,
  gazette: ({ kind, url, source, date }) =>
    (kind === 'decision' && url !== undefined) || (date !== undefined && source === 'gazette'),
  procurement: ({ kind, url, source, date }) =>
    (/^(notice|contract)$/.test(`${kind}`) && url !== undefined) || (date !== undefined && source === 'seap'),
  press: ({ kind, url }) => kind === 'article' && url !== undefined,
  caen: ({ kind, url }) => kind === 'caen' && url !== undefined,
};

/** Several parts have one source; their load times distinguish them. */
const namedParts = (sources: { name: string; fetchedAt: string | null }[]): string[] =>
  sources.map(
    ({ name, fetchedAt }) =>
      service.store.generations
        .current()
        ?.manifest.parts.find((part) => part.source === name && part.loadedAt === fetchedAt)?.name ?? name,
  );

type Json = Record<string, unknown>;

function* objectsIn(value: unknown): Generator<Json> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

function* fieldsOf(value: unknown): Generator<[name: string, value: unknown]> {
  for (const thing of objectsIn(value)) yield* Object.entries(thing);
}
