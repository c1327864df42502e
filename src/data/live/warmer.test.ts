import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { type LiveStore, liveStore } from '#test/support/live-store.ts';
import { simulatedAuthority } from '#test/support/simulated-authority.ts';
import { companyCui, tinyCountry } from '#test/support/tiny-country.ts';
import { instant } from './clock.ts';
import { observationsTable } from './observations-table.ts';
import { createRefresher, type Refresher } from './refresher.ts';
import { startWarmer, type Warmer } from './warmer.ts';

const COMPANIES = 250;
const HOUR_MS = 3_600_000;
const country = tinyCountry(COMPANIES);
const companies = Array.from({ length: COMPANIES }, (_, n) => companyCui(n));

let server: CountryServer;
let store: LiveStore;
let db: Database;
let clock: ReturnType<typeof fastClock>;
let refresher: Refresher;
let warmer: Warmer;
/** The codes of each request of the warmer. */
let requested: string[][];
let callers: number;

before(async () => {
  server = await serveCountry(country, { folder: '/nowhere', port: 0, host: '127.0.0.1', today: () => '2026-11-15' });
});
after(() => server.close());

beforeEach(async () => {
  store = await liveStore('sqlite');
  db = await store.open();
  clock = fastClock();
  [requested, callers] = [[], 0];
  refresher = createRefresher({
    db,
    clock,
    paceMs: { companies: 0, balances: 0 },
    taxAuthority: simulatedAuthority(server, clock),
    onObserved: async () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
});
afterEach(async () => {
  await warmer.stop();
  await refresher.close(0);
  await store.drop();
  server.faults.clear();
});

function warm(): void {
  warmer = startWarmer({
    db,
    clock,
    paceMs: 10,
    refresher: {
      refreshInBackground: (cuis) => {
        requested.push([...cuis]);
        return refresher.refreshInBackground(cuis);
      },
      callers: () => callers,
    },
    companiesAfter: async (cui, limit) => companies.filter((each) => Number(each) > Number(cui)).slice(0, limit),
    onError: (error) => assert.fail(String(error)),
  });
}

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await clock.sleep(100);
};
const observe = (cui: string, hoursAgo: number, byCaller: boolean) => {
  const fetchedAt = instant(clock.now() - hoursAgo * HOUR_MS);
  const record = country.fiscalRecord(cui, '2026-11-15');
  const observation = record
    ? ({ outcome: 'found', record, fetchedAt } as const)
    : ({ outcome: 'notFound', fetchedAt } as const);
  return observationsTable(db).storeFiscal(cui, observation, byCaller);
};
const observedCount = async () => (await db.one<{ n: number }>('select count(*) as n from fiscal_observation'))?.n;

test('the warmer observes the whole country, a hundred companies a request, and then stops', async () => {
  warm();
  await until(async () => (await observedCount()) === COMPANIES);
  assert.deepEqual(
    requested.map(({ length }) => length),
    [100, 100, 50],
  );
  assert.deepEqual(requested.flat(), companies);
});

test('requested companies come first, then unobserved ones, then the oldest observations', async () => {
  await db.write([
    ...companies.slice(0, -1).map((cui, n) => observe(cui, 30 + n, false)),
    observe(companies[7] as string, 23.5, true),
    observe(companies[8] as string, 2, true),
  ]);
  warm();
  await until(() => requested.length >= 2);
  assert.deepEqual(requested[0], [companies[7], companies.at(-1)]);
  assert.deepEqual(requested[1], companies.slice(149, -1).toReversed());
});

test('a requested company is refreshed before others', async () => {
  await db.write(companies.map((cui) => observe(cui, 23.5, false)));
  callers = 1;
  warm();
  warmer.touched(companies[42] as string);
  await until(async () => (await db.one('select 1 as n from fiscal_observation where asked_at is not null')) !== null);
  callers = 0;
  await until(() => requested.length >= 1);
  assert.deepEqual(requested[0], [companies[42]]);
});

test('nothing is warmed while callers wait', async () => {
  callers = 1;
  warm();
  await clock.sleep(5_000);
  assert.deepEqual(requested, []);
  callers = 0;
  await until(() => requested.length > 0);
});

test('absent codes are deleted after two days', async () => {
  await db.write([observe('11', 49, false), observe('27', 1, false)]);
  callers = 1;
  warm();
  await until(async () => (await observedCount()) === 1);
  assert.deepEqual(await db.all('select cui from fiscal_observation'), [{ cui: 27 }]);
});

test('a stop does not wait for a source that hangs', async () => {
  server.faults.add('anaf', { kind: 'slow', delayMs: 60_000 });
  warm();
  await until(() => requested.length === 1);
  await warmer.stop();
  assert.equal(requested.length, 1);
});
