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

const fetchAll = async (path: string): Promise<{ rows: SearchRow[]; total: number }> => {
  const rows: SearchRow[] = [];
  let total = 0;
  for (let next: string | null = path; next !== null; ) {
    const { status, body } = await service.get(next);
    assert.equal(status, 200, next);
    rows.push(...body.data);
    total = body.meta.page.total;
    assert.equal(body.meta.page.totalRelation, 'exact');
    next = body.meta.page.next;
  }
  return { rows, total };
};

test('filters keep the firms of a name that an independent query finds, over all pages', async () => {
  const { db } = service.store.generations.current() ?? assert.fail();
  const [some] = await db.all<{ caen: string; locality: string; turnover: number }>(
    `select l.caen, l.locality, l.turnover from listing l join name_entry n on n.rank = l.rank
     where l.caen_revision = 'rev3' and l.turnover > 0 and ' ' || n.bare like '% s%' and l.locality is not null order by l.rank limit 1`,
  );
  const lei = Math.floor((some?.turnover ?? 0) / 100);
  const cases: [query: string, condition: string][] = [
    ['county=cluj', "l.county_slug = 'cluj'"],
    ['county=CJ&status=active', "l.county_slug = 'cluj' and l.active = 1"],
    [`locality=${encodeURIComponent(some?.locality ?? '')}`, `l.locality = '${some?.locality}'`],
    [`caen=${some?.caen}`, `l.caen = '${some?.caen}' and l.caen_revision = 'rev3'`],
    ['legalForm=srl', "l.legal_form = 'SRL'"],
    [`minTurnover=${lei}`, `l.turnover >= ${lei * 100}`],
    [
      `maxTurnover=${lei}&minEmployees=1&maxEmployees=20`,
      `l.turnover <= ${lei * 100} and l.employees between 1 and 20`,
    ],
    ['registeredFrom=2010-01-01&registeredTo=2019-12-31', "f.registered_on between '2010-01-01' and '2019-12-31'"],
  ];
  for (const [query, condition] of cases) {
    const { rows, total } = await fetchAll(`/api/search?q=s&limit=7&${query}`);
    const expected = await db.all<{ rank: number }>(
      `select distinct l.rank from listing l left join firm f on f.id = l.firm_id join name_entry n on n.rank = l.rank
       where ' ' || n.bare like '% s%' and ${condition}`,
    );
    assert.deepEqual([rows.length, total], [expected.length, expected.length], query);
    assert.equal(new Set(rows.map((row) => `${row.cui} ${row.registrationNumber}`)).size, rows.length, query);
  }
  const registered = await fetchAll('/api/search?q=s&limit=50&vat=registered');
  assert.ok(registered.rows.length > 0 && registered.rows.every(({ vatStatus }) => vatStatus === 'registered'));
  assert.deepEqual((await fetchAll(`/api/search?q=${cuiOf('giant')}&status=active`)).rows.length, 1);
});

test('invalid filters are refused, and an unknown county names near ones', async () => {
  for (const query of [
    'minTurnover=5&maxTurnover=4',
    'minEmployees=2&maxEmployees=1',
    'registeredFrom=2020-02-01&registeredTo=2020-01-01',
    'registeredFrom=2020-02-30',
    'legalForm=S%20R%20L',
    'vat=yes',
    'caen=47',
    'status=open',
  ])
    assert.equal((await service.get(`/api/search?q=s&${query}`)).status, 400, query);
  const { status, body } = await service.get('/api/search?q=s&county=clju');
  assert.deepEqual([status, /Cluj/.test(body.error?.message ?? '')], [404, true]);
});

test('legal forms alone are refused by both searches, as no name', async () => {
  for (const q of ['srl', 'S.C. S.R.L.', 'SA'])
    for (const path of ['/api/search', '/api/search/all']) {
      const { status, body } = await service.get(`${path}?q=${encodeURIComponent(q)}`);
      assert.deepEqual([status, body.error?.code], [400, 'INVALID_PARAMETER'], `${path} ${q}`);
      assert.match(body.error?.message ?? '', /legal form/);
    }
});

test('a company that shares only some of the words is a partial match, behind groups with all of them', async () => {
  const rows = await found('zimbrul auriu qqqxxx');
  assert.equal(rows[0]?.matched, 'partial');
  const { meta } = (await service.get('/api/search/all?q=haralambie-neofit+cutezatoru')).body;
  assert.deepEqual([meta.best, meta.order[0]], ['people', 'people']);
  assert.deepEqual((await service.get('/api/search/all?q=qqqxxxwww')).body.meta.order, []);
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
