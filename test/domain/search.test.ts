/** Searches over the demo country, on a real socket: first results, hostile input and paging. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { showcase } from '#demo-country/showcase.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { first } from '#test/support/search-expectations.ts';
import type { SearchRow } from '../../client/src/index.ts';

let service: DemoService;
before(async () => {
  service = await demoService(null, 300, runningClock());
});
after(() => service.close());

const pathOf = (q: string, limit = 10): string => `/api/search?q=${encodeURIComponent(q)}&limit=${limit}`;
const found = async (q: string, limit?: number): Promise<SearchRow[]> =>
  (await service.client.searchCompanies({ q, limit })).data;

describe('first results', () => {
  test('there are more than sixty cases', () => assert.ok(Object.keys(first).length > 60));
  for (const [q, id] of Object.entries(first))
    test(`${q} → ${id}`, async () => {
      const [row] = await found(q);
      assert.equal(row?.cui, cuiOf(id), `${row?.name}`);
    });
});

test('of namesakes the active ones come first and the struck-off one last', async () => {
  const rows = (await found('vântul de miazănoapte')).filter(({ name }) => name.startsWith('VANTUL DE MIAZANOAPTE'));
  assert.equal(rows.length, 3);
  assert.deepEqual(
    rows.map(({ active }) => active),
    [true, true, false],
  );
  assert.equal(rows[2]?.cui, cuiOf('namesakeIasi'));
});

test('a row states what the query matched', async () => {
  const matched = async (q: string) => (await found(q))[0]?.matched;
  assert.equal(await matched('zimbrul auriu'), 'name');
  assert.equal(await matched('carpatia utilaj industrial'), 'formerName');
  assert.equal(await matched('zimbrol auriu'), 'typo');
  assert.equal(await matched(cuiOf('giant')), 'cui');
});

test('a fiscal code and a registration number are found in every notation', async () => {
  const cui = cuiOf('growing');
  const [firm] = await found('luminis digital');
  const { body } = await service.get(`/api/company/${cui}`);
  const { registrationNumber, registrationNumberOld, euid } = body.data;
  for (const q of [
    cui,
    `RO${cui}`,
    ` ro ${cui} `,
    registrationNumber,
    registrationNumberOld,
    euid,
    registrationNumber.toLowerCase(),
  ]) {
    const rows = await found(q);
    assert.deepEqual([q, rows.length, rows[0]?.cui], [q, 1, firm?.cui]);
  }
});

test('an unknown registration number finds no company, and no similar name', async () => {
  for (const q of ['J12/999999/2020', 'ROONRC.J12/999999/2020']) assert.deepEqual(await found(q), [], q);
});

test('a list is read to its end by cursor, each firm once', async () => {
  for (const q of ['s', 'construct', 'ion', 'co']) {
    const seen: string[] = [];
    let next: string | null = pathOf(q, 7);
    while (next !== null) {
      const { status, body } = await service.get(next);
      assert.equal(status, 200);
      assert.equal(body.meta.page.offset, seen.length);
      assert.equal(body.meta.page.returned, body.data.length);
      seen.push(...body.data.map((row: SearchRow) => `${row.cui} ${row.registrationNumber}`));
      next = body.meta.page.next;
    }
    assert.equal(new Set(seen).size, seen.length, q);
    const dataset = service.store.generations.current();
    const sql = "select count(distinct rank) as n from name_entry where ' ' || bare like $1";
    assert.equal(seen.length, (await dataset?.db.one<{ n: number }>(sql, [`% ${q}%`]))?.n, q);
  }
});

test('a cursor of another query is refused', async () => {
  const { body } = await service.get(pathOf('s', 5));
  const { status } = await service.get(`${pathOf('c', 5)}&cursor=${body.meta.page.nextCursor}`);
  assert.equal(status, 400);
});

const hostile = [
  '"',
  "'",
  '*',
  'a*',
  '"a" OR "b"',
  'zimbrul AND NOT auriu',
  'NEAR(zimbrul auriu, 2)',
  'name:zimbrul',
  'zimbrul ^auriu',
  '(((',
  '-zimbrul',
  '%',
  '_%',
  "'; drop table listing; --",
  '\\',
  ':*',
  "zimbrul:* & !auriu | 'x'",
  '🙂',
  '🙂 zimbrul',
  '\u202ezimbrul',
  'zim\u200bbrul',
  '\u0301',
  `z${'\u0301'.repeat(100)}imbrul`,
  'a b c d e f g h i j k l m n o p',
  'a',
  'z',
  '0',
  'ﷺ',
  'İSTANBUL',
  'ᦰ ᦰ',
  'ab'.repeat(100),
  'ab '.repeat(66),
  `zimbrul${' '.repeat(1_000)}auriu`,
  '\t\n zimbrul \r\n',
  'x'.repeat(200),
];

test('hostile input gets a valid answer', async () => {
  for (const q of hostile)
    for (const path of ['/api/search', '/api/search/all']) {
      const { status, body } = await service.get(`${path}?q=${encodeURIComponent(q)}`);
      assert.equal(status, 200, `${path} ${JSON.stringify(q)}: ${body.error?.message}`);
    }
  assert.deepEqual(service.errors, []);
});

test('invisible characters do not prevent a match', async () => {
  for (const q of ['\u202ezimbrul auriu', 'zimbrul\u00a0auriu', 'zim\u200bbrul auriu', '🙂 zimbrul auriu'])
    assert.equal((await found(q))[0]?.cui, cuiOf('giant'), JSON.stringify(q));
});

test('empty, blank and overlong queries are refused', async () => {
  for (const q of ['', '   ', '\t', 'x'.repeat(201)]) {
    const { status, body } = await service.get(`/api/search?q=${encodeURIComponent(q)}`);
    assert.equal(status, 400);
    assert.equal(body.error?.details?.[0]?.name, 'q');
  }
  for (const limit of ['0', '51', 'x']) assert.equal((await service.get(`/api/search?q=a&limit=${limit}`)).status, 400);
});

test('in the demo a search without a hit suggests names with hits', async () => {
  const { body } = await service.get(pathOf('qqqxxxwww'));
  assert.deepEqual(body.data, []);
  const [hint = ''] = body.meta.warnings as string[];
  assert.match(hint, /demo country/);
  const names = hint
    .replace(/^.*: try /, '')
    .replace(/\.$/, '')
    .split(', ');
  assert.ok(names.length >= 2);
  for (const name of names) assert.ok((await found(name)).length > 0, name);
});

test('the search over everything returns companies, people and records, with totals of each', async () => {
  const { body } = await service.get('/api/search/all?q=ion&limit=3');
  const { companies, people, records } = body.data;
  assert.equal(companies.length, 3);
  assert.equal(people.length, 3);
  assert.ok(records.length <= 3);
  const { totals } = body.meta;
  assert.ok(totals.companies.total >= 3 && totals.people.total >= 3);
  assert.ok(totals.records.total >= records.length);
  assert.deepEqual(companies, (await service.get(pathOf('ion', 3))).body.data);
});

test('the search over everything finds activities by code and by words of their titles', async () => {
  for (const q of ['6210', 'software la comandă', 'computer programming']) {
    const { records } = (await service.get(`/api/search/all?q=${encodeURIComponent(q)}&limit=50`)).body.data;
    const activity = records.find(({ kind, id }: { kind: string; id: string }) => kind === 'caen' && id === '6210');
    assert.match(activity?.title ?? '', /^CAEN Rev\.3 6210: Activități de realizare a softului/, q);
    assert.equal((await service.get(activity.url)).body.data.code, '6210');
  }
});

test('every showcase firm is found by its registered name', async () => {
  for (const { id, name, cui } of showcase.filter(({ name }) => / (SRL|SA)$/.test(name))) {
    const rows = await found(name);
    assert.ok(
      rows.some((row) => row.cui === cui),
      `${id}: ${name}`,
    );
  }
});

test('the last page of a search has the exact total, and no empty page follows it', async () => {
  for (const q of ['s', 'a', 'con', 'trans', 'construct dumitru', 'construct line', 'construct ioan'])
    for (const limit of [7, 16, 32, 50]) {
      let page = { returned: 1, total: 0, totalRelation: '', next: pathOf(q, limit) as string | null };
      let rows = 0;
      while (page.next !== null) {
        page = (await service.get(page.next)).body.meta.page;
        rows += page.returned;
        assert.ok(page.returned > 0, `${q} by ${limit}: an empty page behind ${rows}`);
      }
      assert.deepEqual([page.total, page.totalRelation], [rows, 'exact'], `${q} by ${limit}`);
    }
});
