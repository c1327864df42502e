/** A rolling update to a release with another dataset format: hosts of both releases serve meanwhile. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Manifest } from '#data/store/dataset.ts';
import { acquireLeaderLease, leaderOf } from '#data/store/leader-table.ts';
import { openStore } from '#data/store/open.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { threadModule } from '#lib/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { provideDemoCountry } from '#server/demo-port.ts';
import { startService } from '#server/service.ts';
import { changedEnvironment } from '#test/support/environment.ts';
import { secretsIn } from '#test/support/known-secrets.ts';
import { rewriteManifest, written } from '#test/support/older-release.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { partsOnShelf, publish, servedNames, sql } from '#test/support/small-generations.ts';
import { smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

provideDemoCountry(threadModule('demo-country/port'));

test('while a host of the older release leads, a host of the newer one rebuilds its parts and becomes ready', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-updated-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const database = await testDatabase();
  t.after(() => database.stop());
  const older = await smallService({ databaseUrl: database.url });
  t.after(() => older.close());
  const { manifest } = older.store.generations.current() ?? assert.fail();
  await rewriteManifest(older.place, written(['rankings', 'search']));
  const lead = await acquireLeaderLease(older.store.state, { holder: 'older', host: 'older/1', leaseMs: 3_600_000 });
  assert.equal(lead?.term, 1);

  secretsIn(folder);
  // The service’s threads read these settings.
  const restore = changedEnvironment({
    DATABASE_URL: database.url,
    FIRMOTECA_DATA: folder,
    FIRMOTECA_LOG: 'errors',
    FIRMOTECA_WORKERS: '1',
    PORT: '0',
  });
  t.after(restore);
  const config = readConfig();
  const store = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  t.after(() => store.close());
  assert.equal(store.generations.current()?.unreadable.length, 2);
  // The lease times are shorter here than those of the older host.
  const times = { leaseMs: 100, renewMs: 50, stopMs: 80, lookMs: 50 };
  const service = await startService(config, store, null, times);
  t.after(() => service.stop());
  const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${service.port}/readyz`)).status;
  await until('the service is ready', async () => (await ready()) === 200, 180_000);

  await until(
    'this thread serves the new generation',
    async () => store.generations.current()?.unreadable.length === 0,
  );

  const created = store.generations.current()?.manifest ?? assert.fail();
  const changed = created.parts.filter(({ id }) => !manifest.parts.some((part) => part.id === id));
  assert.deepEqual(changed.map(({ name }) => name).sort(), ['rankings', 'search']);
  const leader = await leaderOf(store.state);
  assert.deepEqual([leader?.host, leader?.term, leader?.isHeld], ['older/1', 1, true]);
  // The older host still has it open.
  assert.equal(older.store.generations.current()?.manifest.id, manifest.id);
  assert.ok(await older.store.generations.current()?.db.one('select count(*) from company_rank'));
});

const olderReleases = {
  'another format of a part': written(['registry']),
  'another format of the manifest': (manifest: Manifest) => ({ ...manifest, format: manifest.format - 1 }),
};

for (const [what, change] of Object.entries(olderReleases))
  test(`generations of hosts with an older release stay for a day, however many the newer one publishes: ${what}`, async (t) => {
    const database = await testDatabase();
    t.after(() => database.stop());
    const open = () => openPostgresGenerations(database.url, 'demo', { graceMs: 0 });
    const older = await open();
    const first = await publish(older, ['older']);
    await rewriteManifest({ databaseUrl: database.url, folder: '' }, change);
    const newer = await open();
    for (const name of ['one', 'two', 'three']) await publish(newer, [name]);
    assert.deepEqual(await servedNames(older), ['older']);
    assert.equal((await newer.list()).length, 3);
    await sql(
      database.url,
      `update firmoteca.generation set retired_at = now() - interval '25 hours' where id = '${first.id}'`,
    );
    const { parts } = await publish(newer, ['four']);
    assert.equal((await newer.list()).length, 2);
    const generationStore = await partsOnShelf({ databaseUrl: database.url, folder: '' });
    assert.ok(generationStore.includes(parts[0]?.id ?? ''));
    assert.ok(!generationStore.includes(first.parts[0]?.id ?? ''));
    for (const each of [older, newer]) await each.close();
  });
