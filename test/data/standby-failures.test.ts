/** A standby that is killed, frozen, behind, promoted or foreign: reads go to the primary, and back after its recovery. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { allocateStandby, type StandbyState } from '#data/store/standby/standby-state.ts';
import { watchStandby } from '#data/store/standby/standby-watch.ts';
import { emptyDatabase, startPostgres } from '#test/support/postgres-server.ts';
import { startStandby } from '#test/support/postgres-standby.ts';
import { publish, servedNames, sql } from '#test/support/small-generations.ts';
import { pauseReplay, readsOn, resumeReplay, type Scene, standbyScene } from '#test/support/standby-scene.ts';
import { until } from '#test/support/until.ts';

describe('a lost standby', { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' }, () => {
  let scene: Scene;
  let load: Load;
  before(async () => {
    scene = await standbyScene({ lagMsMax: 2_000 });
    load = startLoad(scene);
  });
  // No fault of the standby is visible to readers.
  afterEach(() => assert.deepEqual(load.failures, []));
  after(async () => {
    await load.stop();
    await scene.stop();
  });

  test('killed and started again', async () => {
    await readsOn(scene, 'standby');
    await scene.standby.kill();
    await scene.is('away');
    await readsOn(scene, 'primary');
    await scene.standby.start();
    await readsOn(scene, 'standby');
  });

  test('stopped by an operator and started again', async () => {
    await scene.standby.stopFast();
    await scene.is('away');
    await scene.standby.start();
    await readsOn(scene, 'standby');
  });

  test('frozen, so that it accepts queries without an answer', async (t) => {
    t.after(() => scene.standby.thaw());
    scene.standby.freeze();
    await scene.is('away');
    await readsOn(scene, 'primary');
    scene.standby.thaw();
    await readsOn(scene, 'standby');
  });

  test('cut off, with all requests under way', async () => {
    scene.way.silence();
    await scene.is('away');
    await readsOn(scene, 'primary');
    scene.way.open();
    await readsOn(scene, 'standby');
  });

  test('with a password that the service does not have', async (t) => {
    const { data, url } = scene.standby;
    const rules = join(data, 'pg_hba.conf');
    const before = readFileSync(rules, 'utf8');
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const lettingIn = async (): Promise<void> => {
      writeFileSync(rules, before);
      await admin.query('select pg_reload_conf()');
    };
    t.after(() => lettingIn().finally(() => admin.end()));
    writeFileSync(rules, 'host all all 127.0.0.1/32 scram-sha-256\n');
    await admin.query('select pg_reload_conf()');
    const isLetIn = (): Promise<boolean> =>
      sql(url, 'select 1').then(
        () => true,
        () => false,
      );
    await until('the standby refuses connections', async () => !(await isLetIn()));
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'`);
    await scene.is('away');
    await readsOn(scene, 'primary');
    await lettingIn();
    await readsOn(scene, 'standby');
  });

  test('further behind than allowed', async () => {
    await pauseReplay(scene);
    await publish(scene.builder, ['Beta']);
    await scene.is('behind');
    const { lagMs, lagBytes } = scene.watch.now();
    assert.ok(Number(lagMs) > 2_000 && Number(lagBytes) > 0);
    await readsOn(scene, 'primary');
    await scene.reader.refresh();
    assert.deepEqual(await servedNames(scene.reader), ['Beta']);
    await resumeReplay(scene);
    await readsOn(scene, 'standby');
    assert.deepEqual(await servedNames(scene.reader), ['Beta']);
  });

  test('promoted by mistake', async () => {
    await sql(scene.standby.url, 'select pg_promote()');
    await scene.is('promoted');
    await readsOn(scene, 'primary');
    await sql(scene.standby.url, `update ${scene.reader.current()?.manifest.parts[0]?.id}.firm set name = 'Other'`);
    assert.deepEqual(await servedNames(scene.reader), ['Beta']);
  });
});

describe('an address of another server', { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' }, () => {
  let scene: Scene;
  before(async () => {
    scene = await standbyScene();
  });
  after(() => scene.stop());

  /** From the first poll, with a long timeout for busy machines. */
  const isFound = async (readUrl: string, state: StandbyState): Promise<void> => {
    const settings = { databaseUrl: scene.primary.url, readUrl, lagMsMax: 30_000, memory: allocateStandby() };
    const watch = await watchStandby({ ...settings, answerMs: 30_000 }, () => {});
    await watch.stop();
    assert.equal(watch.now().state, state);
  };

  test('another server is foreign', async () => {
    const other = await startPostgres();
    await isFound(other.url, 'foreign');
    await other.stop();
  });

  test('another database of the same servers is foreign', async () => {
    await emptyDatabase(scene.primary.url, 'other');
    await scene.standby.caughtUp();
    const other = new URL(scene.standby.url);
    other.pathname = '/other';
    await isFound(other.href, 'foreign');
  });

  test('the primary itself is no standby', async () => {
    await isFound(scene.primary.url, 'promoted');
  });

  test('an unreachable server is away', async () => {
    await isFound('postgres://postgres@127.0.0.1:1/postgres', 'away');
  });

  test('a standby without the catalogue of this version is behind', async () => {
    await scene.builder.close();
    await sql(scene.primary.url, 'alter table firmoteca.installation rename column pointings to other');
    await scene.standby.caughtUp();
    await isFound(scene.standby.url, 'behind');
    await sql(scene.primary.url, 'alter table firmoteca.installation rename column other to pointings');
  });
});

describe('a primary replaced by another server', { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' }, () => {
  let scene: Scene;
  before(async () => {
    scene = await standbyScene();
  });
  after(() => scene.stop());

  test('a standby of the former primary is foreign, and is used again once it follows the new one', async (t) => {
    const next = await startStandby(scene.primary);
    t.after(() => next.stop());
    const met: (string | null)[] = [];
    const settings = { databaseUrl: next.url, readUrl: scene.standby.url, lagMsMax: 30_000, memory: allocateStandby() };
    const watch = await watchStandby(settings, (_, reason) => void met.push(reason));
    t.after(() => watch.stop());
    const is = (state: string): Promise<void> =>
      until(`the standby is ${state}`, async () => watch.now().state === state);
    await is('reading');
    await scene.builder.close();
    await scene.reader.close();
    // Both have every write of the former primary.
    await scene.primary.stopFast();
    await sql(next.url, 'select pg_promote()');
    await is('foreign');
    assert.match(met.at(-1) ?? '', /^timeline 1, while the primary is on 2$/);
    const { hostname, port, username } = new URL(next.url);
    const follow = `alter system set primary_conninfo = 'host=${hostname} port=${port} user=${username}'`;
    await sql(scene.standby.url, follow);
    await sql(scene.standby.url, 'select pg_reload_conf()');
    await is('reading');
  });
});

interface Load {
  failures: unknown[];
  stop(): Promise<void>;
}

/** Readers that run continuously. */
function startLoad({ reader }: Scene): Load {
  const failures: unknown[] = [];
  let isOver = false;
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      try {
        const names = await servedNames(reader);
        if (!/^(Alfa|Beta)$/.test(names.join())) failures.push(names);
      } catch (error) {
        failures.push(error);
      }
    }
  });
  return {
    failures,
    async stop() {
      isOver = true;
      await Promise.all(readers);
    },
  };
}
