/** Tools for companies, people, search and reference data, against the demo country. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcase, showcasePerson } from '#demo-country/showcase.ts';
import { agentAt, type TestAgent } from '#test/support/agent-kit.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { pageThrough } from '#test/support/page-walk.ts';
import { sampled } from '#test/support/tier.ts';

type Input = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, and the tests read its fields.
type Answer = any;

const giant = cuiOf('giant');
const strange = '90000015';

let service: DemoService;
let free: TestAgent;
let pro: TestAgent;

before(async () => {
  service = await demoService(null, 300, runningClock());
  free = await agentAt(service);
  pro = await agentAt(service, { pro: true });
});
after(() => service.close());

const ask = async (agent: TestAgent, tool: string, input: Input): Promise<Answer> => {
  const { isError, structuredContent, content } = await agent.call(tool, input);
  assert.ok(!isError, `${tool} ${JSON.stringify(input)}: ${content[0]?.text}`);
  return structuredContent;
};

const refusal = async (agent: TestAgent, tool: string, input: Input): Promise<string> => {
  const { isError, content } = await agent.call(tool, input);
  assert.equal(isError, true, `${tool} ${JSON.stringify(input)} was answered: ${content[0]?.text.slice(0, 200)}`);
  return content[0]?.text ?? '';
};

/** Every row of a list, by the cursors of its answers. */
async function toTheEnd(
  agent: TestAgent,
  tool: string,
  input: Input,
  rowsOf: (reported: Answer) => Answer,
): Promise<Answer[]> {
  const rows: Answer[] = [];
  let cursor: string | undefined;
  for (let calls = 0; ; calls++) {
    assert.ok(calls < 200, `${tool} never ends`);
    const reported = await ask(agent, tool, { ...input, ...(cursor !== undefined && { cursor }) });
    const { list, nextCursor, truncated } = rowsOf(reported);
    rows.push(...list);
    assert.equal(truncated, nextCursor !== null);
    if (nextCursor === null) return rows;
    assert.ok(list.length > 0);
    cursor = nextCursor;
  }
}

const inList = (name: string) => (reported: Answer) => ({ ...reported, list: reported[name] });

test('the error of a wrong argument names it, its rule and the next step', async () => {
  const wrong: [tool: string, input: Input, says: RegExp][] = [
    ['get_company', {}, /cui.*`search` first/],
    ['get_company', { cui: 'ZIMBRUL AURIU' }, /cui/],
    ['get_company', { cui: giant, include: ['everything'] }, /include.*vat, directors/],
    ['get_company', { cui: giant, date: '2024-02-31' }, /date/],
    ['get_company', { cui: giant, fiels: 1 }, /fiels/],
    ['get_company', { cui: giant, include: ['vat'], cursor: 'MQ.x' }, /vat/],
    ['get_company', { cui: giant, include: ['timeline', 'caen'], cursor: 'MQ.x' }, /include/],
    ['get_company_financials', { cui: giant, fromYear: 2003, toYear: 2024 }, /8 years/],
    ['get_company_network', { cui: giant, depth: 3 }, /depth/],
    ['get_person', { id: 'Popescu Ion' }, /`search`/],
    ['look_up_companies', { cuis: [] }, /cuis/],
    ['look_up_companies', { cuis: Array.from({ length: 51 }, () => giant) }, /cuis/],
    ['look_up_companies', { cuis: [giant], fields: ['password'] }, /fields/],
    ['list_companies', {}, /county/],
    ['get_rankings', { metric: 'beauty' }, /metric.*turnover, profit/],
    ['get_rankings', { county: 'cluj', caen: '4711' }, /not both/],
    ['get_market_statistics', { caen: '47' }, /caen/],
    ['get_exchange_rates', { currencies: ['ABC'] }, /quotes: AED/],
    ['get_exchange_rate_history', { currency: 'euro' }, /currency/],
    ['get_exchange_rate_history', { currency: 'XYZ' }, /quotes: AED/],
    ['convert_currency', { amount: -1, from: 'EUR', to: 'RON' }, /amount/],
    ['convert_currency', { amount: 0.000_000_01, from: 'EUR', to: 'RON' }, /amount/],
    ['convert_currency', { from: 'EUR', to: 'RON', date: '2099-01-01' }, /day/],
    ['convert_currency', { from: 'ABC', to: 'RON' }, /not quote ABC\. It quotes: AED/],
    ['find_caen_code', { query: '' }, /query/],
    ['find_treasury_account', { query: 'tva', treasury: 'Cluj' }, /treasury/],
    ['search', { query: 'x'.repeat(5_000) }, /query/],
    ['search', { query: 'x', kinds: ['boats'] }, /kinds/],
    ['fetch', { id: giant }, /company:90000014/],
  ];
  for (const [tool, input, says] of wrong) {
    const text = await refusal(pro, tool, input);
    assert.match(text, /^INVALID_ARGUMENT: /, tool);
    assert.match(text, says, `${tool} ${JSON.stringify(input)}`);
  }
});

