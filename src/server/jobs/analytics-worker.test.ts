import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { threadId } from 'node:worker_threads';
import { ApiError } from '#api/api-error.ts';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { openSqliteGenerations } from '#data/store/sqlite/generation-store.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { BEGUN, newGate, OPEN, set, type TestAnalyses, whenSet } from '#test/support/analytics-queries.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { wayTo } from '#test/support/fault-proxy.ts';
import { publish, sql } from '#test/support/small-generations.ts';
import { longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';
import { type AnalyticsWorker, type AnalyticsWorkerOptions, openAnalyticsWorker } from './analytics-worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-analyst-'));
const settings = { databaseUrl: null, folder, country: 'demo' } as const;
const open = (where: Parameters<typeof openAnalyticsWorker>[0] = settings, options: AnalyticsWorkerOptions = {}) =>
  openAnalyticsWorker<TestAnalyses>(where, import.meta.resolve('#test/support/analytics-queries.ts'), options);

let generations: Generations;
let analyst: AnalyticsWorker<TestAnalyses>;
before(async () => {
  generations = await openSqliteGenerations(folder, 'demo');
  await publish(generations, ['Alfa', 'Beta']);
  analyst = open();
});
after(async () => {
  await analyst.close();
  await generations.close();
  rmSync(folder, { recursive: true });
});

const served = (of = generations): Dataset => {
  const dataset = of.current();
  assert.ok(dataset);
  return dataset;
};

const NAMES = 'select name from firm order by cui';
/** A query that counts for a while. */
const HEAVY =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select count(*) as n from n';
const askedBy = (by: string) => ({ by, signal: new AbortController().signal });
const isComeBack = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'OVERLOADED' &&
  error.status === 503 &&
  error.headers['retry-after'] === '5';

test('a heavy query does not delay a later look-up on the calling thread', async () => {
  const answered: string[] = [];
  const heavy = analyst.queries.all(served(), HEAVY).then((rows) => {
    assert.deepEqual(rows, [{ n: 200_000 }]);
    answered.push('heavy');
  });
  assert.deepEqual(await served().db.one('select name from firm where cui = $1', [2]), { name: 'Beta' });
  answered.push('look-up');
  await heavy;
  assert.deepEqual(answered, ['look-up', 'heavy']);
});

test('queries run in order, and a full queue refuses with Retry-After', async () => {
  const answered: number[] = [];
  const line = Array.from({ length: 20 }, async (_, i) => {
    await analyst.queries.all(served(), NAMES, askedBy(`asker ${i}`));
    answered.push(i);
  });
  await assert.rejects(analyst.queries.all(served(), NAMES), isComeBack);
  await assert.rejects(analyst.queries.where(served()), isComeBack);
  await Promise.all(line);
  assert.deepEqual(answered, [...line.keys()]);
  assert.deepEqual((await analyst.queries.where(served())).names, ['Alfa', 'Beta'], 'the queue is free again');
});

test('one caller cannot fill the queue: callers take turns, and each has a few places', async () => {
  const own = open();
  const gate = newGate();
  const greedy = Array.from({ length: 30 }, (_, i) =>
    own.queries.count(served(), i === 0 ? gate : null, askedBy('greedy')),
  );
  const ends = Promise.allSettled(greedy);
  const others = ['one', 'two', 'three'].map((name) => own.queries.count(served(), null, askedBy(name)));
  set(gate, OPEN);
  // One greedy query is running and the next is due; then callers alternate.
  assert.deepEqual(await Promise.all(others), [3, 4, 5]);
  const refused = (await ends).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 24);
  assert.ok(refused.every((end) => end.status === 'rejected' && isComeBack(end.reason)));
  await own.close();
});

