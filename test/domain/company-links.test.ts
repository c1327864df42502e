/**
 * The figures of a company's year in rankings, lists, hubs, timelines and person pages equal those of the company's own operations.
 * Walks every operation's examples, every ranking and the pages of a sample of companies; on both engines.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Dataset } from '#data/store/dataset.ts';
import { showcase } from '#demo-country/showcase.ts';
import { type FiguresBack, ratios, ratioValue } from '#domain/companies/health/ratios.ts';
import { type Answers, type Asked, answersOf } from '#test/support/answers.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';

/** A statement that a company has a balance sheet of a year, with figures of its summary or a ratio of it. */
interface Claim {
  where: string;
  cui: string;
  year: number;
  figures: Record<string, unknown>;
  ratio?: { code: string; value: number };
}

/** The figures of a row, named as in the summary of a balance sheet; `value` is named by its metric. */
const FIGURES = ['turnover', 'employees', 'netProfit'];
const METRICS: Record<string, string> = { cifra: 'turnover', profit: 'netProfit', angajati: 'employees' };

onBothEngines((engine) => {
  let service: DemoService;
  let answers: Answers;
  let sample: string[];
  before(async () => {
    service = await demoService((await engine.place()).databaseUrl);
    answers = answersOf(service);
    const { db } = service.store.generations.current() as Dataset;
    const rows = await db.all<{ cui: number }>('select cui from listing where cui is not null and rank % 10 = 1');
    sample = [...new Set([...showcase.map(({ cui }) => cui), ...rows.map(({ cui }) => String(cui))])];
  });
  after(() => service.close());

  const claimed = async (id: string, requested: Asked): Promise<Claim[]> => {
    const { data } = await answers.ask(id, requested);
    const { cui = null, year = null } = requested.params ?? {};
    return [
      ...claimsIn(
        data,
        `${id} ${JSON.stringify(requested)}`,
        { cui, year: year === null ? null : Number(year) },
        METRICS,
      ),
    ];
  };

  /** The claims that the company's own operations contradict. */
  const contradictions = async (claims: readonly Claim[]): Promise<string[]> => {
    const wrong = new Set<string>();
    const balances = new Map<string, Record<string, unknown> | null>();
    const balance = async (cui: string, year: number) => {
      const key = `${cui} ${year}`;
      if (!balances.has(key)) {
        const { data } = await answers.ask('getBalance', { params: { cui, year: String(year) } });
        balances.set(key, data?.summary ?? null);
      }
      return balances.get(key) ?? null;
    };
    for (const { where, cui, year, figures, ratio } of claims) {
      const summary = await balance(cui, year);
      if (summary === null) wrong.add(`${where}: ${cui} has no balance sheet of ${year}`);
      for (const [name, value] of Object.entries(figures))
        if (summary && summary[name] !== value)
          wrong.add(`${where}: ${name} of ${cui} in ${year} is ${value}, in its balance sheet ${summary[name]}`);
      const definition = ratios.find(({ code }) => code === ratio?.code);
      if (!ratio || !definition) continue;
      const years = [summary, await balance(cui, year - 1), await balance(cui, year - 2), await balance(cui, year - 3)];
      const value = ratioValue(definition, ((back) => years[back] ?? null) as FiguresBack);
      if (value !== ratio.value)
        wrong.add(`${where}: ${ratio.code} of ${cui} in ${year} is ${ratio.value}, by its balance sheets ${value}`);
    }
    return [...wrong];
  };

  test('company figures in the examples of all operations equal the companies’ own balance sheets', async () => {
    const claims: Claim[] = [];
    for (const { id, declaration } of service.operations)
      for (const example of declaration.examples) claims.push(...(await claimed(id, example)));
    const result = new Set(claims.map(({ where }) => where.split(' ')[0]));
    for (const id of ['getTopCompanies', 'getAdvancedRankings', 'getLeaderboard', 'getTimeline', 'getRelated'])
      assert.ok(result.has(id), `${id} claims nothing: ${[...result]}`);
    assert.deepEqual(await contradictions(claims), []);
  });

  test('company figures in the rankings of all years equal the companies’ own balance sheets', async () => {
    const claims: Claim[] = [];
    const { data: years } = await answers.ask('getLeaderboardYears', {});
    for (const year of years.map(String)) {
      claims.push(...(await claimed('getAdvancedRankings', { query: { year } })));
      for (const metric of Object.keys(METRICS))
        for (const slice of ['national', 'judet', 'caen'])
          claims.push(...(await claimed('getTopCompanies', { query: { year, metric, slice, limit: '20' } })));
    }
    assert.ok(claims.some(({ year }) => year === 2015));
    assert.deepEqual(await contradictions(claims), []);
  });

  test('figures on the pages around a company equal its own balance sheets', async () => {
    const claims: Claim[] = [];
    for (const cui of sample)
      for (const id of ['getTimeline', 'getLeaderboard', 'getHealth', 'getFinancials', 'getRelated'])
        claims.push(...(await claimed(id, { params: { cui } })));
    assert.ok(claims.some(({ where, year }) => where.startsWith('getTimeline') && year < 2018));
    assert.deepEqual(await contradictions(claims), []);
  });

  test('a ratio of a company is the same in its ranking and in its health', async () => {
    const { data } = await answers.ask('getAdvancedRankings', {});
    let compared = 0;
    for (const { metric, rows } of data.rankings)
      for (const { cui, year, value } of rows) {
        const { data: health } = await answers.ask('getHealth', { params: { cui } });
        if (health.year !== year) continue;
        compared++;
        const own = health.ratios.find(({ code }: { code: string }) => code === metric);
        assert.equal(own.value, value, `${metric} of ${cui}`);
      }
    assert.ok(compared > 20);
  });

  test('the lower bound of the score uses the results of every known year', async () => {
    let longer = 0;
    for (const cui of sample) {
      const { data: health } = await answers.ask('getHealth', { params: { cui } });
      const { data: events } = await answers.ask('getTimeline', { params: { cui } });
      if (health?.altman.z == null) continue;
      const filed = events.filter(({ kind }: { kind: string }) => kind === 'balance');
      const years = new Set(filed.map(({ date }: { date: string }) => Number(date.slice(0, 4))));
      const x2 = health.altman.components.find(({ code }: { code: string }) => code === 'X2');
      const results = x2.inputs.filter(({ name }: { name: string }) => name === 'netProfit');
      assert.deepEqual(new Set(results.map(({ year }: { year: number }) => year)), years, cui);
      assert.deepEqual(new Set(health.history.map(({ year }: { year: number }) => year)), years, cui);
      if (years.size > 8) longer++;
    }
    assert.ok(longer > 5);
  });
});

