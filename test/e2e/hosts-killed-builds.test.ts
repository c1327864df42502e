/** Builds of an installation with several hosts, as real processes: whoever builds is killed or stands still in the middle, and the next goes on. */
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
/** The host that came to the end of the first build. */
let founder: StartedHost;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'firmoteca-builds-'));
  database = await testDatabase();
  store = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  hosts = ledHosts(store, folder, () => ({
    databaseUrl: database.url,
    documents: join(folder, 'documents'),
    // Nobody listens there: nothing is collected meanwhile.
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
/** When there is a part that was not there before. */
const isBuilding = async (before: readonly string[] = []): Promise<void> =>
  until('a part is being made', async () => (await parts()).some((id) => !before.includes(id)), PATIENCE_MS);
const served = async () => {
  await store.generations.refresh();
  return store.generations.current();
};

test('a first build goes on though one who made it stands still with its lock, and the next was killed', async () => {
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
  await until('it has noticed', async () => /is no longer the leader/.test(first.said()), PATIENCE_MS);
  assert.equal((await served())?.manifest.id, id, 'and publishes nothing');
  for (const host of [first, second, founder]) assert.doesNotMatch(host.said(), /failed/);
});

/** Awaits something. */
const NOTHING = { awaits: ['everything'] } as never;

test('parts of an older format are made again once, though whoever made them was killed', async () => {
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
  await until('they are served', async () => (await served())?.manifest.id !== old, PATIENCE_MS);
  const now = await served();
  assert.deepEqual(now?.unreadable, []);
  assert.deepEqual(await store.generations.check(now?.manifest.id ?? ''), []);
  await until('what the killed one left is gone', async () => (await left()).length === 0, PATIENCE_MS);
});

/** Parts that no generation names. */
const left = (): Promise<unknown[]> =>
  store.live.all(
    `select id from firmoteca.part where id !~ '^g[0-9]{8}_' and not exists (
       select 1 from firmoteca.generation where position('"id":"' || part.id || '"' in manifest) > 0)`,
  );