test('unknown records are NOT_FOUND with a hint at `search`, and searches without hits are empty', async () => {
  const missing: [tool: string, input: Input][] = [
    ['get_company', { cui: strange }],
    ['get_company_financials', { cui: strange }],
    ['assess_company_solvency', { cui: strange }],
    ['list_related_companies', { cui: strange }],
    ['get_company_network', { cui: strange }],
    ['get_person', { id: 'pAAAAAAAAAAAAAAAAAAAAA' }],
    ['list_companies', { county: 'Atlantida' }],
    ['get_market_statistics', { caen: '9998' }],
    ['find_caen_code', { query: '9998' }],
    ['fetch', { id: `company:${strange}` }],
    ['fetch', { id: 'notice:CN9999999' }],
    ['fetch', { id: 'contract:no such number' }],
    ['fetch', { id: 'decision:2020-1-000000000000' }],
    ['fetch', { id: 'press:no-such-release' }],
    ['fetch', { id: 'caen:9998' }],
  ];
  for (const [tool, input] of missing) {
    const text = await refusal(pro, tool, input);
    assert.match(text, /^NOT_FOUND: .*`search` first/, `${tool} ${JSON.stringify(input)}`);
  }
  assert.deepEqual((await ask(pro, 'search', { query: 'qqqzzz' })).results, []);
  assert.deepEqual((await ask(pro, 'find_treasury_account', { query: 'qqqzzz' })).accounts, []);
});

test('numbers as fiscal codes and texts as years are accepted, as models write them', async () => {
  const { company } = await ask(free, 'get_company', { cui: Number(giant) });
  assert.equal(company.cui, giant);
  assert.equal((await ask(free, 'get_company', { cui: `RO${giant}`, include: null })).company.name, company.name);
  const { years } = await ask(free, 'get_company_financials', { cui: `ro${giant}`, fromYear: '2023', toYear: '2024' });
  assert.deepEqual(
    years.map(({ year }: Answer) => year),
    [2024, 2023],
  );
  const { result } = await ask(free, 'convert_currency', { amount: '10', from: 'RON', to: 'RON' });
  assert.equal(result, 10);
  assert.equal((await ask(free, 'convert_currency', { amount: 10, from: 'lei', to: 'RON' })).result, 10);
});

