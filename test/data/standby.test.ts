/** Reads of the dataset on a healthy streaming standby: routing, new generations and reads canceled by recovery. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { allocateStandby } from '#data/store/standby/standby-state.ts';
import { watchStandby } from '#data/store/standby/standby-watch.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { publish, servedNames, sql } from '#test/support/small-generations.ts';
import { FIRMS, pauseReplay, readsOn, resumeReplay, type Scene, standbyScene } from '#test/support/standby-scene.ts';
import { until } from '#test/support/until.ts';

/** A standby slow on a busy machine is not given up here; the limit is ten seconds without a poll. */
const PATIENT_MS = 9_000;

describe('a healthy standby', { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' }, () => {
  let scene: Scene;
  before(async () => {
    scene = await standbyScene({ readMs: 5_000, answerMs: PATIENT_MS });
  });
  after(() => scene.stop());
  const db = () => scene.reader.current()?.db ?? assert.fail('nothing is served');

  test('reads of the dataset run on the standby only, without writes there', async () => {
    let ran: number[] = [];
    // On a busy machine the standby may be left in between, and the primary is read as intended.
    await until('the standby was in use throughout', async () => {
      await scene.is('reading');
      const [changes, before] = [scene.changes(), scene.asked(FIRMS)];
      for (let i = 0; i < 20; i++) assert.deepEqual(await servedNames(scene.reader), ['Alfa']);
      const after = scene.asked(FIRMS);
      ran = [after.standby - before.standby, after.primary - before.primary];
      return scene.changes() === changes;
    });
    assert.deepEqual(ran, [20, 0]);
    assert.doesNotMatch(scene.standby.output(), /read-only transaction|during recovery|recovery is in progress/);
  });

  test('the standby is not behind an idle primary', async () => {
    // The primary writes by itself now and then: a poll at that moment sees a lag.
    await until('the standby is not behind', async () => {
      await scene.looked();
      const { lagMs, lagBytes } = scene.watch.now();
      return lagMs === 0 && lagBytes === 0;
    });
  });

  test('a new generation is served after its arrival on the standby', async () => {
    await pauseReplay(scene);
    await publish(scene.builder, ['Beta']);
    await scene.reader.refresh();
    assert.deepEqual(await servedNames(scene.reader), ['Alfa']);
    assert.deepEqual(await servedNames(scene.builder), ['Beta']);
    await resumeReplay(scene);
    await scene.standby.caughtUp();
    await scene.reader.refresh();
    assert.deepEqual(await servedNames(scene.reader), ['Beta']);
  });

  test('a host that has served a newer generation reads it on the primary and never returns to the standby’s older one', async () => {
    await pauseReplay(scene);
    scene.way.close();
    await scene.is('away');
    const { id } = await publish(scene.builder, ['Gamma']);
    await scene.reader.refresh();
    assert.deepEqual(await servedNames(scene.reader), ['Gamma']);
    scene.way.open();
    await scene.is('reading');
    const before = scene.asked(FIRMS);
    for (let i = 0; i < 5; i++) {
      await scene.reader.refresh();
      assert.equal(scene.reader.current()?.manifest.id, id);
      assert.deepEqual(await servedNames(scene.reader), ['Gamma']);
    }
    assert.equal(scene.asked(FIRMS).primary - before.primary, 5);
    await resumeReplay(scene);
    await readsOn(scene, 'standby');
    // A rollback is a new publication and is followed.
    await scene.builder.rollback();
    await scene.standby.caughtUp();
    await scene.reader.refresh();
    assert.deepEqual(await servedNames(scene.reader), ['Beta']);
  });

  test('a read that recovery cancels is answered all the same', async () => {
    await sql(scene.primary.url, 'create table churned (n integer)');
    await readsOn(scene, 'standby');
    let isCancelled = false;
    const cleaned = cleanedUnder(scene, /canceling statement due to conflict with recovery/).finally(() => {
      isCancelled = true;
    });
    let read = 0;
    // A busy machine may run no cleanup before one of the reads ends.
    do {
      read++;
      const slow = await db().all("select name, pg_sleep(1)::text as slept, 'a slow read' as this from firm");
      assert.deepEqual(slow, [{ name: 'Beta', slept: '', this: 'a slow read' }]);
    } while (!isCancelled);
    await cleaned;
    assert.ok(scene.asked("'a slow read'").standby > read, 'the canceled read was retried on the standby');
  });

  test('a stream that recovery cancels continues with the next row', async () => {
    const names = Array.from({ length: 5_000 }, (_, i) => `Firma ${i}`);
    await publish(scene.builder, names);
    await scene.standby.caughtUp();
    await scene.reader.refresh();
    // At once: the change was announced there.
    assert.equal(await readsOn(scene, 'standby'), 1);
    const read: string[] = [];
    for await (const { name } of db().stream<{ name: string }>("select name, 'a stream' as this from firm")) {
      read.push(name);
      if (read.length === 1_500) await cleanedUnder(scene, /terminating connection due to conflict with recovery/);
    }
    assert.deepEqual(read, names);
    const { primary, standby } = scene.asked("'a stream'");
    assert.ok(standby > 0 && primary > 0, 'it began on the standby and ended on the primary');
  });

  test('a stream of a removed generation fails as unavailable, and the next read succeeds', async () => {
    await readsOn(scene, 'standby');
    const old = db();
    const read = async (): Promise<void> => {
      let count = 0;
      for await (const _ of old.stream("select name, 'of the old' as this from firm order by cui")) {
        if (++count > 1) continue;
        // The primary has no reader of it, and this test has no grace period.
        for (let i = 0; i < 3; i++)
          await publish(
            scene.builder,
            Array.from({ length: 5_000 }, (_, n) => `Firma ${n}`),
          );
        await scene.standby.caughtUp();
      }
    };
    await assert.rejects(
      read(),
      (error) => isStoreUnavailable(error) && /was removed in the middle/.test(error.message),
    );
    assert.match(scene.standby.output(), /conflict with recovery/);
    await scene.reader.refresh();
    assert.equal((await servedNames(scene.reader)).length, 5_000);
    await readsOn(scene, 'standby');
  });

  test('a stream whose rows differ on the primary fails without giving any of them', async () => {
    await readsOn(scene, 'standby');
    let count = 0;
    const others = async (): Promise<void> => {
      for await (const _ of db().stream('select random() as other from firm')) if (++count === 1_500) scene.way.drop();
    };
    await assert.rejects(others(), (error) => isStoreUnavailable(error) && /in another order/.test(error.message));
    assert.equal(count, 2_000, 'the rows received before were given');
  });

  test('data without read permission on the standby is read on the primary', async (t) => {
    // Grants of an operator that omit the schemas of each generation.
    await sql(scene.primary.url, 'create role reader login');
    for (const grant of ['usage on schema firmoteca', 'select on all tables in schema firmoteca'])
      await sql(scene.primary.url, `grant ${grant} to reader`);
    const location = new URL(scene.standby.url);
    location.username = 'reader';
    await scene.standby.caughtUp();
    const memory = allocateStandby();
    const watch = await watchStandby(
      { databaseUrl: scene.primary.url, readUrl: location.href, lagMsMax: 30_000, memory, answerMs: PATIENT_MS },
      () => {},
    );
    t.after(watch.stop);
    const reader = await openPostgresGenerations(scene.primary.url, 'demo', {
      standby: { url: location.href, memory },
    });
    t.after(reader.close);
    await publish(scene.builder, ['Gama']);
    await scene.standby.caughtUp();
    await reader.refresh();
    assert.equal(watch.now().state, 'reading');
    assert.deepEqual(await servedNames(reader), ['Gama']);
    assert.match(scene.standby.output(), /permission denied for schema/);
  });

  test('a query beyond its timeout fails and is not repeated on the primary', async () => {
    await readsOn(scene, 'standby');
    await assert.rejects(db().one("select pg_sleep(30), 'too long' as this"), /statement timeout/);
    assert.equal(scene.asked("'too long'").primary, 0);
    assert.equal(scene.watch.now().state, 'reading');
  });
});

/** Cleans up rows invisible on the primary until the cleanup conflicts with a reader on the standby. */
const cleanedUnder = ({ primary, standby }: Scene, output: RegExp): Promise<void> =>
  until(`the standby says ${output}`, async () => {
    await sql(primary.url, 'insert into churned values (1)');
    await sql(primary.url, 'delete from churned');
    await sql(primary.url, 'vacuum churned');
    return output.test(standby.output());
  });
