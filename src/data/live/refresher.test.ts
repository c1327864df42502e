import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import type { Database } from '#data/store/database.ts';
import { type Fault, faultKinds } from '#demo-country/faults.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { type LiveStore, liveStore } from '#test/support/live-store.ts';
import { simulatedAuthority } from '#test/support/simulated-authority.ts';
import { companyCui, strangerCui, tinyCountry } from '#test/support/tiny-country.ts';
import type { Clock } from './clock.ts';
import { observationsTable } from './observations-table.ts';
import { createRefresher, type Refresher } from './refresher.ts';
import { sourceStates } from './source-state-table.ts';
import { taxAuthority } from './tax-authority.ts';

const COMPANIES = 1_200;
/** Longer than any step of the tests. */
const LONG_MS = 3_000_000;
const DAY_MS = 86_400_000;

const country = tinyCountry(COMPANIES);
const [first, second] = [companyCui(0), companyCui(1)];
let server: CountryServer;
let store: LiveStore;
let db: Database;
let clock: ReturnType<typeof fastClock>;
let refresher: Refresher;
let observed: string[];
let errors: unknown[];

before(async () => {
  server = await serveCountry(country, { folder: '/nowhere', port: 0, host: '127.0.0.1', today: () => '2026-11-15' });
});
after(() => server.close());

beforeEach(async () => {
  store = await liveStore('sqlite');
  db = await store.open();
  clock = fastClock();
  [observed, errors] = [[], []];
  country.phone = '0210000000';
  for (const name of ['anaf', 'bilant'] as const) server.requests[name] = 0;
  refresher = opened(clock);
});

const opened = (clock: Clock): Refresher =>
  createRefresher({
    db,
    clock,
    paceMs: { companies: 0, balances: 0 },
    taxAuthority: simulatedAuthority(server, clock),
    onObserved: async (cuis) => void observed.push(...cuis),
    onError: (error) => errors.push(error),
  });
afterEach(async () => {
  server.faults.clear();
  await refresher.close(0);
  await store.drop();
  assert.deepEqual(errors, []);
});

const outcomes = (refreshed: { outcome: string }[]): string[] => refreshed.map(({ outcome }) => outcome);
const storedPhone = async (cui: string) => {
  const observation = (await observationsTable(db).fiscal([cui])).get(cui);
  return observation?.outcome === 'found' ? observation.record.phone : null;
};

test('a company that the tax authority lists is found, stored and announced', async () => {
  const [refreshed] = await refresher.refreshFiscal([first], LONG_MS, 'me');
  assert.equal(refreshed?.outcome, 'found');
  assert.deepEqual(refreshed.record, country.fiscalRecord(first, '2026-11-15'));
  assert.deepEqual((await observationsTable(db).fiscal([first])).get(first), refreshed);
  assert.deepEqual(observed, [first]);
  assert.deepEqual(await db.all('select record from refresh_lease'), []);
});

test('a company that the tax authority does not list is stored as notFound', async () => {
  assert.deepEqual(outcomes(await refresher.refreshFiscal([strangerCui()], LONG_MS, 'me')), ['notFound']);
  assert.equal((await observationsTable(db).fiscal([strangerCui()])).get(strangerCui())?.outcome, 'notFound');
});

test('outcomes come in the order of the requested codes, duplicates included', async () => {
  const refreshed = await refresher.refreshFiscal([strangerCui(), first, strangerCui(), second], LONG_MS, 'me');
  assert.deepEqual(outcomes(refreshed), ['notFound', 'found', 'notFound', 'found']);
  assert.equal(server.requests.anaf, 1);
});

test('a thousand concurrent first look-ups take at most eleven requests', async () => {
  const requested = Array.from({ length: 1_000 }, (_, n) => refresher.refreshFiscal([companyCui(n)], LONG_MS, 'me'));
  const refreshed = (await Promise.all(requested)).flat();
  assert.ok(refreshed.every(({ outcome }) => outcome === 'found'));
  assert.ok(server.requests.anaf <= 11, `${server.requests.anaf} requests`);
});