test('an account without Pro gets a preview with a note on what Pro adds to the tool', async () => {
  const [preview, whole] = [
    await ask(free, 'assess_company_solvency', { cui: giant }),
    await ask(pro, 'assess_company_solvency', { cui: giant }),
  ];
  assert.deepEqual([preview.verdict, preview.score], [whole.verdict, whole.score]);
  for (const hidden of ['assumptions', 'notChecked', 'ratios', 'history']) {
    assert.equal(preview[hidden], null, hidden);
    assert.ok(whole[hidden].length > 0, hidden);
  }
  assert.match(preview.notes.join(), /With Pro: the ratios.*hidden, not unknown/);
  assert.doesNotMatch(whole.notes.join(), /Pro/);

  const [plain, rich] = [
    await ask(free, 'get_company_financials', { cui: giant }),
    await ask(pro, 'get_company_financials', { cui: giant }),
  ];
  assert.deepEqual(plain.years, rich.years);
  assert.equal(plain.ratios, null);
  assert.ok(rich.ratios.length > 10);
  assert.match(plain.notes.join(), /With Pro: financial ratios/);
  assert.doesNotMatch(rich.notes.join(), /Pro/);

  const busy = { cui: cuiOf('busiestOfficer') };
  const [few, many] = [await ask(free, 'get_company_network', busy), await ask(pro, 'get_company_network', busy)];
  assert.ok(many.roles.length > few.roles.length && many.nodes === few.nodes && few.nodes > 10);
  assert.deepEqual([few.truncated, few.nextCursor, few.total], [true, null, null]);
  assert.match(few.notes.join(), new RegExp(`first ten of ${few.nodes} .* With Pro: .*list_related_companies`));
  const small = await ask(free, 'get_company_network', { cui: giant });
  assert.equal(small.truncated, false);
  assert.doesNotMatch(small.notes.join(), /Pro/, 'a complete preview does not mention Pro');

  const names = { query: 'popescu', kinds: ['person'] };
  const [five, all] = [await ask(free, 'search', names), await ask(pro, 'search', names)];
  assert.equal(five.results.length, 5);
  assert.ok(all.results.length > 5);
  assert.match(five.notes.join(), /first five.*With Pro/);
  const everywhere = await ask(free, 'search', { query: 'popescu', limit: 20 });
  assert.ok(everywhere.results.filter(({ kind }: Answer) => kind === 'person').length <= 5);
  assert.match(everywhere.notes.join(), /first five/);
});

test('the error of a Pro-only tool speaks of the account, not of API keys', async () => {
  const [{ id: contract }] = (await service.get(`/api/seap/company/${cuiOf('stateSupplier')}/contracts`)).body.data;
  for (const [tool, input] of [
    ['get_rankings', { metric: 'growth' }],
    ['fetch', { id: `contract:${contract}` }],
  ] as [string, Input][]) {
    const text = await refusal(free, tool, input);
    assert.match(text, /^PRO_REQUIRED: .*account.*tell the person/);
    assert.doesNotMatch(text, /key/);
    await ask(pro, tool, input);
  }
  const cuis = showcase.slice(0, 21).map(({ cui }) => cui);
  assert.match(await refusal(free, 'look_up_companies', { cuis }), /^INVALID_ARGUMENT: .*20/);
  assert.equal((await ask(pro, 'look_up_companies', { cuis })).total, 21);
});

test('a default answer takes at most 8 KB, and a profile with every part at most 16 KB', async () => {
  const everything = ['vat', 'directors', 'caen', 'rankings', 'timeline', 'decisions', 'procurement'];
  const size = async (tool: string, input: Input): Promise<number> =>
    Buffer.byteLength(JSON.stringify(await ask(pro, tool, input)));
  let [usual, most] = [0, 0];
  for (const { cui } of sampled(showcase, 5)) {
    usual = Math.max(
      usual,
      await size('get_company', { cui }),
      await size('get_company_financials', { cui }),
      await size('get_company_financials', { cui, fromYear: 1990 }),
      await size('assess_company_solvency', { cui }),
      await size('list_related_companies', { cui }),
      await size('get_company_network', { cui }),
      await size('fetch', { id: `company:${cui}` }),
    );
    most = Math.max(most, await size('get_company', { cui, include: everything }));
  }
  for (const [tool, input] of [
    ['search', { query: 'construct', limit: 20 }],
    ['list_companies', { county: 'bucuresti', status: 'all' }],
    ['get_rankings', {}],
    ['get_market_statistics', {}],
    ['get_exchange_rates', {}],
    ['find_caen_code', { query: 'comert' }],
    ['find_treasury_account', { query: 'bucuresti' }],
    ['search_press', {}],
    ['look_up_companies', { cuis: showcase.slice(0, 50).map(({ cui }) => cui) }],
  ] as [string, Input][])
    usual = Math.max(usual, await size(tool, input));
  assert.ok(usual <= 8_192, `${usual} bytes`);
  assert.ok(most <= 16_384, `${most} bytes with everything included`);
});

