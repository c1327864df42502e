/** Builds with several hosts, as real processes: the builder is killed or paused in the middle, and the next leader continues. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isComplete } from '#data/store/manifest.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { ledHosts, PATIENCE_MS, type StartedHost } from '#test/support/leader-hosts.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { until } from '#test/support/until.ts';

let folder: string;
let database: TestDatabase;
let store: Store;
let hosts: ReturnType<typeof ledHosts>;
/** The host that finished the first build. */
let founder: StartedHost;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'firmoteca-builds-'));
  database = await testDatabase();
  store = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  hosts = ledHosts(store, folder, () => ({
    databaseUrl: database.url,
    documents: join(folder, 'documents'),
    // No server listens there, so nothing is collected meanwhile.
    procurement: 'http://127.0.0.1:1',
    smtpPort: 1,
    today: '2026-11-15',
    companies: 100,
  }));
});
after(async () => {
  await hosts.killAll();
  await store.close();
  await database.stop();
  rmSync(folder, { recursive: true });
});

const parts = async (): Promise<string[]> =>
  (await store.live.all<{ id: string }>('select id from firmoteca.part')).map(({ id }) => id);
/** Awaits a part that did not exist before. */
const isBuilding = async (before: readonly string[] = []): Promise<void> =>
  until('a part is being built', async () => (await parts()).some((id) => !before.includes(id)), PATIENCE_MS);
const served = async () => {
  await store.generations.refresh();
  return store.generations.current();
};

test('a first build continues although one builder is paused with its lock and the next one is killed', async () => {
  const first = await hosts.start();
  await hosts.leading();
  await isBuilding();
  first.child.kill('SIGSTOP');
  const left = await parts();
  const second = await hosts.start();
  await hosts.leading(first);
  await isBuilding(left);
  await until('companies are served', async () => (await served()) !== null, PATIENCE_MS);
  await hosts.kill(second);
  founder = await hosts.start();
  await hosts.leading(second);
  await until('everything is served', async () => isComplete((await served())?.manifest ?? NOTHING), PATIENCE_MS);
  const { id = '' } = (await served())?.manifest ?? {};
  assert.deepEqual(await store.generations.check(id), []);
  first.child.kill('SIGCONT');
  await until('the paused host has noticed', async () => /is no longer the leader/.test(first.output()), PATIENCE_MS);
  assert.equal((await served())?.manifest.id, id, 'the paused host publishes nothing');
  for (const host of [first, second, founder]) assert.doesNotMatch(host.output(), /failed/);
});

/** A manifest that awaits something. */
const NOTHING = { awaits: ['everything'] } as never;

test('parts of an older format are rebuilt once although their builder is killed', async () => {
  await hosts.killAll();
  await store.state.write([
    {
      sql: `update firmoteca.generation set manifest = regexp_replace(manifest, '("name":"rankings".*?"format":")[^"]+', '\\10-older')`,
    },
  ]);
  const before = await parts();
  const old = (await served())?.manifest.id;
  const first = await hosts.start({ folder: founder.folder });
  await isBuilding(before);
  await hosts.kill(first);
  await hosts.start({ folder: founder.folder });
  await until('the new generation is served', async () => (await served())?.manifest.id !== old, PATIENCE_MS);
  const now = await served();
  assert.deepEqual(now?.unreadable, []);
  assert.deepEqual(await store.generations.check(now?.manifest.id ?? ''), []);
  await until('parts of the killed build are removed', async () => (await left()).length === 0, PATIENCE_MS);
});

/** Parts that no generation references. */
const left = (): Promise<unknown[]> =>
  store.live.all(
    `select id from firmoteca.part where id !~ '^g[0-9]{8}_' and not exists (
       select 1 from firmoteca.generation where position('"id":"' || part.id || '"' in manifest) > 0)`,
  );
