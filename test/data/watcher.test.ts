/** One watcher per process announces changes to its threads: at once through PostgreSQL notifications, else within a second. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { type ChangeWatch, recordChange, watchChanges } from '#data/store/changes/counter.ts';
import { startWatcher } from '#data/store/changes/watcher.ts';
import type { Database } from '#data/store/database.ts';
import { openReaders, openStore, type Store, type StoreSettings } from '#data/store/open.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { onBothEngines, type Place } from '#test/support/both-engines.ts';
import { wayTo } from '#test/support/fault-proxy.ts';
import { type MortalServer, startPostgres, testDatabase } from '#test/support/postgres-server.ts';
import { longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const fail = (error: unknown): never => {
  throw error;
};
/** The documented delay. */
const withinASecond = () => sleep(1_000);

/**
 * The guarantee for one second is that no cached data is trusted. The change itself is visible after the next poll, which can
 * be late on a busy machine; until then every request reads the store, and no answer is wrong.
 */
async function isSeen(watch: ChangeWatch, before: unknown): Promise<void> {
  await withinASecond();
  assert.ok(watch.version() !== before || !watch.isFresh(), 'cached data is still trusted');
  await until('the change is seen', async () => watch.version() !== before && watch.isFresh());
}

/** A store that counts the reads of its state. */
function counted(store: Store): { store: Store; reads(): number } {
  let reads = 0;
  const all: Database['all'] = (sql, params) => {
    reads++;
    return store.state.all(sql, params);
  };
  return { store: { ...store, state: { ...store.state, all } }, reads: () => reads };
}

/** A shared state that counts how often it reported a missing watcher. */
function doubted(board: ChangeState): { board: ChangeState; silences(): number } {
  let silences = 0;
  const isUnwatched = (): boolean => {
    const is = board.isUnwatched();
    if (is) silences++;
    return is;
  };
  return { board: { ...board, isUnwatched }, silences: () => silences };
}

/** A process with its watcher and one thread; `url`: the watcher’s address. */
async function process(t: TestContext, settings: StoreSettings, url = settings.databaseUrl) {
  const main = await openStore(settings);
  const errors: unknown[] = [];
  const watcher = await startWatcher(main, url, (error) => errors.push(error));
  const { store, reads } = counted(
    await openReaders(settings, (name, statements) => main[name].write(statements), changeState(main.changes.memory)),
  );
  await until('the watcher has polled', async () => !main.changes.isUnwatched());
  let read = 0;
  const { board, silences } = doubted(store.changes);
  const watch: ChangeWatch = await watchChanges(
    store.state,
    'access',
    () => void read++,
    (error) => errors.push(error),
    board,
  );
  t.after(async () => {
    await watch.stop();
    await watcher.stop();
    await store.close();
    await main.close();
  });
  return { main, store, watch, errors, reads, silences, timesRead: () => read };
}

onBothEngines((engine) => {
  const settingsIn = ({ folder, databaseUrl }: Place): StoreSettings => ({ folder, databaseUrl, country: 'demo' });

  test('a thread sees a change of another process without polls of its own while the watcher polls', async (t) => {
    const settings = settingsIn(await engine.place());
    const { watch, reads, silences, timesRead } = await process(t, settings);
    const other = await openStore(settings);
    t.after(() => other.close());
    const before = watch.version();
    await other.state.write([recordChange('blocks')]);
    await other.state.write([recordChange('access')]);
    await isSeen(watch, before);
    assert.equal(timesRead(), 2, 'at the start, and after the change');
    // The first read, and one for each time without a watcher poll on a busy machine.
    assert.ok(reads() <= 1 + silences(), `${reads()} own reads, and ${silences()} times without a watcher`);
  });

  test('a thread without a watcher polls by itself, and its copies stay valid', async (t) => {
    const settings = settingsIn(await engine.place());
    const store = await openStore(settings);
    t.after(() => store.close());
    const watch = await watchChanges(store.state, 'access', () => {}, fail, store.changes);
    t.after(() => watch.stop());
    const before = watch.version();
    await store.state.write([recordChange('access')]);
    await isSeen(watch, before);
  });

  test('a waiting thread is notified where the engine can, and polls otherwise', async (t) => {
    const { main, store } = await process(t, settingsIn(await engine.place()));
    if (engine.name === 'sqlite') return assert.equal(store.changes.isListening(), false);
    await until('notifications are delivered', async () => store.changes.isListening());
    const before = store.changes.signalCount('letters');
    await main.state.write([
      {
        sql: `insert into letter (id, recipient, kind, is_notice, language, subject, text, html, queued_at, next_try_at, try_until,
                ends_at, state, tries, lease_until)
              values ('a', 'a@example.ro', 'k', 0, 'ro', 's', 't', 'h', '1', '1', '2', '2', 'queued', 0, '')`,
      },
    ]);
    await until('the thread was notified', async () => store.changes.signalCount('letters') !== before);
  });
});