test('paging a list returns each row once, in the order of the API', async () => {
  const cuisOf = (rows: Answer[]) => rows.map(({ cui, name }) => cui ?? name);
  const county = await toTheEnd(free, 'list_companies', { county: 'bucuresti', status: 'all' }, inList('companies'));
  assert.ok(county.length > 60);
  assert.deepEqual(cuisOf(county), cuisOf(await pageThrough(service, '/api/firme/bucuresti', 50)));

  const crowded = cuiOf('crowdedAddress');
  const related = await toTheEnd(free, 'list_related_companies', { cui: crowded }, inList('companies'));
  assert.ok(related.length > 20);
  assert.deepEqual(cuisOf(related), cuisOf(await pageThrough(service, `/api/company/${crowded}/related`, 50)));

  const q = encodeURIComponent(showcasePerson.name);
  const [{ id }] = (await service.get(`/api/search/people?q=${q}`)).body.data;
  const held = await toTheEnd(free, 'get_person', { id }, inList('companies'));
  assert.ok(held.length > 20);
  assert.deepEqual(cuisOf(held), cuisOf(await pageThrough(service, `/api/person/${id}/companies`, 50)));

  const ranked = await toTheEnd(free, 'get_rankings', {}, inList('companies'));
  assert.deepEqual(cuisOf(ranked), cuisOf(await pageThrough(service, '/api/statistica/top-companies', 50)));

  const codes = await toTheEnd(free, 'find_caen_code', { query: 'comert' }, inList('classes'));
  const classes = (await service.get('/api/caen?q=comert')).body.data;
  assert.ok(codes.length > 30);
  assert.deepEqual(
    codes.map(({ code }) => code),
    classes.map(({ code }: Answer) => code),
  );

  const cuis = showcase.slice(0, 40).map(({ cui }) => cui);
  const looked = await toTheEnd(pro, 'look_up_companies', { cuis }, inList('companies'));
  assert.deepEqual(
    looked.map(({ input }) => input),
    cuis,
  );
});

test('list parts of a profile page to their end by their own cursors', async () => {
  const part = (name: string, list: string) => (reported: Answer) => ({
    ...reported[name],
    list: reported[name][list],
  });
  const happened = await toTheEnd(
    free,
    'get_company',
    { cui: giant, include: ['timeline'] },
    part('timeline', 'events'),
  );
  const events = (await service.get(`/api/company/${giant}/timeline?limit=200`)).body.data;
  assert.ok(events.length > 20);
  assert.deepEqual(
    happened.map(({ date, title }) => [date, title]),
    events.map(({ date, title }: Answer) => [date, title]),
  );
  const activities = await toTheEnd(free, 'get_company', { cui: giant, include: ['caen'] }, part('caen', 'activities'));
  assert.deepEqual(activities, (await service.get(`/api/company/${giant}`)).body.data.activities);
});

test('a forged cursor and a cursor of another query are refused', async () => {
  const first = await ask(free, 'list_companies', { county: 'bucuresti', status: 'all' });
  const { nextCursor } = first;
  const forged = `${Buffer.from('40 ').toString('base64url')}.${nextCursor.split('.')[1]}`;
  for (const [tool, input] of [
    ['list_companies', { county: 'bucuresti', status: 'all', cursor: forged }],
    ['list_companies', { county: 'cluj', status: 'all', cursor: nextCursor }],
    ['get_rankings', { cursor: nextCursor }],
    ['get_company', { cui: giant, include: ['timeline'], cursor: nextCursor }],
    ['fetch', { id: `company:${giant}`, cursor: nextCursor }],
  ] as [string, Input][])
    assert.match(await refusal(free, tool, input), /^INVALID_ARGUMENT: /);
});