interface Around {
  cui: string | null;
  year: number | null;
}

/** The claims of `data` about companies' years, at any depth; an object without a fiscal code or a year takes those around it. */
function* claimsIn(data: unknown, where: string, around: Around, metrics: Record<string, string>): Generator<Claim> {
  if (Array.isArray(data)) for (const entry of data) yield* claimsIn(entry, where, around, metrics);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return;
  const row = data as Record<string, unknown>;
  const cui = typeof row.cui === 'string' ? row.cui : row.cui === null ? null : around.cui;
  const year = row.kind === 'balance' ? Number(String(row.date).slice(0, 4)) : yearIn(row, around.year);
  const figures = Object.fromEntries(FIGURES.filter((name) => name in row).map((name) => [name, row[name]]));
  const metric = typeof row.metric === 'string' && typeof row.value === 'number' ? row.metric : null;
  const named = metric === null ? undefined : metrics[metric];
  if (named) figures[named] = row.value;
  const ratio = metric !== null && !named ? { code: metric, value: Number(row.value) } : undefined;
  // Rows of companies that never filed have no year; sums over many have no fiscal code.
  const isClaim = Object.keys(figures).length > 0 || ratio || row.kind === 'balance' || 'zone' in row;
  if (isClaim && cui !== null && year !== null) yield { where, cui, year, figures, ...(ratio && { ratio }) };
  // The inputs of a verdict name years that have no balance sheet on purpose.
  for (const [name, entry] of Object.entries(row))
    if (name !== 'inputs') yield* claimsIn(entry, where, { cui, year }, metrics);
}

const yearIn = (row: Record<string, unknown>, around: number | null): number | null =>
  'year' in row ? (row.year as number | null) : around;
