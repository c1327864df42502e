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
/** Counts for a while. */
const HEAVY =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select count(*) as n from n';
const askedBy = (by: string) => ({ by, signal: new AbortController().signal });
const isComeBack = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'OVERLOADED' &&
  error.status === 503 &&
  error.headers['retry-after'] === '5';

test('a heavy question does not hold up one that is asked later on the same thread', async () => {
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

test('questions are answered in turn, and who comes when the line is long is told when to come back', async () => {
  const answered: number[] = [];
  const line = Array.from({ length: 20 }, async (_, i) => {
    await analyst.queries.all(served(), NAMES, askedBy(`asker ${i}`));
    answered.push(i);
  });
  await assert.rejects(analyst.queries.all(served(), NAMES), isComeBack);
  await assert.rejects(analyst.queries.where(served()), isComeBack);
  await Promise.all(line);
  assert.deepEqual(answered, [...line.keys()]);
  assert.deepEqual((await analyst.queries.where(served())).names, ['Alfa', 'Beta'], 'the line is free again');
});

test('one asker cannot fill the line: askers are answered in turn, and each has a few places', async () => {
  const own = open();
  const gate = newGate();
  const greedy = Array.from({ length: 30 }, (_, i) =>
    own.queries.count(served(), i === 0 ? gate : null, askedBy('greedy')),
  );
  const ends = Promise.allSettled(greedy);
  const others = ['one', 'two', 'three'].map((name) => own.queries.count(served(), null, askedBy(name)));
  set(gate, OPEN);
  // The first of the greedy one is being answered and the next is due; then it is one of each.
  assert.deepEqual(await Promise.all(others), [3, 4, 5]);
  const refused = (await ends).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 24);
  assert.ok(refused.every((end) => end.status === 'rejected' && isComeBack(end.reason)));
  await own.close();
});

test('in a full line whoever has most waiting makes room for a newcomer', async () => {
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

test('a question that fails fails alone, and its error says what the engine said', async () => {
  await assert.rejects(analyst.queries.all(served(), 'select 1 from nowhere'), {
    code: 'ERR_SQLITE_ERROR',
    message: /nowhere/,
    stack: /sqlite\/database\.ts/,
  });
  assert.equal((await analyst.queries.all(served(), NAMES)).length, 2);
});

test('a question that takes too long is given up', async () => {
  const impatient = open(settings, { queryMs: 1 });
  await assert.rejects(impatient.queries.all(served(), HEAVY), isComeBack);
  await impatient.close();
});

test('a caller that leaves is let go at once: waiting, its question is never asked, and the next one has its turn', async () => {
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
  assert.equal(await stays, 2, 'after the one that was running when its caller left');
  await assert.rejects(own.queries.count(served(), null, { by: 'one', signal: AbortSignal.abort(reason) }), reason);
  assert.equal(await own.queries.count(served(), null), 3);
  await own.close();
});

test('a thread that died comes back with the next question, and why it died is told', async () => {
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

test('when it is closed, those who wait are told, and so are those who come later', async () => {
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

  test('an analyst reads what is served, on connections of its own', async () => {
    const { own, other } = await placed();
    await publish(own, ['Delta']);
    assert.deepEqual(await other.queries.all(served(own), NAMES), [{ name: 'Delta' }]);
    await other.close();
    await own.close();
  });

  longTest('a silent database is reported as that, and a question that takes too long as that', async () => {
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
    /** Its thread begins with a question, and beginning is part of that question's time. */
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
    // Under way when the database falls silent, and worked on when it is back: nobody takes its connection away.
    const late = watchful.queries.all(served(own), 'select pg_sleep(15)');
    late.catch(() => {});
    const active = `select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(15)%' and pid <> pg_backend_pid()`;
    await until('it is under way', async () => (await sql(location.databaseUrl ?? '', active)).length > 0);
    way.silence();
    await assert.rejects(impatient.queries.all(served(own), NAMES), isStoreUnavailable);
    const heldUp = patient.queries.all(served(own), NAMES);
    way.open();
    // The database is there when the time is up, and was not while it was waited for.
    await assert.rejects(late, isStoreUnavailable);
    // What was asked in vain is asked again on another connection, as soon as the old one is found out.
    assert.deepEqual(await heldUp, [{ name: 'Delta' }]);
    assert.deepEqual(await patient.queries.all(served(own), NAMES), [{ name: 'Delta' }]);
    await Promise.all([patient.close(), impatient.close(), watchful.close()]);
    await way.stop();
    await own.close();
  });

  test('while generations are swapped under a load of questions, each is answered from its own, never on the thread that asks', async () => {
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

  test('one that begins after a swap answers for a call that began before it', async () => {
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

test('where the generation of a call is gone for good, the caller is told to ask again', async () => {
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
