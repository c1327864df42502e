/** Every field of a tool’s answer equals the field of the API, on both engines. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcasePerson } from '#demo-country/showcase.ts';
import { agentAt, type TestAgent } from '#test/support/agent-kit.ts';
import { assertSameValues, type Pointers } from '#test/support/agent-pointers.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';

const giant = cuiOf('giant');
const supplier = cuiOf('stateSupplier');
const insolvent = cuiOf('insolvent');

const company: Pointers = {
  '/company': '/data',
  '/company/statusLabel': '/data/onrcStatusLabel',
  '/company/locality': '/data/headquartersAddress/locality',
  '/company/county': '/data/headquartersAddress/county',
  '/company/taxDebt': '/data/datoriiAnaf/total',
  '/company/taxDebtAsOf': '/data/datoriiAnafAsOf',
  '/company/taxDebtListed': '/data/datoriiAnafListed',
};

const page: Pointers = { '/total': '/meta/page/total' };
const rows = (name: string): Pointers => ({ [`/${name}/*`]: '/data/*', [`/${name}/*/url`]: null, ...page });
const related: Pointers = { ...rows('companies'), '/companies/*/ties': null, '/omitted': '/meta/omitted' };
const ownPage = (name: string): Pointers => ({
  [`/${name}/total`]: '/meta/page/total',
  [`/${name}/truncated`]: null,
  [`/${name}/nextCursor`]: null,
});

interface Role {
  holder: { name: string };
  role: string;
  percent: number | null;
  company: { name: string };
}

interface Question {
  tool: string;
  input: Record<string, unknown>;
  api: string;
  pointers: Pointers;
}

const figures: Pointers = {
  '/cui': '/data/0/cui',
  '/name': '/data/0/companyName',
  '/years/*': '/data/*/summary',
  ...Object.fromEntries(
    ['year', 'eurRate', 'caenCode', 'caenRevision'].map((name) => [`/years/*/${name}`, `/data/*/${name}`]),
  ),
  '/years/*/warnings': null,
  '/missingYears': '/meta/financialsMissingYears',
  '/ratiosYear': null,
  '/ratios': null,
};

const score: Pointers = {
  '/year': '/data/year',
  '/ageMonths': '/data/ageMonths',
  '/verdict': '/data/verdict/code',
  '/verdictLabel': '/data/verdict/label',
  '/reasons/*': '/data/verdict/reasons/*/label',
  '/flags/*': '/data/flags/*/label',
  '/score': '/data/altman',
  '/score/distressBelow': '/data/altman/thresholds/distressBelow',
  '/score/safeAbove': '/data/altman/thresholds/safeAbove',
  '/assumptions/*': '/data/altman/assumptions/*/label',
  '/notChecked/*': '/data/notChecked/*/label',
  '/ratios/*': '/data/ratios/*',
  '/ratios/*/peers': '/data/ratios/*/peers/label',
  '/history/*': '/data/history/*',
};

const questions: Question[] = [
  { tool: 'get_company', input: { cui: giant, include: [] }, api: `/api/company/${giant}`, pointers: company },
  {
    tool: 'get_company',
    input: { cui: giant, include: [], date: '2024-06-30' },
    api: `/api/company/${giant}?date=2024-06-30`,
    pointers: { ...company, '/onDate': '/data/onDate' },
  },
  {
    tool: 'get_company',
    input: { cui: giant, include: ['vat', 'caen'] },
    api: `/api/company/${giant}`,
    pointers: {
      ...company,
      '/vat': '/data',
      '/vat/registered': '/data/vatRegistered',
      '/vat/periods/*': '/data/vatPeriods/*',
      '/caen/activities/*': '/data/activities/*',
      '/caen/total': null,
      '/caen/truncated': null,
      '/caen/nextCursor': null,
    },
  },
  {
    tool: 'get_company',
    input: { cui: giant, include: ['rankings'] },
    api: `/api/company/${giant}/leaderboard`,
    pointers: {
      '/company': null,
      '/rankings': '/data',
      '/rankings/positions/*/among': '/data/positions/*/slice/label',
      // In English here: the test of the tools covers it.
      '/rankings/positions/*/metric': null,
    },
  },
  {
    tool: 'get_company',
    input: { cui: giant, include: ['timeline'] },
    api: `/api/company/${giant}/timeline?limit=10`,
    pointers: {
      '/company': null,
      ...ownPage('timeline'),
      '/timeline/events/*': '/data/*',
      '/timeline/events/*/exact': null,
      '/timeline/events/*/decision': null,
    },
  },
  {
    tool: 'get_company',
    input: { cui: giant, include: ['decisions'] },
    api: `/api/company/${giant}/decisions?limit=10`,
    pointers: {
      '/company': null,
      ...ownPage('decisions'),
      '/decisions/decisions/*': '/data/*',
      '/decisions/decisions/*/date': '/data/*/issue/date',
      '/decisions/decisions/*/id': null,
      '/decisions/decisions/*/url': null,
    },
  },
  {
    tool: 'get_company',
    input: { cui: supplier, include: ['procurement'] },
    api: `/api/company/${supplier}/seap`,
    pointers: { '/company': null, '/procurement': '/data' },
  },
  { tool: 'get_company_financials', input: { cui: giant }, api: `/api/company/${giant}/financials`, pointers: figures },
  { tool: 'assess_company_solvency', input: { cui: giant }, api: `/api/company/${giant}/health`, pointers: score },
  {
    tool: 'list_related_companies',
    input: { cui: giant },
    api: `/api/company/${giant}/related`,
    pointers: related,
  },
  {
    tool: 'list_related_companies',
    input: { cui: insolvent, kind: 'insolvencyPractitioner' },
    api: `/api/company/${insolvent}/related?kind=insolvencyPractitioner`,
    pointers: related,
  },
  {
    tool: 'list_related_companies',
    input: { cui: insolvent },
    api: `/api/company/${insolvent}/related`,
    pointers: related,
  },
  {
    tool: 'list_companies',
    input: { county: 'CJ', status: 'all' },
    api: '/api/firme/cluj?limit=50',
    pointers: rows('companies'),
  },
  {
    tool: 'list_companies',
    input: { county: 'Cluj', city: 'Cluj-Napoca', caen: '6210' },
    api: '/api/firme/cluj/cluj-napoca?caen=6210&caenRevision=3&status=active',
    pointers: rows('companies'),
  },
  {
    tool: 'get_rankings',
    input: { metric: 'employees', county: 'Cluj', year: 2024 },
    api: '/api/statistica/top-companies?metric=angajati&slice=judet&value=cluj&year=2024&limit=50',
    pointers: { ...rows('companies'), '/year': '/data/0/year', '/formula': null },
  },
  {
    tool: 'get_rankings',
    input: { metric: 'growth' },
    api: '/api/statistica/advanced-rankings',
    pointers: {
      '/year': '/data/year',
      '/formula': '/data/rankings/0/formula',
      '/companies/*': '/data/rankings/0/rows/*',
      '/companies/*/url': null,
      '/total': null,
    },
  },
  {
    tool: 'get_market_statistics',
    input: {},
    api: '/api/statistica',
    pointers: {
      '/activity': null,
      '/companies': '/data/companies/total',
      '/active': '/data/companies/active',
      '/byYear/*': '/data/years/*',
      ...Object.fromEntries(
        ['turnover', 'profit', 'employees'].map((name) => [`/byYear/*/${name}`, `/data/years/*/${name}/sum`]),
      ),
      '/byYear/*/growth': '/data/years/*/growth/turnover',
      '/counties/*': '/data/companies/byCounty/*',
      '/counties/*/name': '/data/companies/byCounty/*/label',
      '/counties/*/turnover': null,
      '/legalForms/*': '/data/companies/byLegalForm/*',
      '/legalForms/*/label': null,
      '/leaders': null,
    },
  },
  {
    tool: 'get_market_statistics',
    input: { caen: '4711' },
    api: '/api/caen/4711/hub',
    pointers: {
      '/activity': null,
      '/companies': '/data/companies/total',
      '/active': '/data/companies/active',
      '/byYear/*': '/data/byYear/*',
      ...Object.fromEntries(
        ['turnover', 'profit', 'employees'].map((name) => [`/byYear/*/${name}`, `/data/byYear/*/${name}/sum`]),
      ),
      '/byYear/*/growth': '/data/byYear/*/growth/turnover',
      '/counties/*': '/data/counties/*',
      '/counties/*/active': null,
      '/legalForms': null,
      '/leaders/*': '/data/topCompanies/*',
    },
  },
  {
    tool: 'get_exchange_rates',
    input: {},
    api: '/api/rates',
    pointers: { '/date': '/data/date', '/rates/*': '/data/rates/*' },
  },
  {
    tool: 'convert_currency',
    input: { amount: 1250.5, from: 'eur', to: 'HUF', date: '2026-03-08' },
    api: '/api/rates/convert?from=EUR&to=HUF&amount=1250.5&date=2026-03-08',
    pointers: Object.fromEntries(
      ['from', 'to', 'amount', 'rate', 'result', 'requestedDate', 'effectiveDate'].map((name) => [
        `/${name}`,
        `/data/${name}`,
      ]),
    ),
  },
  {
    tool: 'find_caen_code',
    input: { query: 'software' },
    api: '/api/caen?q=software',
    pointers: {
      '/total': null,
      '/classes/*': '/data/*',
      '/classes/*/titleRo': '/data/*/titles/ro',
      '/classes/*/titleEn': '/data/*/titles/en',
      '/classes/*/section': '/data/*/section/code',
      '/classes/*/sectionTitle': '/data/*/section/titles/ro',
      '/classes/*/url': null,
    },
  },
  {
    tool: 'find_treasury_account',
    input: { query: 'tva cluj' },
    api: '/api/iban?q=tva%20cluj',
    pointers: {
      '/total': null,
      '/accounts/*': '/data/*',
      '/accounts/*/treasury': '/data/*/treasury/name',
      '/accounts/*/treasuryCode': '/data/*/treasury/code',
      '/accounts/*/locality': '/data/*/treasury/locality',
      '/accounts/*/county': '/data/*/treasury/county',
    },
  },
];

onBothEngines((engine) => {
  let service: DemoService;
  let agent: TestAgent;
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl, 300, runningClock());
    agent = await agentAt(service, { pro: true });
  });
  after(() => service.close());

  const result = async (tool: string, input: Record<string, unknown>) => {
    const { isError, structuredContent, content } = await agent.call(tool, input);
    assert.ok(!isError, content[0]?.text ?? tool);
    assert.deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
    return structuredContent;
  };

  for (const { tool, input, api, pointers } of questions)
    test(`${tool} ${JSON.stringify(input)} equals ${api}`, async () => {
      const answer = await result(tool, input);
      const { status, body } = await service.get(api);
      assert.equal(status, 200, JSON.stringify(body));
      assertSameValues(answer, body, pointers);
    });

  test('directors are the administrators of the API followed by its shareholders', async () => {
    const { directors } = await result('get_company', { cui: giant });
    const { administrators, shareholders } = (await service.get(`/api/company/${giant}`)).body.data;
    assert.ok(administrators.length > 0 && shareholders.length > 0);
    assert.equal(directors.total, administrators.length + shareholders.length);
    const names = ['name', 'role', 'percent', 'kind', 'personId', 'cui', 'since'];
    for (const [i, person] of directors.people.entries()) {
      const own = [...administrators, ...shareholders][i];
      assert.equal(person.relation, i < administrators.length ? 'administrator' : 'shareholder');
      for (const name of names) assert.equal(person[name], own[name] ?? null, `${name} of ${person.name}`);
    }
  });

  test('network roles match the edges of the API, between the same people and companies', async () => {
    const { roles } = await result('get_company_network', { cui: giant });
    const { nodes, edges } = (await service.get(`/api/company/${giant}/network`)).body.data;
    const nodeOf = (id: string) => nodes.find((node: { id: string }) => node.id === id);
    const asTold = edges.map(({ from, to, role, percent }: Record<string, string>) =>
      JSON.stringify([nodeOf(from ?? '').label, role, percent, nodeOf(to ?? '').label]),
    );
    assert.deepEqual(
      roles
        .map(({ holder: owner, role, percent, company }: Role) =>
          JSON.stringify([owner.name, role, percent, company.name]),
        )
        .sort(),
      asTold.sort(),
    );
  });

  test('a person has the same identity and companies as in the API', async () => {
    const q = encodeURIComponent(showcasePerson.name);
    const [{ id }] = (await service.get(`/api/search/people?q=${q}`)).body.data;
    const answer = await result('get_person', { id: `person:${id}` });
    const person = (await service.get(`/api/person/${id}`)).body.data;
    const held = (await service.get(`/api/person/${id}/companies`)).body;
    assert.deepEqual(
      [answer.name, answer.identity, answer.counties],
      [person.name, person.identityConfidence.level, person.counties],
    );
    assertSameValues({ companies: answer.companies, total: answer.total }, held, {
      ...rows('companies'),
      '/companies/*/status': '/data/*/status/label',
      '/companies/*/roles': null,
    });
  });

  test('a batch lookup returns the companies of the API in the order of the request', async () => {
    const cuis = [Number(giant), 'nothing', supplier];
    const answer = await result('look_up_companies', { cuis, fields: ['name', 'caenCode', 'vatStatus', 'struckOff'] });
    const { body } = await service.post('/api/company/batch', { cuis: cuis.map(String) });
    assertSameValues(answer, body, {
      '/companies/*': '/data/*',
      '/companies/*/error': null,
      '/companies/*/url': null,
      '/total': null,
    });
    assert.match(answer.companies[1].error, new RegExp(`^${body.data[1].error.code}: `));
  });

  test('`search` returns the hits of the API', async () => {
    const { results } = await result('search', { query: 'zimbrul', kinds: ['company'] });
    const { data } = (await service.get('/api/search?q=zimbrul&limit=10')).body;
    assert.deepEqual(
      results.map(({ id, title }: Record<string, string>) => [id, title]),
      data.map(({ cui, name }: Record<string, string>) => [`company:${cui}`, name]),
    );
    const everything = await result('search', { query: 'zimbrul', limit: 20 });
    const { companies, people, records } = (await service.get('/api/search/all?q=zimbrul&limit=20')).body.data;
    const titles = [...companies, ...people, ...records].map((row) => row.title ?? row.name);
    assert.ok(everything.results.length > 1);
    for (const { title } of everything.results) assert.ok(titles.includes(title), title);
  });

  test('daily rates of a currency equal those of the API', async () => {
    const { days } = await result('get_exchange_rate_history', { currency: 'eur' });
    const { data } = (await service.get('/api/rates/history')).body;
    assert.deepEqual(
      days,
      data.map(({ date, rates }: { date: string; rates: { currency: string; rate: number; change: number }[] }) => {
        const { rate, change } = rates.find(({ currency }) => currency === 'EUR') ?? assert.fail();
        return { date, rate, change };
      }),
    );
  });

  test('press releases equal the articles of the API', async () => {
    const { releases } = await result('search_press', {});
    assert.ok(releases.length > 5);
    for (const { id, title, date, office, summary } of releases) {
      const { data } = (await service.get(`/api/press-articles/${id.slice('press:'.length)}`)).body;
      assert.deepEqual({ title, date, office, summary }, pick(data, ['title', 'date', 'office', 'summary']));
    }
  });
});

const pick = (record: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));
