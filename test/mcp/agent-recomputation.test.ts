/** Answers of tools, verified against the database, the API and the cited pages. */
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

// biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape.
type Answer = any;
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

const ask = async (tool: string, input: Input, agent = pro): Promise<Answer> => {
  const { isError, structuredContent, content } = await agent.call(tool, input);
  assert.ok(!isError, `${tool} ${JSON.stringify(input)}: ${content[0]?.text}`);
  return structuredContent;
};
const get = (path: string) => rest(service.origin, path);

async function whole(tool: string, input: Input, list: string): Promise<Answer[]> {
  const rows: Answer[] = [];
  let cursor: string | null = null;
  do {
    const result: Answer = await ask(tool, { ...input, ...(cursor !== null && { cursor }) });
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
  const yearsOf = ({ years }: Answer): number[] => years.map(({ year }: { year: number }) => year);

  test('`toYear` alone returns eight years; missing years start with the registration of the company', async () => {
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

  test('a distant `fromYear` returns the last eight years with a note on the omitted ones', async () => {
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
  /** Releases with words that start with these. */
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

  test('a search returns and counts every release with the words, regardless of their endings', async () => {
    const expected = await having('contribuabil');
    assert.ok(expected.length > 50, 'more hits than the search over all data returns');
    for (const form of ['contribuabil', 'contribuabili', 'contribuabililor', 'CONTRIBUABILUL'])
      assert.deepEqual(await idsOf(form), expected, form);
    assert.equal((await ask('search_press', { query: 'contribuabili' })).total, expected.length);
    const both = await having('contribuabil', 'declar');
    assert.deepEqual(await idsOf('declarațiile contribuabililor'), both);
    assert.ok(both.length > 0 && both.length < expected.length);
  });

  test('the list equals that of the API', async () => {
    const { data, meta } = await get(`/api/press-articles?q=${encodeURIComponent('termenele')}&limit=200`);
    assert.deepEqual(
      data.map(({ slug }: { slug: string }) => `press:${slug}`),
      await idsOf('termenelor'),
    );
    assert.equal(meta.page.total, data.length);
    assert.ok(data.length > 0);
  });
});

test('search hits in documents equal those of the API', async () => {
  const hits = await whole('search_tender_documents', { notice, query: 'termen de livrare', limit: 3 }, 'hits');
  const data: Answer[] = [];
  for (let next = `/api/sicap/procedure/${notice}/search?q=termen+de+livrare&limit=50`; next !== null; ) {
    const answer = await get(next);
    data.push(...answer.data);
    next = answer.meta.page.next;
  }
  assertShown(hits, data, ['url']);
  assert.equal(hits.length, data.length);
});

test('a list of companies respects its limit and continues by cursor', async () => {
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

describe('the cited page', () => {
  const pageOf = async (tool: string, input: Input): Promise<{ text: string; result: Answer }> => {
    const result = await ask(tool, input);
    const response = await fetch(result.url);
    assert.equal(response.status, 200, result.url);
    return { result, text: await response.text() };
  };

  test('shows the requested ranking', async () => {
    const { result, text } = await pageOf('get_rankings', { metric: 'employees', county: 'Cluj', year: 2023 });
    for (const { name } of result.companies) assert.ok(text.includes(name.replaceAll('&', '&amp;')), name);
    assert.match(text, /2023/);
  });

  test('shows open and closed tenders when both were requested', async () => {
    const { result, text } = await pageOf('search_tenders', { dateTo: '2024-12-31', sort: 'value', limit: 5 });
    for (const { notice } of result.tenders) assert.ok(text.includes(notice), notice);
  });

  test('shows the accounts of the requested treasury', async () => {
    const { result, text } = await pageOf('find_treasury_account', { query: 'tva', treasury: '216' });
    assert.ok(result.accounts.length > 0);
    for (const { iban } of result.accounts) assert.ok(text.includes(iban), iban);
    const visible = new Set(text.match(/\bRO\d{2}TREZ\d{3}/g)?.map((iban) => iban.slice(-3)));
    assert.deepEqual([...visible], ['216']);
  });

  test('exists for a code of the earlier revision only', async () => {
    const { result, text } = await pageOf('get_market_statistics', { caen: '6201' });
    assert.match(result.activity, /rev2/);
    assert.ok(text.includes('6201'));
  });
});

test('the connector for public directories never mentions Pro in answers', async () => {
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
    const dataOf = ({ structuredContent }: Answer): Answer => ({ ...structuredContent, url: '', notes: [] });
    assert.equal(
      JSON.stringify(dataOf(plain)).replaceAll(/"(nextCursor|url)":"[^"]*"/g, ''),
      JSON.stringify(dataOf(offered)).replaceAll(/"(nextCursor|url)":"[^"]*"/g, ''),
      `${tool} returns the same data at both addresses`,
    );
  }
});

test('the connector for public directories mentions Pro in no description and no error of arguments', async () => {
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

test('read-only tools write nothing', async () => {
  const { state, live, documents } = service.store;
  // Usage counts of each request and the last use of an app are no effect of the tool.
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
  // The warmer records requested companies every few seconds.
  const noted = 'select 1 as found from fiscal_observation where cui = $1 and asked_at is not null';
  await until('the request is recorded', async () => (await live.one(noted, [Number(giant)])) !== null);
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