test('on a stalled machine concurrent look-ups still share one request', async () => {
  let looks = 0;
  let other: Promise<unknown> | undefined;
  const own = opened({
    now: clock.now,
    async sleep(ms, signal) {
      if (ms === 20 && ++looks < 5) clock.skip(10 * ms);
      if (ms === 20 && looks === 4) other = own.refreshFiscal([second], LONG_MS, 'other');
      await clock.sleep(ms, signal);
    },
  });
  assert.deepEqual(outcomes(await own.refreshFiscal([first], LONG_MS, 'me')), ['found']);
  await other;
  assert.deepEqual([looks >= 4, server.requests.anaf], [true, 1]);
  await own.close(0);
});

test('concurrent callers of one company share one request', async () => {
  const early = refresher.refreshFiscal([first], LONG_MS, 'me');
  server.faults.add('anaf', { kind: 'slow', delayMs: 50 });
  while (server.requests.anaf === 0) await clock.sleep(100);
  const late = Array.from({ length: 50 }, () => refresher.refreshFiscal([first], LONG_MS, 'me'));
  assert.deepEqual(new Set(outcomes((await Promise.all([early, ...late])).flat())), new Set(['found']));
  assert.equal(server.requests.anaf, 1);
});

test('a repeated request is answered from the store, and a day later from the source', async () => {
  await refresher.refreshFiscal([first], LONG_MS, 'me');
  await refresher.refreshFiscal([first], LONG_MS, 'me');
  assert.equal(server.requests.anaf, 1);
  clock.skip(DAY_MS);
  await refresher.refreshFiscal([first], LONG_MS, 'me');
  assert.equal(server.requests.anaf, 2);
});

test('a caller past its wait gets pending and the old observation, and the refresh continues', async () => {
  await refresher.refreshFiscal([first], LONG_MS, 'me');
  clock.skip(DAY_MS);
  country.phone = '0219999999';
  server.faults.add('anaf', { kind: 'slow', delayMs: 300, requests: 1 });
  assert.deepEqual(await refresher.refreshFiscal([first], 2_000, 'me'), [{ outcome: 'pending' }]);
  assert.equal(await storedPhone(first), '0210000000');
  assert.deepEqual(outcomes(await refresher.refreshFiscal([first], LONG_MS, 'me')), ['found']);
  assert.equal(await storedPhone(first), '0219999999');
  assert.equal(server.requests.anaf, 2);
});

test('balance sheets of several years are fetched one by one and stored by year', async () => {
  const refreshed = await refresher.refreshBalances(first, [2024, 2023, 2019, 2018, 2017], LONG_MS, 'me');
  assert.deepEqual(outcomes(refreshed), ['found', 'found', 'notFound', 'notFound', 'notFound']);
  assert.equal(server.requests.bilant, 5);
  assert.equal(server.requests.anaf, 0);
  const sheet = refreshed[0]?.outcome === 'found' ? refreshed[0].record : null;
  assert.equal(sheet?.caenCode, '0111');
  assert.deepEqual(
    sheet?.indicators.map(({ code, value }) => `${code}=${value}`),
    Array.from({ length: 20 }, (_, i) => `I${i + 1}=${24_000 + i}`),
  );
});

