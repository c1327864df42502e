/** What tools tell, computed once more: from the tables below, from the same question over HTTP, and from the pages that they cite. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { showcaseProcurement } from '#demo-country/procurement/frame.ts';
import { words } from '#lib/values/text.ts';
import { agentAt, type TestAgent } from '#test/support/agent-kit.ts';
import { assertShown, rest } from '#test/support/agent-parity.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { until } from '#test/support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: each tool tells its own shape.
type Told = any;
type Input = Record<string, unknown>;

const giant = cuiOf('giant');
const { notice } = showcaseProcurement;

let service: DemoService;
let pro: TestAgent;
let free: TestAgent;

before(async () => {
  service = await demoService(null, 300, runningClock());
  await collectDemoDocuments(service);
  pro = await agentAt(service, { pro: true });
  free = await agentAt(service);
});
after(() => service.close());

const ask = async (tool: string, input: Input, agent = pro): Promise<Told> => {
  const { isError, structuredContent, content } = await agent.call(tool, input);
  assert.ok(!isError, `${tool} ${JSON.stringify(input)}: ${content[0]?.text}`);
  return structuredContent;
};
const get = (path: string) => rest(service.origin, path);

async function whole(tool: string, input: Input, list: string): Promise<Told[]> {
  const rows: Told[] = [];
  let cursor: string | null = null;
  do {
    const result: Told = await ask(tool, { ...input, ...(cursor !== null && { cursor }) });
    rows.push(...result[list]);
    cursor = result.nextCursor;
  } while (cursor !== null);
  return rows;
}

describe('years', () => {
  const filed = async (): Promise<number[]> => {
    const { db } = service.store.generations.current() ?? assert.fail();
    const rows = await db.all<{ year: number }>('select year from balance where cui = $1 order by year desc', [
      Number(giant),
    ]);
    return rows.map(({ year }) => year);
  };
  const yearsOf = ({ years }: Told): number[] => years.map(({ year }: { year: number }) => year);

  test('up to a year alone are the eight before it; missing are those since the company was registered', async () => {
    const { registrationDate } = (await get(`/api/company/${giant}`)).data;
    const registered = Number(registrationDate.slice(0, 4));
    const all = await filed();
    for (const toYear of [all.at(-1) ?? 0, registered + 2, registered - 1]) {
      const result = await ask('get_company_financials', { cui: giant, toYear });
      const requested = Array.from({ length: 8 }, (_, i) => toYear - i);
      assert.deepEqual(
        yearsOf(result),
        requested.filter((year) => all.includes(year)),
      );
      assert.deepEqual(
        result.missingYears,
        requested.filter((year) => !all.includes(year) && year >= registered),
        `to ${toYear}`,
      );
      assert.equal(
        result.notes.join().includes(`registered on ${registrationDate}`),
        requested.some((year) => year < registered),
      );
    }
  });

  test('from a long gone year on are the last eight, and what is left out is said', async () => {
    const newest = (await filed())[0] ?? 0;
    const first = newest - 7;
    const result = await ask('get_company_financials', { cui: giant, fromYear: 1995 });
    assert.deepEqual(
      yearsOf(result),
      (await filed()).filter((year) => year >= first),
    );
    assert.ok(
      result.notes.includes(`Years before ${first} are omitted: request them with \`toYear\` ${first - 1}.`),
      result.notes.join(),
    );
    assert.ok(result.missingYears.every((year: number) => year >= first));
  });
});

describe('press', () => {
  /** Releases whose words begin so. */
  const having = async (...begins: string[]): Promise<string[]> => {
    const all = await get('/api/press-articles?limit=200');
    return all.data
      .filter(({ title, text }: { title: string; text: string }) => {
        const found = words(`${title} ${text}`).slice(0, 2_000);
        return begins.every((begin) => found.some((word) => word.startsWith(begin)));
      })
      .map(({ slug }: { slug: string }) => `press:${slug}`);
  };
  const idsOf = async (query: string): Promise<string[]> =>
    (await whole('search_press', { query }, 'releases')).map(({ id }) => id);

  test('every release with the words is told, whatever their endings, and counted', async () => {
    const expected = await having('contribuabil');
    assert.ok(expected.length > 50, 'more than one search over everything tells');
    for (const form of ['contribuabil', 'contribuabili', 'contribuabililor', 'CONTRIBUABILUL'])
      assert.deepEqual(await idsOf(form), expected, form);
    assert.equal((await ask('search_press', { query: 'contribuabili' })).total, expected.length);
    const both = await having('contribuabil', 'declar');
    assert.deepEqual(await idsOf('declarațiile contribuabililor'), both);
    assert.ok(both.length > 0 && both.length < expected.length);
  });

  test('over HTTP it is the same list', async () => {
    const { data, meta } = await get(`/api/press-articles?q=${encodeURIComponent('termenele')}&limit=200`);
    assert.deepEqual(
      data.map(({ slug }: { slug: string }) => `press:${slug}`),
      await idsOf('termenelor'),
    );
    assert.equal(meta.page.total, data.length);
    assert.ok(data.length > 0);
  });
});

