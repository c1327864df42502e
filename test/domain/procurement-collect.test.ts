/** The daily procurement lists: collected, requested again while they change, and merged over the exports. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { collect } from '#data/ingest/procurement/collect.ts';
import { everyRecord, recordsOfDay, storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { createClient } from '#data/sources/client.ts';
import { createSite } from '#data/sources/procurement/site/site.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { country } from '#demo-country/country.ts';
import { dayNumber } from '#demo-country/days.ts';
import { publish } from '#demo-country/publish.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { addDays } from '#lib/values/date.ts';
import { collectOnce } from '#server/jobs/collect-procurement.ts';
import { publications } from '#test/support/ingest-folder.ts';
import { isLongTier, longTest } from '#test/support/tier.ts';

const TODAY = '2026-11-15';
const LAST_EXPORTED = '2026-10-15';

describe('collection of procurement lists', () => {
  const folder = publications();
  let store: Store;
  let server: CountryServer;
  let today = TODAY;
  const simulated = country({ seed: 'collect', companies: 400, founded: TODAY });
  before(async () => {
    store = await openStore({ databaseUrl: null, folder, country: 'demo' });
    server = await serveCountry(simulated, { folder, host: '127.0.0.1', port: 0, today: () => today });
  });
  after(async () => {
    await server.close();
    await store.close();
  });
  const names = async () => (await storedIncrements(store.live)).map(({ name }) => name);

  const run = async (days = 300) => {
    const { live } = store;
    const before = server.requests.sicap;
    const site = createSite({
      client: createClient(),
      address: server.address,
      turn: async () => {},
      // No delay between attempts.
      clock: { sleep: async () => {}, random: () => 0 },
    });
    const collected = await collect({ site, live, today, covered: () => LAST_EXPORTED, days, progress: silent });
    return { ...collected, requests: server.requests.sicap - before };
  };

  test('every closed day since the exports is requested once per list, and not again on the same day', async () => {
    const first = await run();
    assert.deepEqual(first.problems, []);
    const closed = 30;
    assert.equal(first.days, 4 * closed);
    const stored = await storedIncrements(store.live);
    assert.equal(stored.length, 4 * closed);
    // The URL of each increment is the address of its request.
    for (const increment of stored.slice(0, 2)) assert.equal(await increment.url(), `${server.address}/`);
    assert.ok(first.records > 50, `${first.records} records`);
    assert.ok(!stored.some(({ day }) => day === TODAY), 'today is not over');
    assert.deepEqual(await run(), { days: 0, records: 0, problems: [], requests: 0 });
  });

  test('days that still change are requested again: notices for two months, other lists for a few days', async () => {
    const before = await recordsOfDay(store.live, { kind: 'notices', day: '2026-10-20' });
    today = addDays(TODAY, 1);
    const { days, problems } = await run();
    assert.deepEqual(problems, []);
    // Every day of the notices; of the other lists the day that has ended since, and three before it.
    assert.equal(days, 31 + 3 * 4);
    const again = await recordsOfDay(store.live, { kind: 'notices', day: '2026-10-20' });
    assert.deepEqual(
      again.map(({ notice, lots }) => [notice, lots?.length]),
      before.map(({ notice, lots }) => [notice, lots?.length]),
    );
  });

  test('contracts name their initiating notice, without extra requests for listed procedures', async () => {
    const begun = new Map<string, string>();
    for (const { type, number, awards } of simulated.procurement().procedures(dayNumber(TODAY)))
      for (const award of awards) begun.set(`${type.awardPrefix}${award.number}`, `${type.prefix}${number}`);
    const contracts = await Array.fromAsync(everyRecord(store.live, 'contracts'));
    const linked = contracts.filter(({ notice }) => notice !== null);
    assert.ok(linked.length > contracts.length / 2, `${linked.length} of ${contracts.length}`);
    for (const { awardNotice, notice } of linked) assert.equal(notice, begun.get(awardNotice ?? ''));
    const notices = await Array.fromAsync(everyRecord(store.live, 'notices'));
    assert.ok(notices.length > 0 && notices.every(({ publishedAt, procedureId }) => publishedAt && procedureId));
    // The state of a notice changes with its award, which its view then names.
    const stated = notices.filter(({ general }) => general);
    assert.equal(stated.length, notices.length);
    for (const { state, general, notice } of stated)
      assert.equal(general?.award != null, state === 'Atribuita', notice);
  });

  test('purchases of the last days have their items, those before them none', async () => {
    const purchases = await Array.fromAsync(everyRecord(store.live, 'purchases'));
    const isNew = ({ finalizedOn }: { finalizedOn: string | null }) => (finalizedOn ?? '') >= addDays(TODAY, -4);
    assert.ok(purchases.every((purchase) => isNew(purchase) || !purchase.items));
    const bought = purchases.filter((purchase) => isNew(purchase) && purchase.state === 'accepted');
    assert.ok(bought.length > 2);
    for (const { items } of bought)
      assert.ok(items && items.length > 0 && items.every(({ name, unit }) => name && unit));
  });

  test('the days setting limits how far back lists are requested', async () => {
    today = addDays(TODAY, 3);
    const { days } = await run(1);
    assert.equal(days, 4, 'yesterday, of each list');
  });

  test('a day with a wrong list is not stored, and the other days are', async () => {
    today = addDays(TODAY, 20);
    const before = (await names()).length;
    server.faults.add('sicap', { kind: 'filtersIgnored', requests: 1 });
    const { problems, days } = await run(2);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.equal(days, 7);
    assert.equal((await names()).length, before + 7);
    assert.equal((await run(2)).days, 1, 'the failed day is requested again');
  });

  test('collection stops at a site that fails', async () => {
    today = addDays(TODAY, 30);
    server.faults.add('sicap', { kind: 'http500' });
    const { problems, days } = await run(2);
    assert.equal(days, 0);
    assert.equal(problems.length, 1);
    server.faults.clear();
  });
});

longTest('a service collects by itself and serves the new days in a new generation', async (t) => {
  const dataFolder = publications();
  const folder = join(dataFolder, 'publications');
  const simulated = country({ seed: 'collect', companies: 400, founded: TODAY });
  await publish(simulated, folder, TODAY, { only: ['onrc', 'nomenclatures', 'procurement'] });
  const server = await serveCountry(simulated, { folder, host: '127.0.0.1', port: 0, today: () => TODAY });
  const store = await openStore({ databaseUrl: null, folder: dataFolder, country: 'demo' });
  t.after(async () => {
    await store.close();
    await server.close();
  });
  const found = await findPublications(folder);
  await ingest({ ...store, publications: found, personKey: 'k', strict: true, progress: silent });
  const newest = () =>
    store.generations.current()?.partGroup('procurement')?.one<{ day: number }>('select max(day) as day from purchase');
  const exported = await newest();
  const errors: unknown[] = [];
  const look = () =>
    collectOnce(
      {
        config: { dataFolder, databaseUrl: null, country: 'demo', today: () => TODAY },
        store,
        address: Promise.resolve(server.address),
        paceMs: 0,
        onError: (error) => errors.push(error),
      },
      new AbortController().signal,
    );
  await look();
  assert.deepEqual(errors, []);
  assert.ok(((await newest())?.day ?? 0) > (exported?.day ?? 0), 'days after the exports are served');
  assert.deepEqual(
    store.generations
      .current()
      ?.manifest.parts.map(({ name }) => name)
      .slice(-2),
    ['procurement', 'recent'],
  );

  // `procurement-stored-days.test.ts` covers this in `npm test`.
  if (!isLongTier) return;
  // The store is lost, and the first list is wrong when it is requested again.
  const recent = () => store.generations.current()?.manifest.parts.find(({ name }) => name === 'recent');
  const { id } = recent() ?? assert.fail();
  const rows = 'select count(*) as rows from purchase';
  const before = await store.generations.current()?.partGroup('procurement')?.one(rows);
  await store.live.write([{ sql: 'delete from procurement_increment' }]);
  server.faults.add('sicap', { kind: 'filtersIgnored', requests: 60 });
  await look();
  server.faults.clear();
  assert.equal(recent()?.id, id);
  assert.deepEqual(await store.generations.current()?.partGroup('procurement')?.one(rows), before);
  const result = errors.map((error) => (error as Error).message).join('\n');
  assert.match(
    result,
    /lists are not in the dataset: recent: .* notices without [^,;]+; published once the lists were asked/,
  );
  errors.length = 0;
  await look();
  assert.deepEqual(errors, []);
  assert.equal(recent()?.stale, null, 'the lists give the same rows again');
  assert.deepEqual(await store.generations.current()?.partGroup('procurement')?.one(rows), before);
});
