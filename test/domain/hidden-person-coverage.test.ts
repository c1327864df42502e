/**
 * The showcase person, hidden by the operator's command beside a running service, appears in no answer of any operation, on no page and
 * in no stored answer; on both engines. A new operation is covered automatically, through its examples.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isTabular } from '#api/tables/format.ts';
import { systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import { showcase, showcasePerson } from '#demo-country/showcase.ts';
import { fold } from '#lib/values/text.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { INVENTED_PERSON } from '#server/compose/installation-profile.ts';
import { readConfig } from '#server/config/config.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { firmoteca } from '#test/support/cli.ts';
import { cuiOf, type DemoService, demoService } from '#test/support/demo-service.ts';
import { isLongTier, sampled } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

/** The name in every order of its words, as folded letters with single blanks. */
const WORDS = fold(showcasePerson.name).split(/[^a-z]+/);
const SPELLINGS = permutations(WORDS).map((words) => words.join(' '));

/** Prefixes of the name and the whole name. The empty entry comes first: it matches the notice by its other words, also afterwards. */
const LETTERS = [
  '',
  ...['haralambie', 'neofit', 'cutezatoru'].flatMap((word) => [3, 5, word.length].map((many) => word.slice(0, many))),
  'haralambie neofit cutezatoru',
  'cutezatoru neofit haral',
];

/** Folds the whole text, independently of the service's own code. */
const names = (text: string): boolean => {
  const flat = fold(decoded(text))
    .replace(/\\n/g, ' ')
    .replace(/[^a-z]+/g, ' ');
  return SPELLINGS.some((spelling) => flat.includes(spelling));
};

/** Tables that may contain the name, with the reason. */
const KEEP_IT: Record<string, string> = {
  hidden_person: 'the register of hidden persons, which is the source of no answer',
  registry_change: 'the log that generations are built from: it identifies persons by ids',
  press_release: 'the text of the source, redacted in each answer',
  press_file: 'the text of the source, redacted in each answer',
  fiscal_observation: 'the text of the source, redacted in each answer',
};

/** Answers that must name the person before; otherwise the test would prove nothing afterwards. */
const NAMING = [
  'getCompany',
  'getCompanies',
  'getPerson',
  'searchPeople',
  'searchAll',
  'getRelated',
  'getNetwork',
  'getCompanyDecisions',
  'listPressReleases',
  'listPressArticles',
  'getPressArticle',
  'getPressPdf',
  'getTender',
  'searchTenders',
  'getCompanyDirectPurchases',
  'getCompanyDirectPurchaseAwards',
  'getSupplierIssue',
  'table getCompanies',
  'table searchPeople',
  'table getRelated',
  'table getCompanyDecisions',
  'table listPressReleases',
  'table searchTenders',
  'table getCompanyDirectPurchases',
  'page /docs/searchPeople',
  'page /en/docs/getPerson',
  'page /openapi.json',
  'offer getPerson',
];

/** Answers that must contain the person's id before. */
const LEADING = [
  'getPerson',
  'page /docs/getPerson',
  'page /openapi.json',
  'page /.well-known/x402',
  'offer getPersonCompanies',
];

