/** Whole tables on both engines: every row of every page once, equal to JSON; and a new generation during the transfer. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { Type } from 'typebox';
import { cursors } from '#api/cursor.ts';
import { endpoint } from '#api/endpoint.ts';
import { Cursor, Limit } from '#api/parameters.ts';
import { cellOf, columnsOf } from '#api/tables/columns.ts';
import { rowSchema } from '#api/tables/format.ts';
import type { Generations } from '#data/store/dataset.ts';
import { inBoth } from '#lib/i18n/message.ts';
import { closed } from '#lib/schema/fields.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { analyses } from '#server/compose/analyses.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { served } from '#test/support/sample-operation.ts';
import { publish } from '#test/support/small-generations.ts';
import { until } from '#test/support/until.ts';

/** Lists of more than a page, by different queries and counts. */
const LISTS: [operation: string, path: string][] = [
  ['getCountyCompanies', '/api/firme/cluj'],
  ['searchCompanies', '/api/search?q=s'],
  ['searchCompanies', '/api/search?q=construct'],
  ['searchTenders', '/api/sicap/tenders/search'],
  ['searchTenders', '/api/sicap/tenders/search?q=lucrari'],
  ['searchTenders', '/api/sicap/tenders/search?sort=value'],
  ['getCpvContracts', '/api/seap/cpv/4/contracts'],
  ['getCpvDirectPurchases', '/api/seap/cpv/3/direct-purchases'],
];

/** Live data of the tax authority may change between two requests. */
const LIVE = ['inactive', 'vatStatus', 'statusLabel', 'status', 'active'];

const signed = cursors('secret');
const PAGE = 50;

/** Names of firms, read from the generation of the call. */
const names = {
  id: 'getFirms',
  declaration: endpoint({
    path: '/api/firms',
    access: 'pro',
    fresh: 'static',
    title: inBoth(() => 'Firms'),
    about: inBoth(() => 'Names.'),
    query: Type.Object({ limit: Limit(PAGE, PAGE), cursor: Cursor }, closed),
    data: Type.Array(Type.Object({ name: Type.String({ description: 'Its name.' }) }, { ...closed, title: 'Firm' })),
    examples: [],
    async handle({ limit, cursor }, { dataset }) {
      const scope = { path: '/api/firms', query: { limit } };
      const start = cursor === undefined ? 0 : Number(signed.read(scope, cursor));
      const data = await dataset.db.all<{ name: string }>(
        'select name from firm where cui > $1 order by cui limit $2',
        [start, limit],
      );
      const total = Number((await dataset.db.one<{ n: number }>('select count(*) as n from firm'))?.n);
      const end = start + data.length;
      const piece = { limit, offset: start, returned: data.length, total, totalRelation: 'exact' as const };
      const page = signed.positionPage(scope, { ...piece, position: end < total ? String(end) : null });
      return { data, meta: { source: 'onrc' as const, sources: [], page } };
    },
  }),
};

/** Removes the apostrophes that keep a cell, or a part of it, from being a formula. */
const undefused = (text: string): string => text.replace(/(^|[;\t\r\n])'/g, '$1');

onBothEngines((engine) => {
  let service: DemoService;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl, 300);
  });
  after(() => service.close());

  /** All rows, page by page. */
  async function rowsOf(path: string): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let next: string | null = path; next; ) {
      const { status, body } = await service.get(next);
      assert.equal(status, 200, next);
      rows.push(...body.data);
      next = body.meta.page.next;
    }
    return rows;
  }

  for (const [id, path] of LISTS)
    test(`the table of ${path} has the rows of all its pages`, async () => {
      const operation = service.operations.find((one) => one.declaration.path === path.split('?')[0] || one.id === id);
      const columns = columnsOf(rowSchema(operation?.declaration.data as never) as never);
      const rows = await rowsOf(path);
      assert.ok(rows.length > 1, `${rows.length} rows`);
      const response = await fetch(`${service.origin}${path}${path.includes('?') ? '&' : '?'}format=csv`, {
        headers: { 'x-api-key': DEMO_KEY },
      });
      assert.equal(response.headers.get('x-total-count'), String(rows.length));
      assert.equal(response.headers.get('x-total-relation'), 'exact');
      const [head, ...cells] = parse(Buffer.from(await response.arrayBuffer()), { bom: true }) as string[][];
      assert.deepEqual(
        head,
        columns.map((column) => column.join('.')),
      );
      const lasting = columns.flatMap((column, i) => (LIVE.includes(column.join('.')) ? [] : [i]));
      assert.deepEqual(
        cells.map((line) => lasting.map((i) => undefused(line[i] ?? ''))),
        rows.map((row) => lasting.map((i) => undefused(String(cellOf(row, columns[i] ?? []) ?? '')))),
      );
    });

  test('names are counted in a worker for a table, and not at all for a page', async () => {
    const { firmsCounted } = analyses;
    let requested = 0;
    analyses.firmsCounted = (...question) => {
      requested++;
      return firmsCounted(...question);
    };
    await service.get('/api/search?q=s');
    assert.equal(requested, 0);
    await (await fetch(`${service.origin}/api/search?q=s&format=csv`, { headers: { 'x-api-key': DEMO_KEY } })).text();
    assert.ok(requested > 0);
    analyses.firmsCounted = firmsCounted;
  });

  test('a table during a new generation is whole and from the old one, or breaks off; it never mixes both', async () => {
    const location = await engine.place();
    const generations: Generations = await location.generations('demo');
    const firms = (from: string): string[] =>
      Array.from({ length: 2_000 }, (_, i) => `${from} ${i} ${Math.sin(i)} `.padEnd(4_000, 'abcdefghij'));
    await publish(generations, firms('first'));
    const own = await served(names, null, null, null, {
      dataset: () => generations.current(),
      extendRetention: async (read) => (await generations.openById(read.manifest.id)) ?? read,
    });
    for (const replaced of [1, 3]) {
      const before = generations.current()?.manifest.id;
      const [name] = (
        await (await fetch(`${own.origin}/api/firms?limit=1`, { headers: { 'x-api-key': 'a' } })).text()
      ).match(/(first|next\d) 0/) ?? [''];
      const from = name.split(' ')[0] ?? '';
      const request = get(`${own.origin}/api/firms?format=csv`, { headers: { 'x-api-key': 'a' }, agent: false });
      const [response] = await once(request, 'response');
      // The end of a broken table is an error of the request too.
      request.on('error', () => {});
      for (let i = 0; i < replaced; i++) {
        await publish(generations, firms(`next${i}`));
        await generations.refresh();
      }
      await until('the newest generation is served', async () => generations.current()?.manifest.id !== before);
      const rows = await text(response).then(
        (all) => (parse(all, { bom: true }) as string[][]).slice(1),
        () => null,
      );
      if (rows === null) continue;
      assert.equal(rows.length, 2_000);
      assert.deepEqual([...new Set(rows.map(([cell = '']) => cell.split(' ')[0]))], [from]);
    }
    await own.close();
    await generations.close();
  });
});