test('every answer cites an existing page and its sources and notes that the demo is not real data', async () => {
  const calls: [string, Input][] = [
    ['search', { query: 'zimbrul auriu' }],
    ['fetch', { id: `company:${giant}` }],
    ['get_company', { cui: `RO${giant}` }],
    ['get_company_financials', { cui: `RO${giant}` }],
    ['assess_company_solvency', { cui: giant }],
    ['list_related_companies', { cui: giant }],
    ['get_company_network', { cui: giant }],
    ['list_companies', { county: 'CJ' }],
    ['list_companies', { county: 'Cluj', city: 'Cluj-Napoca' }],
    ['get_rankings', {}],
    ['get_market_statistics', { caen: '4711' }],
    ['get_exchange_rates', {}],
    ['find_caen_code', { query: 'software' }],
    ['find_treasury_account', { query: 'tva cluj' }],
    ['search_press', {}],
  ];
  for (const [tool, input] of calls) {
    const reported = await ask(free, tool, input);
    assert.ok(reported.url.startsWith(`${service.origin}/en`), reported.url);
    assert.equal((await fetch(reported.url)).status, 200, `${tool}: ${reported.url}`);
    assert.ok(reported.sources.length > 0, tool);
    assert.match(reported.notes.join(), /not real data/, tool);
    const names = new Set(namesIn(reported));
    for (const inside of ['meta', 'requestId', 'generation', 'cached', 'cachedAt', 'freshUntil', 'cite', 'dataset'])
      assert.ok(!names.has(inside), `${tool} exposes ${inside}`);
  }
});

test('the pages of search hits exist, and `fetch` returns each record with the same page', async () => {
  const { results } = await ask(pro, 'search', { query: 'lucrari', limit: 20 });
  const found = [...results, ...(await ask(pro, 'search', { query: 'zimbrul', limit: 20 })).results];
  const kinds = new Set(found.map(({ kind }) => kind));
  assert.ok(kinds.size >= 4, [...kinds].join());
  for (const { url, id, title } of found) {
    assert.equal((await fetch(url)).status, 200, url);
    const record = await ask(pro, 'fetch', { id });
    assert.ok(record.text.length > 0 && record.title.length > 0, title);
    assert.equal(record.url, url, 'the record cites the page of the hit');
  }
});

test('the text windows of a long record join to the whole text without repeated lines', async () => {
  const stretches: string[] = [];
  let cursor: string | undefined;
  const id = `company:${cuiOf('crowdedAddress')}`;
  do {
    const reported = await ask(pro, 'fetch', { id, ...(cursor !== undefined && { cursor }) });
    stretches.push(reported.text);
    cursor = reported.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const lines = stretches.join('').split('\n');
  assert.equal(new Set(lines).size, lines.length, 'no line is repeated');
  const { data } = (await service.get(`/api/company/${cuiOf('crowdedAddress')}`)).body;
  assert.ok(lines.includes(`name: ${data.name}`));
  assert.ok(lines.includes(`activities ${data.activities.length}.code: ${data.activities.at(-1).code}`));
});

test('older years are returned on request, and years without a balance sheet are listed as missing', async () => {
  const { years, missingYears } = await ask(pro, 'get_company_financials', {
    cui: giant,
    fromYear: 2013,
    toYear: 2018,
  });
  const reported = years.map(({ year }: Answer) => year);
  assert.deepEqual([...reported, ...missingYears].toSorted(), [2013, 2014, 2015, 2016, 2017, 2018]);
  for (const { year, turnover } of years) {
    const { data } = (await service.get(`/api/company/${giant}/balance/${year}`)).body;
    assert.equal(turnover, data.summary.turnover);
  }
});

test('a company name with markup is returned verbatim in its field', async () => {
  const cui = cuiOf('hostileName');
  const { company } = await ask(free, 'get_company', { cui });
  assert.equal(company.name, (await service.get(`/api/company/${cui}`)).body.data.name);
  assert.match(company.name, /<script>/);
});

test('answers are in the language of the request', async () => {
  const response = await free.post(
    'tools/call',
    { name: 'assess_company_solvency', arguments: { cui: giant } },
    { 'accept-language': 'ro' },
  );
  const { result } = (await response.json()) as { result: { structuredContent: Answer } };
  assert.match(result.structuredContent.notes.join(), /Cu Pro: indicatorii/);
  assert.equal(result.structuredContent.url, `${service.origin}/firma/${giant}`);
});

/** Names of fields at every depth. */
const namesIn = (value: Answer): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inside]) => [name, ...namesIn(inside)]);