test('a full queue drops a query of the caller with the most waiting queries for a newcomer', async () => {
  const own = open();
  const gate = newGate();
  const running = own.queries.count(served(), gate, askedBy('running'));
  const crowd = ['a', 'b', 'c', 'd'].flatMap((name) =>
    Array.from({ length: 5 }, () => own.queries.count(served(), null, askedBy(name))),
  );
  const ends = Promise.allSettled(crowd);
  const newcomer = own.queries.count(served(), null, askedBy('newcomer'));
  set(gate, OPEN);
  assert.equal(await running, 1);
  assert.equal(await newcomer, 6);
  assert.equal((await ends).filter(({ status }) => status === 'rejected').length, 2);
  await own.close();
});

test('a failing query fails alone, and its error carries the message of the engine', async () => {
  await assert.rejects(analyst.queries.all(served(), 'select 1 from nowhere'), {
    code: 'ERR_SQLITE_ERROR',
    message: /nowhere/,
    stack: /sqlite\/database\.ts/,
  });
  assert.equal((await analyst.queries.all(served(), NAMES)).length, 2);
});

test('a query that takes too long is cancelled', async () => {
  const impatient = open(settings, { queryMs: 1 });
  await assert.rejects(impatient.queries.all(served(), HEAVY), isComeBack);
  await impatient.close();
});

test('an aborted caller is rejected at once, and its waiting query never runs', async () => {
  const own = open();
  const gate = newGate();
  const reason = new Error('the browser was closed');
  const [running, waiting] = [new AbortController(), new AbortController()];
  const left = Promise.all([
    assert.rejects(own.queries.count(served(), gate, { by: 'one', signal: running.signal }), reason),
    assert.rejects(own.queries.count(served(), null, { by: 'one', signal: waiting.signal }), reason),
  ]);
  const stays = own.queries.count(served(), null);
  await whenSet(gate, BEGUN);
  running.abort(reason);
  waiting.abort(reason);
  await left;
  set(gate, OPEN);
  assert.equal(await stays, 2, 'after the query that was running when its caller left');
  await assert.rejects(own.queries.count(served(), null, { by: 'one', signal: AbortSignal.abort(reason) }), reason);
  assert.equal(await own.queries.count(served(), null), 3);
  await own.close();
});

test('a dead thread is replaced at the next query, and the cause of its death is logged', async () => {
  const errors: unknown[] = [];
  const other = open(settings, { onError: (error) => errors.push(error) });
  const away = `${folder}-away`;
  renameSync(folder, away);
  writeFileSync(folder, 'no folder');
  await assert.rejects(other.queries.all(served(), NAMES), /thread is gone/);
  assert.match(String(errors), /ENOTDIR|EEXIST/);
  rmSync(folder);
  renameSync(away, folder);
  assert.deepEqual(await other.queries.all(served(), NAMES), [{ name: 'Alfa' }, { name: 'Beta' }]);
  await other.close();
});

test('a closed worker rejects waiting and later queries', async () => {
  const other = open();
  const line = [other.queries.count(served(), newGate()), other.queries.where(served())];
  const result = Promise.all(
    line.map((requested) => assert.rejects(requested, /thread is gone|analytics worker is closed/)),
  );
  await other.close();
  await result;
  await assert.rejects(other.queries.where(served()), /analytics worker is closed/);
});