test('words in documents are the same as over HTTP', async () => {
  const hits = await whole('search_tender_documents', { notice, query: 'termen de livrare', limit: 3 }, 'hits');
  const data: Told[] = [];
  for (let next = `/api/sicap/procedure/${notice}/search?q=termen+de+livrare&limit=50`; next !== null; ) {
    const answer = await get(next);
    data.push(...answer.data);
    next = answer.meta.page.next;
  }
  assertShown(hits, data, ['url']);
  assert.equal(hits.length, data.length);
});

test('a list of companies is as short as it is asked to be, and goes on from there', async () => {
  for (const [tool, input] of [
    ['get_rankings', { metric: 'turnover' }],
    ['get_rankings', { metric: 'margin' }],
    ['list_companies', { county: 'cluj', status: 'all' }],
  ] as const) {
    const all = await whole(tool, input, 'companies');
    const first = await ask(tool, { ...input, limit: 3 });
    assert.equal(first.companies.length, 3);
    assert.deepEqual(await whole(tool, { ...input, limit: 3 }, 'companies'), all);
  }
});

describe('the page that is cited', () => {
  const pageOf = async (tool: string, input: Input): Promise<{ text: string; told: Told }> => {
    const result = await ask(tool, input);
    const response = await fetch(result.url);
    assert.equal(response.status, 200, result.url);
    return { told: result, text: await response.text() };
  };

  test('shows the ranking that was asked for', async () => {
    const { told: result, text } = await pageOf('get_rankings', { metric: 'employees', county: 'Cluj', year: 2023 });
    for (const { name } of result.companies) assert.ok(text.includes(name.replaceAll('&', '&amp;')), name);
    assert.match(text, /2023/);
  });

  test('shows all tenders where all were asked for', async () => {
    const { told: result, text } = await pageOf('search_tenders', { dateTo: '2024-12-31', sort: 'value', limit: 5 });
    for (const { notice } of result.tenders) assert.ok(text.includes(notice), notice);
  });

  test('shows the accounts of the treasury that was asked for', async () => {
    const { told: result, text } = await pageOf('find_treasury_account', { query: 'tva', treasury: '216' });
    assert.ok(result.accounts.length > 0);
    for (const { iban } of result.accounts) assert.ok(text.includes(iban), iban);
    const visible = new Set(text.match(/\bRO\d{2}TREZ\d{3}/g)?.map((iban) => iban.slice(-3)));
    assert.deepEqual([...visible], ['216']);
  });

  test('is there for a code that only the earlier revision had', async () => {
    const { told: result, text } = await pageOf('get_market_statistics', { caen: '6201' });
    assert.match(result.activity, /rev2/);
    assert.ok(text.includes('6201'));
  });
});