describe('faults of a source', () => {
  /** Outcomes of a company and of a balance sheet during the fault. Faults that are not listed give unavailable. */
  const survivable: Partial<Record<Fault['kind'], { company?: string; balance?: string }>> = {
    slow: { company: 'found', balance: 'found' },
    rotated: { company: 'found', balance: 'found' },
    status404: { company: 'found', balance: 'found' },
    charset: { company: 'found', balance: 'found' },
    // The balance service answers with an empty body when nothing was filed.
    empty: { balance: 'notFound' },
  };

  for (const kind of Object.keys(faultKinds) as Fault['kind'][]) {
    test(`${kind}: callers get an outcome, stored data stays, and the refresher recovers`, async () => {
      await refresher.refreshFiscal([first], LONG_MS, 'me');
      clock.skip(DAY_MS);
      for (const name of ['anaf', 'bilant'] as const) server.faults.add(name, { kind });
      const [company] = await refresher.refreshFiscal([first], LONG_MS, 'me');
      const [balance] = await refresher.refreshBalances(first, [2024], LONG_MS, 'me');
      assert.equal(company?.outcome, survivable[kind]?.company ?? 'unavailable');
      assert.equal(balance?.outcome, survivable[kind]?.balance ?? 'unavailable');
      if (company?.outcome === 'found') assert.equal(company.record.name, 'FIRMA 0 ȘTIINȚA SRL');
      assert.equal(await storedPhone(first), '0210000000');

      server.faults.clear();
      clock.skip(DAY_MS);
      country.phone = '0219999999';
      assert.deepEqual(outcomes(await refresher.refreshFiscal([first], LONG_MS, 'me')), ['found']);
      assert.deepEqual(outcomes(await refresher.refreshBalances(first, [2024], LONG_MS, 'me')), ['found']);
      assert.equal(await storedPhone(first), '0219999999');
    });
  }

  test('a short outage is hidden from callers that can wait', async () => {
    for (const kind of ['down', 'rejected'] as const) server.faults.add('anaf', { kind, requests: 1 });
    assert.deepEqual(outcomes(await refresher.refreshFiscal([first, second], LONG_MS, 'me')), ['found', 'found']);
    assert.equal(server.requests.anaf, 3);
  });

  test('a source that refuses connections is unavailable', async () => {
    const gone = await serveCountry(country, {
      folder: '/nowhere',
      port: 0,
      host: '127.0.0.1',
      today: () => '2026-11-15',
    });
    await gone.close();
    const addresses = { anafCompany: `${gone.address}/tva`, anafBalance: `${gone.address}/bilant` };
    const reply = await taxAuthority(createClient(), addresses).companies(
      [{ cui: first, day: null }],
      new AbortController().signal,
    );
    assert.equal(reply.trouble?.reason, 'network');
    assert.equal(reply.answers.size, 0);
  });

  test('companies missing from an answer are requested again, and the others are not', async () => {
    server.faults.add('anaf', { kind: 'missing', requests: 1 });
    assert.deepEqual(outcomes(await refresher.refreshFiscal([first, second], LONG_MS, 'me')), ['found', 'found']);
    assert.deepEqual(observed.toSorted(), [first, second].toSorted());
    assert.equal(server.requests.anaf, 2);
  });

  test('a failing source is paused, then tried with one request', async () => {
    server.faults.add('anaf', { kind: 'http500' });
    await refresher.refreshFiscal([first], LONG_MS, 'me');
    const refused = await refresher.refreshFiscal([second], LONG_MS, 'me');
    assert.deepEqual(refused, [{ outcome: 'unavailable', reason: 'sourceDown' }]);
    assert.equal(server.requests.anaf, 5);
    const [state] = await sourceStates(db);
    assert.equal(state?.breaker, 'open');
    assert.equal(state?.failureReason, 'http-5xx');
    assert.equal(state?.lastSuccess, null);

    server.faults.clear();
    clock.skip(300_000);
    const requested = Array.from({ length: 20 }, (_, n) => refresher.refreshFiscal([companyCui(n)], LONG_MS, 'me'));
    assert.deepEqual(new Set(outcomes((await Promise.all(requested)).flat())), new Set(['found']));
    assert.equal(server.requests.anaf, 6);
    assert.equal((await sourceStates(db))[0]?.breaker, 'closed');
  });

  test('a source is not queried before its Retry-After, and callers are refused at once', async () => {
    server.faults.add('anaf', { kind: 'http429', retryAfterSeconds: 60, requests: 1 });
    const refused = await refresher.refreshFiscal([first], LONG_MS, 'me');
    assert.deepEqual(refused, [{ outcome: 'unavailable', reason: 'sourceDown' }]);
    assert.equal(server.requests.anaf, 1);
    clock.skip(61_000);
    assert.deepEqual(outcomes(await refresher.refreshFiscal([first], LONG_MS, 'me')), ['found']);
  });

  test('a firewall that refuses the address gets one request in five minutes, and is named', async () => {
    server.faults.add('anaf', { kind: 'blocked' });
    const refused: unknown[] = [];
    for (const cui of [first, second, first]) refused.push(...(await refresher.refreshFiscal([cui], LONG_MS, 'me')));
    assert.deepEqual(refused, Array(3).fill({ outcome: 'unavailable', reason: 'sourceDown' }));
    assert.equal(server.requests.anaf, 1);
    const [state] = await sourceStates(db);
    assert.deepEqual([state?.breaker, state?.failureReason], ['open', 'firewall']);
    clock.skip(299_000);
    await refresher.refreshFiscal([first], LONG_MS, 'me');
    assert.equal(server.requests.anaf, 1);
    server.faults.clear();
    clock.skip(2_000);
    assert.deepEqual(outcomes(await refresher.refreshFiscal([first], LONG_MS, 'me')), ['found']);
  });

  test('a failing balance service does not affect companies', async () => {
    server.faults.add('bilant', { kind: 'http500' });
    await refresher.refreshBalances(first, [2023, 2024], LONG_MS, 'me');
    assert.deepEqual(outcomes(await refresher.refreshFiscal([first], LONG_MS, 'me')), ['found']);
    assert.deepEqual(
      (await sourceStates(db)).map(({ source, breaker }) => [source, breaker]),
      [
        ['anaf', 'closed'],
        ['bilant', 'open'],
      ],
    );
  });
});