onBothEngines((engine) => {
  const placed = async () => {
    const location = await engine.place();
    const own = await location.generations('demo');
    const { databaseUrl, folder } = location;
    return { own, other: open({ databaseUrl, folder, country: 'demo' }) };
  };

  test('the worker reads the current generation on its own connections', async () => {
    const { own, other } = await placed();
    await publish(own, ['Delta']);
    assert.deepEqual(await other.queries.all(served(own), NAMES), [{ name: 'Delta' }]);
    await other.close();
    await own.close();
  });

  longTest('a silent database and a slow query give different errors', async () => {
    if (engine.name === 'sqlite') return;
    const location = await engine.place();
    const way = await wayTo(location.databaseUrl ?? '');
    const through = {
      databaseUrl: way.through(location.databaseUrl ?? ''),
      folder: location.folder,
      country: 'demo',
    } as const;
    const own = await openPostgresGenerations(through.databaseUrl, 'demo');
    await publish(own, ['Delta']);
    const patient = open(through);
    const impatient = open(through, { queryMs: 3_000 });
    const watchful = open(through, { queryMs: 8_000, probeMs: 500 });
    /** The thread starts with its first query, and the start counts towards that query’s time limit. */
    const begun = (one: AnalyticsWorker<TestAnalyses>): Promise<void> =>
      until('its thread answers in time', () =>
        one.queries.all(served(own), NAMES).then(
          () => true,
          (error) => {
            if (!isComeBack(error)) throw error;
            return false;
          },
        ),
      );
    for (const each of [patient, impatient, watchful]) await begun(each);
    const slow = impatient.queries.all(served(own), 'select pg_sleep(10)');
    await assert.rejects(slow, (error) => isComeBack(error) && /took too long/.test(String(error)));
    await begun(impatient);
    // The query runs when the database falls silent and continues when it is back: its connection stays open.
    const late = watchful.queries.all(served(own), 'select pg_sleep(15)');
    late.catch(() => {});
    const active = `select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(15)%' and pid <> pg_backend_pid()`;
    await until('it is under way', async () => (await sql(location.databaseUrl ?? '', active)).length > 0);
    way.silence();
    await assert.rejects(impatient.queries.all(served(own), NAMES), isStoreUnavailable);
    const heldUp = patient.queries.all(served(own), NAMES);
    way.open();
    // The database is back when the time limit ends, but was silent in between.
    await assert.rejects(late, isStoreUnavailable);
    // A query on a dead connection is repeated on another one as soon as the loss is detected.
    assert.deepEqual(await heldUp, [{ name: 'Delta' }]);
    assert.deepEqual(await patient.queries.all(served(own), NAMES), [{ name: 'Delta' }]);
    await Promise.all([patient.close(), impatient.close(), watchful.close()]);
    await way.stop();
    await own.close();
  });

  test('during swaps each query is answered from its own generation, never on the calling thread', async () => {
    const { own, other } = await placed();
    await publish(own, ['first']);
    const requested: Promise<void>[] = [];
    const ask = (dataset: Dataset, name: string): void => {
      requested.push(
        other.queries.where(dataset, askedBy(`asker ${requested.length}`)).then(({ thread, generation, names }) => {
          assert.notEqual(thread, threadId);
          assert.deepEqual([generation, names], [dataset.manifest.id, [name]]);
        }),
      );
    };
    let [before, nameBefore] = [served(own), 'first'];
    for (const name of ['second', 'third', 'fourth', 'fifth']) {
      for (let i = 0; i < 3; i++) ask(before, nameBefore);
      const swap = publish(own, [name]);
      for (let i = 0; i < 3; i++) ask(before, nameBefore);
      await swap;
      const now = served(own);
      for (let i = 0; i < 3; i++) {
        ask(now, name);
        ask(before, nameBefore);
      }
      await Promise.all(requested);
      [before, nameBefore] = [now, name];
    }
    await other.close();
    await own.close();
  });

  test('a worker that starts after a swap answers a call from before the swap', async () => {
    const { own, other } = await placed();
    await publish(own, ['old']);
    const before = served(own);
    await publish(own, ['new']);
    assert.deepEqual((await other.queries.where(before)).names, ['old']);
    assert.deepEqual((await other.queries.where(served(own))).names, ['new']);
    assert.deepEqual((await other.queries.where(before)).names, ['old']);
    await other.close();
    await own.close();
  });
});

test('a call whose generation has been deleted gets an error that asks to repeat the request', async () => {
  const before = served();
  await publish(generations, ['Gama']);
  await publish(generations, ['Delta']);
  const late = open();
  await assert.rejects(
    late.queries.where(before),
    (error) =>
      error instanceof ApiError &&
      error.code === 'OVERLOADED' &&
      /Repeat the request/.test(error.message) &&
      error.headers['retry-after'] === '1',
  );
  assert.deepEqual((await late.queries.where(served())).names, ['Delta']);
  await late.close();
});