test('where public directories send people, nobody is told of Pro', async () => {
  const there = await agentAt(service, { path: '/mcp/data', account: free.account });
  const before = { cui: giant };
  for (const [tool, input] of [
    ['assess_company_solvency', before],
    ['get_company_financials', before],
    ['analyze_procurement', { cui: cuiOf('cityHall') }],
    ['list_contracts', { cui: cuiOf('cityHall') }],
    ['analyze_market', { cpv: '45' }],
    ['list_tender_documents', { notice }],
    ['get_contract', { contract: showcaseProcurement.contract }],
    ['list_supplier_reports', before],
  ] as const) {
    const [offered, plain] = await Promise.all([free.call(tool, { ...input }), there.call(tool, { ...input })]);
    const [output, left] = [offered, plain].map(({ isError, content, structuredContent }) =>
      isError ? String(content[0]?.text) : JSON.stringify(structuredContent.notes),
    );
    assert.match(output ?? '', /Pro\b/, tool);
    assert.doesNotMatch((left ?? '').replace('PRO_REQUIRED', ''), /\bPro\b|subscription|checkout/i, tool);
    assert.match(left ?? '', /public part/, tool);
    const dataOf = ({ structuredContent }: Told): Told => ({ ...structuredContent, url: '', notes: [] });
    assert.equal(
      JSON.stringify(dataOf(plain)).replaceAll(/"(nextCursor|url)":"[^"]*"/g, ''),
      JSON.stringify(dataOf(offered)).replaceAll(/"(nextCursor|url)":"[^"]*"/g, ''),
      `${tool} tells the same data at both places`,
    );
  }
});

test('nor do the descriptions there speak of it, nor a refusal of arguments', async () => {
  const there = await agentAt(service, { path: '/mcp/data', account: free.account });
  const listed = await (await there.post('tools/list')).text();
  assert.match(listed, /look_up_companies.*accounts with full access/);
  assert.doesNotMatch(listed, /\bPro\b/);
  const cuis = Array.from({ length: 21 }, () => giant);
  const { isError, content } = await there.call('look_up_companies', { cuis });
  assert.equal(isError, true);
  assert.match(content[0]?.text ?? '', /^INVALID_ARGUMENT: .*at most 20/);
  assert.doesNotMatch(content[0]?.text ?? '', /\bPro\b/);
  await ask('look_up_companies', { cuis: cuis.slice(1) }, there);
});

test('what is said to only read writes nothing', async () => {
  const { state, live, documents } = service.store;
  // What is counted of every visit, and when an app was last heard of, is no effect of the tool.
  const own = new Set(['usage_count', 'person_read', 'oauth_record', 'agent_call']);
  const stored = async (): Promise<string> => {
    const all = [];
    for (const [name, db] of Object.entries({ state, live, documents }))
      for (const table of await tablesOf(db))
        if (!own.has(table)) all.push(`${name} ${table} ${await rowsOf(db, table)}`);
    return all.join('\n');
  };
  const questions: [string, Input][] = [
    ['search', { query: 'zimbrul' }],
    ['fetch', { id: `company:${giant}` }],
    ['get_company', { cui: giant, include: ['vat', 'directors', 'timeline', 'decisions', 'procurement', 'rankings'] }],
    ['get_company_financials', { cui: giant }],
    ['assess_company_solvency', { cui: giant }],
    ['get_company_network', { cui: giant }],
    ['look_up_companies', { cuis: [giant] }],
    ['get_market_statistics', {}],
    ['get_tender', { notice }],
    ['list_contracts', { cui: giant }],
    ['analyze_market', { cpv: '45' }],
    ['get_exchange_rates', {}],
    ['search_press', { query: 'termen' }],
    ['get_account_status', {}],
  ];
  for (const [tool, input] of questions) await ask(tool, input);
  // The warmer notes every few seconds who was asked for.
  const noted = 'select 1 as found from fiscal_observation where cui = $1 and asked_at is not null';
  await until('it is noted as asked for', async () => (await live.one(noted, [Number(giant)])) !== null);
  const before = await stored();
  for (const [tool, input] of questions) await ask(tool, input);
  assert.equal(await stored(), before);
});

async function tablesOf(db: Database): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    db.engine === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name"
      : 'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  );
  return rows.map(({ name }) => name);
}

const rowsOf = async (db: Database, table: string): Promise<string> =>
  JSON.stringify(await db.all(`select * from ${table} limit 3000`));
