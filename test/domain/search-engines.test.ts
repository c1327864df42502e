/** Both engines find the same firms in the same order. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { FIRST_PAGE, findFirms } from '#domain/search/result-page.ts';
import { bareName } from '#lib/values/company-name.ts';
import { type DemoService, demoService } from '#test/support/demo-service.ts';
import { runningClock } from '#test/support/fast-clock.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { first } from '#test/support/search-expectations.ts';

const FIRMS = 300;
const QUERIES = 500;

let database: TestDatabase;
let services: DemoService[];
before(async () => {
  database = await testDatabase();
  services = [await demoService(null, FIRMS, runningClock()), await demoService(database.url, FIRMS, runningClock())];
});
after(async () => {
  for (const service of services) await service.close();
  await database.stop();
});

const engines = (): Database[] =>
  services.map(({ store }) => store.generations.current()?.db).filter((db) => db !== undefined);

/** Exact names, names with legal forms, and prefixes, for every name. */
const queriesOf = (name: string): string[] => {
  const bare = bareName(name);
  return [
    name,
    `S.C. ${bare} S.R.L.`,
    `SRL ${bare}`,
    bare.slice(0, Math.ceil(bare.length * 0.7)),
    bare.slice(0, 3),
    `${bare.split(' ')[0]}`,
  ];
};

async function same(queries: readonly string[]): Promise<void> {
  const [sqlite, postgres] = engines();
  assert.ok(sqlite && postgres && sqlite.engine !== postgres.engine);
  for (const q of queries)
    assert.deepEqual(await findFirms(sqlite, q, FIRST_PAGE, 10), await findFirms(postgres, q, FIRST_PAGE, 10), q);
}

test('500 exact, prefix and legal-form queries give the same first ten results and totals on both engines', async () => {
  const names = await engines()[0]?.all<{ name: string }>('select name from listing order by rank');
  const queries = [...new Set(names?.flatMap(({ name }) => queriesOf(name)).filter((q) => q.trim() !== ''))];
  const step = queries.length / QUERIES;
  assert.ok(step >= 1);
  await same(Array.from({ length: QUERIES }, (_, i) => queries[Math.floor(i * step)] as string));
});

test('mistyped names, places and former names give the same results on both engines', () => same(Object.keys(first)));

test('pages beyond the best matches are the same on both engines', async () => {
  const pages = await Promise.all(
    engines().map(async (db) => {
      const ranks: number[] = [];
      let next: typeof FIRST_PAGE | null = FIRST_PAGE;
      while (next !== null) {
        const page = await findFirms(db, 'c', next, 9);
        ranks.push(...page.firms.map(({ rank }) => rank));
        next = page.next;
      }
      return ranks;
    }),
  );
  assert.ok((pages[0]?.length ?? 0) > 70);
  assert.deepEqual(pages[0], pages[1]);
});