test('after the listening backend is terminated a change is seen within a second, and notifications resume', async (t) => {
  const database = await testDatabase();
  t.after(() => database.stop());
  const settings = { databaseUrl: database.url, folder: '/nowhere', country: 'demo' as const };
  const { main, watch } = await process(t, settings);
  await until('notifications are delivered', async () => main.changes.isListening());
  const admin = openPostgres(database.url, { searchPath: ['public'], poolSize: 1 });
  t.after(() => admin.close());
  const ended = await admin.all(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'firmoteca watcher'`,
  );
  assert.equal(ended.length, 1);
  const before = watch.version();
  await admin.write([{ sql: 'set local search_path = firmoteca_state' }, recordChange('access')]);
  await isSeen(watch, before);
  await until('notifications are delivered again', async () => main.changes.isListening());
});

longTest(
  'with a silent listening connection a change is seen within a second, and another connection replaces it',
  async (t) => {
    const database = await testDatabase();
    t.after(() => database.stop());
    const way = await wayTo(database.url);
    t.after(() => way.stop());
    const settings = { databaseUrl: database.url, folder: '/nowhere', country: 'demo' as const };
    const { main, watch } = await process(t, settings, way.through(database.url));
    await until('notifications are delivered', async () => main.changes.isListening());
    way.silence();
    for (let i = 0; i < 5; i++) {
      const before = watch.version();
      await main.state.write([recordChange('access')]);
      await isSeen(watch, before);
    }
    assert.equal(main.changes.isListening(), false);
    way.open();
    await until('notifications are delivered again', async () => main.changes.isListening());
  },
);

test('a change without a notification is seen within a second', async (t) => {
  const database = await testDatabase();
  t.after(() => database.stop());
  const settings = { databaseUrl: database.url, folder: '/nowhere', country: 'demo' as const };
  const { main, watch } = await process(t, settings);
  await main.state.write([{ sql: 'alter table change_count disable trigger all' }]);
  const before = watch.version();
  await main.state.write([recordChange('access')]);
  await isSeen(watch, before);
});

longTest('notifications of other hosts to themselves trigger no poll', async (t) => {
  const database = await testDatabase();
  t.after(() => database.stop());
  const settings = { databaseUrl: database.url, folder: '/nowhere', country: 'demo' as const };
  const { main, silences } = await process(t, settings);
  await until('notifications are delivered', async () => main.changes.isListening());
  const silent = silences();
  const looks = new Set([main.changes.polledAt()]);
  const following = main.changes.subscribe(() => looks.add(main.changes.polledAt()));
  t.after(() => following.stop());
  const began = performance.now();
  for (let i = 0; i < 30; i++) {
    await main.state.write([{ sql: `select pg_notify('firmoteca', $1)`, params: [`proof of another, ${i}`] }]);
    await sleep(100);
  }
  // The watcher polls every 600 ms anyway, and on a busy machine a thread without a watcher polls by itself.
  const usual = (performance.now() - began) / 600 + 2 + silences() - silent;
  assert.ok(looks.size <= usual, `${looks.size} polls instead of ${Math.floor(usual)}`);
});

longTest('a `listen` that delivers no notification is not relied on', async (t) => {
  const [database, elsewhere] = [await testDatabase(), await testDatabase()];
  t.after(() => Promise.all([database.stop(), elsewhere.stop()]));
  const settings = { databaseUrl: database.url, folder: '/nowhere', country: 'demo' as const };
  await (await openStore({ ...settings, databaseUrl: elsewhere.url })).close();
  // The watcher listens in another database than the one with the notifications, as behind a pooler.
  const { main } = await process(t, settings, elsewhere.url);
  await sleep(3_000);
  assert.equal(main.changes.isListening(), false);
});

longTest(
  'after the death of the server copies are not trusted, and they are valid again after its return',
  async (t) => {
    const server: MortalServer = await startPostgres();
    t.after(() => server.stop());
    const settings = { databaseUrl: server.url, folder: '/nowhere', country: 'demo' as const };
    const { main, watch, errors } = await process(t, settings);
    await server.kill();
    await withinASecond();
    assert.equal(watch.isFresh(), false);
    await server.start();
    await until('the copies are valid again', async () => watch.isFresh());
    await until('notifications are delivered again', async () => main.changes.isListening());
    assert.ok(errors.length > 0 && errors.length < 10, `${errors.length} errors`);
    const before = watch.version();
    await main.state.write([recordChange('access')]);
    await isSeen(watch, before);
  },
);
