/** Heavy queries run in the analytics worker and transfer no more rows than the answer needs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import type { Analyses } from '#domain/procurement/analyses.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { openAnalyticsWorker } from '#server/jobs/analytics-worker.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf } from '#test/support/demo-service.ts';
import { ask, persons, readAside } from '#test/support/procurement-ask.ts';
import { countedRedactions } from '#test/support/redaction-count.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const cui = cuiOf('cityHall');

/** Narrow value ranges, states, counties, other sort orders, rare words and high offsets. */
const DEAR: [id: string, params: Record<string, string>, query: string][] = [
  ['searchTenders', {}, 'minValue=123456.78&maxValue=123456.79'],
  ['searchTenders', {}, 'state=open'],
  ['searchTenders', {}, 'county=Cluj'],
  ['searchTenders', {}, 'cpv=4521'],
  ['searchTenders', {}, 'deadlineFrom=2026-01-01'],
  ['searchTenders', {}, 'sort=value'],
  ['searchTenders', {}, 'q=lucrari&sort=deadline'],
  ['searchTenders', {}, 'q=lucrari+de&offset=100000'],
  ['searchTenders', {}, 'q=lucrari&offset=100000'],
  ['searchTenders', {}, 'q=lucrari&maxValue=5'],
  ['searchTenders', {}, 'offset=100000'],
  ['getProcedures', {}, 'offset=100000'],
  ['getCompanyProcedures', { cui }, 'offset=100000'],
  ['getCompanyContracts', { cui }, 'offset=100000'],
  ['getCompanyContracts', { cui }, 'cpv=45'],
  ['getCompanyDirectPurchases', { cui }, 'offset=100000'],
  ['getCompanyDirectPurchaseAwards', { cui }, 'offset=100000'],
  ['getCompanyTenders', { cui }, 'offset=100000'],
  ['getCpvContracts', { cpv: '45' }, 'supplierCity=Nicaieri'],
  ['getCpvDirectPurchases', { cpv: '3' }, 'offset=100000'],
  ['getCpvDirectPurchases', { cpv: '3019' }, 'dateTo=2010-01-01'],
];

/** Queries along an index in the order of the list. */
const CHEAP: typeof DEAR = [
  ['searchTenders', {}, ''],
  ['searchTenders', {}, 'q=lucrari'],
  ['searchTenders', {}, `authorityCui=${cui}&from=2020-01-01`],
  ['searchTenders', {}, 'offset=1000'],
  ['getCompanyContracts', { cui }, 'dateFrom=2020-01-01'],
  ['getCpvDirectPurchases', { cpv: '3' }, ''],
];

/** A name of words that occur in notices next to each other. */
const looked = countedRedactions('Lucrări Pompe');
const somebody = looked.hidden;

onBothEngines((engine) => {
  let service: SmallService;
  let dataset: Dataset;
  before(async () => {
    service = await smallService({ databaseUrl: (await engine.place()).databaseUrl });
    dataset = service.store.generations.current() as Dataset;
  });
  after(() => service.close());

  for (const [who, hidden] of Object.entries({ nobody: noHiddenPersons, somebody })) {
    for (const [id, params, query] of DEAR)
      test(`${id}?${query} runs in the analytics worker while ${who} is hidden`, async () => {
        persons.hidden = hidden;
        readAside.length = 0;
        const { data, page } = await ask(dataset, id, params, `${query}&limit=5`);
        assert.ok(readAside.length > 0);
        assert.ok(Math.max(...readAside) <= 6, 'a page and one row');
        assert.ok(data.length <= 5 && (page.total ?? 0) >= data.length);
      });

    for (const [id, params, query] of CHEAP)
      test(`${id}?${query} runs in the serving thread while ${who} is hidden`, async () => {
        persons.hidden = hidden;
        readAside.length = 0;
        await ask(dataset, id, params, query);
        assert.deepEqual(readAside, []);
      });
  }

  test('notices are searched for a hidden name once, not for every request', async () => {
    persons.hidden = { ...somebody, version: 'counted' };
    await ask(dataset, 'searchTenders', {}, 'q=lucrari');
    const first = looked.count;
    for (const q of ['pompe', 'lucrari', 'lucrari+de', 'l']) await ask(dataset, 'searchTenders', {}, `q=${q}`);
    assert.ok(first > 0);
    assert.equal(looked.count, first);
    persons.hidden = noHiddenPersons;
  });

  test('the analytics worker returns the rows of a direct query', async () => {
    const { folder, databaseUrl } = service.place;
    const module = import.meta.resolve('#domain/procurement/analyses.ts');
    const analyst = openAnalyticsWorker<Analyses>({ folder, databaseUrl, country: 'demo' }, module);
    const sql = 'select day, key, title from notice where day > $1 order by day desc, key desc';
    const rows = await analyst.queries.queryRows(dataset, sql, ['2000-01-01']);
    await analyst.close();
    assert.ok(rows.length > 0);
    assert.deepEqual(rows, await dataset.partGroup('procurement')?.all(sql, ['2000-01-01']));
  });
});

test('the whole classification is serialized and compressed once', async () => {
  const service = await smallService();
  const { origin } = service;
  const get = async (path: string) => {
    const headers = { 'x-api-key': 'fmt_live_DemoCountryOnlyInventedFirms0004QzRc', 'accept-encoding': 'gzip' };
    const response = await fetch(origin + path, { headers });
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    return (await response.json()) as { data: unknown[] };
  };
  assert.equal((await get('/api/caen')).data.length, 651);
  assert.deepEqual((await get('/api/caen')).data, (await get('/api/caen')).data);
  await service.close();
});