onBothEngines((engine) => {
  let service: DemoService;
  let databaseUrl: string | null;
  let id: string;
  before(async () => {
    databaseUrl = (await engine.place()).databaseUrl;
    service = await demoService(databaseUrl, 300, systemClock, {}, readConfig({}).seller);
    id = (await service.get(`/api/search/people?q=${encodeURIComponent(showcasePerson.name)}`)).body.data[0].id;
  });
  after(() => service.close());

  /** Companies of the showcase, by operation, whose answers name the person while the person is visible. */
  const namingCuis = new Map<string, Set<string>>();

  /**
   * For every operation its examples, the companies of the showcase and searches for the name; and the pages. `isWanted` limits the
   * operations and pages. In `npm test` the companies are those that named the person, and a sample of the others.
   */
  async function* everything(
    cuisOf: (operation: string, turn: number) => Iterable<string>,
    isWanted: (where: string) => boolean = () => true,
  ): AsyncGenerator<[where: string, text: string, path?: string]> {
    const result = await toldOf();
    for (const [turn, { id: operation, declaration }] of service.operations.entries()) {
      const isTable = isTabular(declaration) && isWanted(`table ${operation}`);
      if (!isWanted(operation) && !isTable) continue;
      const { method = 'GET', path, examples } = declaration;
      const requested = new Set<string>();
      const bodies: unknown[] = [];
      for (const { params = {}, query, body } of examples) {
        if (body !== undefined) bodies.push(body, { cuis: [cuiOf('busiestOfficer')] });
        requested.add(`${filled(path, params)}?${new URLSearchParams(query)}`);
        if (path.includes('{cui}'))
          for (const cui of cuisOf(operation, turn)) requested.add(filled(path, { ...params, cui }));
        if (path.includes('{slug}'))
          for (const { articleSlug } of result) if (articleSlug) requested.add(filled(path, { slug: articleSlug }));
        if (path === '/api/press/pdf')
          for (const { url } of result) requested.add(`${path}?${new URLSearchParams({ url })}`);
        if (declaration.query && 'q' in declaration.query.properties)
          for (const q of [
            showcasePerson.name,
            'haralambie neofit cutezatoru',
            'cutezatoru',
            'pompe',
            'control finalizat',
          ])
            requested.add(`${path}?${new URLSearchParams({ q })}`);
        if (declaration.query && 'limit' in declaration.query.properties) {
          const most = (declaration.query.properties.limit as { maximum?: number }).maximum ?? 20;
          requested.add(`${filled(path, params)}?${new URLSearchParams({ ...query, limit: String(most) })}`);
        }
      }
      if (isTable)
        for (const each of requested)
          for (const body of method === 'POST' ? bodies : [undefined])
            yield [`table ${operation}`, await tableOf(each, body), each];
      if (method === 'POST')
        for (const body of bodies) yield [operation, JSON.stringify((await service.post(path, body)).body)];
      else
        for (const each of requested)
          yield [operation, JSON.stringify(withoutQuestion((await service.get(each)).body)), each];
    }
    const ofOperations = service.operations.flatMap(({ id: operation }) => [
      `/docs/${operation}`,
      `/en/docs/${operation}`,
    ]);
    const pages = new Set(sampled(ofOperations, 5));
    for (const where of [...NAMING, ...LEADING]) if (where.startsWith('page ')) pages.add(where.slice('page '.length));
    for (const page of [
      ...pages,
      '/docs',
      '/en/docs',
      '/docs?words=persoane',
      '/openapi.json',
      '/',
      '/llms.txt',
      '/.well-known/x402',
    ])
      if (isWanted(`page ${page}`)) yield [`page ${page}`, await (await fetch(service.origin + page)).text()];
    yield* offers();
  }

  /** The rows as CSV. Errors are left out: they repeat the caller's own words. */
  async function tableOf(path: string, body: unknown): Promise<string> {
    const response = await fetch(`${service.origin}${path}${path.includes('?') ? '&' : '?'}format=csv`, {
      headers: { 'x-api-key': DEMO_KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return response.status === 200 ? text : '';
  }

  /** The payment offers for a request without payment; an operation on a person is requested for an invented person. */
  async function* offers(): AsyncGenerator<[where: string, text: string]> {
    for (const { id: operation, declaration } of service.operations) {
      const { method = 'GET', path, price, examples } = declaration;
      if (price === undefined) continue;
      const { params = {}, query, body } = examples[0] ?? {};
      const filledPath = filled(path, { ...params, ...(path.includes('/person/') && { id: INVENTED_PERSON.id }) });
      const response = await fetch(`${service.origin}${filledPath}?${new URLSearchParams(query)}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      assert.equal(response.status, 402, operation);
      const header = Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString();
      yield [`offer ${operation}`, `${header} ${await response.text()}`];
    }
  }

  /** The release that names the person, with its PDF read, so that it is an article. */
  async function toldOf(): Promise<{ url: string; articleSlug: string | null }[]> {
    const releases = async () => {
      const { data } = (await service.get('/api/press?limit=200')).body;
      return (data as { title: string; url: string; articleSlug: string | null }[]).filter(({ title }) =>
        title.startsWith('Control finalizat'),
      );
    };
    for (const { url } of await releases()) await service.get(`/api/press/pdf?${new URLSearchParams({ url })}`);
    return releases();
  }

  /** The searches that match the notice with the name. A match for a prefix would let a caller reconstruct the name. */
  async function findingByLetters(): Promise<string[]> {
    const finding: string[] = [];
    for (const requested of LETTERS)
      for (const path of ['/api/sicap/tenders/search', '/api/search/all']) {
        const q = `montaj pompe cucului ${requested}`;
        const { status, body } = await service.get(`${path}?${new URLSearchParams({ q })}`);
        assert.equal(status, 200, JSON.stringify(body));
        if (JSON.stringify(body.data).includes('Valea Cucului')) finding.push(`${path} ${requested}`);
      }
    return finding;
  }

  test('the answers name the person before hiding', async () => {
    assert.equal((await findingByLetters()).length, LETTERS.length * 2);
    const naming = new Set<string>();
    const leading = new Set<string>();
    const locations = new Set([...NAMING, ...LEADING]);
    const all = (): string[] => showcase.map(({ cui }) => cui);
    for await (const [where, text, path = ''] of everything(all, (location) => isLongTier || locations.has(location))) {
      if (names(text)) naming.add(where);
      if (text.includes(id)) leading.add(where);
      const operation = where.replace('table ', '');
      if (names(text) || text.includes(id))
        for (const { cui } of showcase)
          if (path.includes(cui)) namingCuis.getOrInsertComputed(operation, () => new Set()).add(cui);
    }
    assert.deepEqual(
      NAMING.filter((where) => !naming.has(where)),
      [],
    );
    assert.deepEqual(
      LEADING.filter((where) => !leading.has(where)),
      [],
    );
    assert.ok((await namingTables(service.store.live)).includes('merged_document'));
  });

  test('after the hide command no answer, page or stored answer names the person', async () => {
    const where = { FIRMOTECA_DATA: service.folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const { code, stderr } = await firmoteca(['people', 'hide', id, '--reason', 'asked by letter'], where);
    assert.equal(code, 0, stderr);
    await until('the person is hidden', async () => (await service.get(`/api/person/${id}`)).status === 404);
    assert.deepEqual(await findingByLetters(), ['/api/sicap/tenders/search ', '/api/search/all ']);
    const naming = new Map<string, string>();
    const cuisOf = (operation: string, turn: number): Set<string> =>
      new Set([...sampled(showcase, 6, turn).map(({ cui }) => cui), ...(namingCuis.get(operation) ?? [])]);
    for await (const [location, text] of everything(cuisOf)) {
      if (names(text)) naming.set(location, excerpt(text));
      if (text.includes(id))
        naming.set(`${location} gives the id`, text.slice(text.indexOf(id) - 100, text.indexOf(id)));
    }
    assert.deepEqual(Object.fromEntries(naming), {});
    const tables = [...(await namingTables(service.store.live)), ...(await namingTables(service.store.state))];
    assert.deepEqual(
      tables.filter((table) => !(table in KEEP_IT)),
      [],
    );
    assert.deepEqual(service.errors, []);
  });
});

const filled = (path: string, params: Record<string, string | undefined>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Leaves out errors, which repeat the query, and links to the next page, which contain it: both are the caller's own words. */
function withoutQuestion(body: { error?: unknown; meta?: { page?: unknown; cite?: string } }): unknown {
  if (body.error) return null;
  const { page: _, cite = '', ...meta } = body.meta ?? {};
  return { ...body, meta: { ...meta, cite: cite.replace(/Firmoteca, \S+/, 'Firmoteca') } };
}

const decoded = (text: string): string => text.replace(/%20|_/g, ' ');

function excerpt(text: string): string {
  const at = fold(text).search(new RegExp(WORDS.join('|')));
  return text.slice(Math.max(0, at - 200), at + 100);
}

function permutations(words: readonly string[]): string[][] {
  if (words.length < 2) return [[...words]];
  return words.flatMap((word, i) => permutations(words.toSpliced(i, 1)).map((rest) => [word, ...rest]));
}

/** Tables of a store that contain the name, as text or as bytes. */
async function namingTables(db: Database): Promise<string[]> {
  const tables = await db.all<{ name: string }>(
    db.engine === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
      : "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
  );
  const naming: string[] = [];
  for (const { name } of tables) {
    const rows = await db.all<Record<string, unknown>>(`select * from ${name}`);
    const text = (value: unknown): string =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
    if (rows.some((row) => Object.values(row).some((value) => value !== null && names(text(value))))) naming.push(name);
  }
  return naming;
}