test('callers are refused at once when the queue is longer than can be served in time', async () => {
  const codes = (caller: number, count: number) =>
    Array.from({ length: count }, (_, n) => strangerCui(10_000 * caller + n));
  server.faults.add('anaf', { kind: 'slow', delayMs: 1_000 });
  const result = await Promise.all(
    [0, 1, 2, 3, 4].map((caller) => refresher.refreshFiscal(codes(caller, 2_001), 0, `asker ${caller}`)),
  );
  for (const refreshed of result) {
    assert.deepEqual(refreshed.at(-1), { outcome: 'unavailable', reason: 'overloaded' });
    assert.equal(refreshed.filter(({ outcome }) => outcome === 'pending').length, 2_000);
  }
  assert.deepEqual(await refresher.refreshFiscal(codes(5, 1), 0, 'a newcomer'), [{ outcome: 'pending' }]);
  // The requests under way arrive before the next test counts its own.
  while (server.requests.anaf < 4) await clock.sleep(100);
});

test('a stop finishes requests under way, refuses waiting ones and releases all leases', async () => {
  server.faults.add('anaf', { kind: 'slow', delayMs: 50, requests: 4 });
  const requested = refresher.refreshFiscal(
    Array.from({ length: 1_000 }, (_, n) => companyCui(n)),
    LONG_MS,
    'me',
  );
  while (server.requests.anaf < 2) await clock.sleep(100);
  await refresher.close(LONG_MS);
  const result = await requested;
  assert.equal(result.filter(({ outcome }) => outcome === 'found').length, server.requests.anaf * 100);
  assert.deepEqual(result.at(-1), { outcome: 'unavailable', reason: 'stopping' });
  assert.deepEqual(await refresher.refreshFiscal([first], LONG_MS, 'me'), [
    { outcome: 'unavailable', reason: 'stopping' },
  ]);
  assert.deepEqual(await db.all('select record from refresh_lease'), []);
});

test('a stop does not wait for a source that hangs', async () => {
  server.faults.add('anaf', { kind: 'slow', delayMs: 5_000, requests: 1 });
  const requested = refresher.refreshFiscal([first], LONG_MS, 'me');
  while (server.requests.anaf === 0) await clock.sleep(100);
  await refresher.close(0);
  assert.deepEqual(await requested, [{ outcome: 'unavailable', reason: 'stopping' }]);
  assert.deepEqual(await db.all('select record from refresh_lease'), []);
  assert.deepEqual(await sourceStates(db), []);
});

test('a store failure makes refreshes unavailable, and the error is reported', async () => {
  await db.write([{ sql: 'drop table fiscal_observation' }]);
  const refused = await refresher.refreshFiscal([first], LONG_MS, 'me');
  assert.deepEqual(refused, [{ outcome: 'unavailable', reason: 'storeFailed' }]);
  assert.equal(errors.splice(0).length, 1);
});

test('a store that fails during a trial does not keep the breaker open for ever', async () => {
  server.faults.add('anaf', { kind: 'http500' });
  await refresher.refreshFiscal([first], LONG_MS, 'me');
  await refresher.refreshFiscal([second], LONG_MS, 'me');
  server.faults.clear();
  clock.skip(DAY_MS);
  await db.write([{ sql: 'alter table source_pace rename to lost' }]);
  assert.deepEqual(outcomes(await refresher.refreshFiscal([first], LONG_MS, 'me')), ['unavailable']);
  assert.equal(errors.splice(0).length, 1);
  await db.write([{ sql: 'alter table lost rename to source_pace' }]);
  assert.deepEqual(outcomes(await refresher.refreshFiscal([first], LONG_MS, 'me')), ['found']);
});
