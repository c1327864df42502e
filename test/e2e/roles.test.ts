/** The roles of several hosts, as real processes, and the reported leader of the jobs. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import { filledTables } from '#data/store/store-tables.ts';
import { loadSecrets } from '#server/secrets.ts';
import { claimMark, storedMark } from '#server/secrets-mark-table.ts';
import { run } from '#test/support/cli.ts';
import { secretsIn } from '#test/support/known-secrets.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { listens, serve } from '#test/support/process.ts';
import { DEMO_KEY, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

let folder: string;
let database: TestDatabase;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'firmoteca-roles-'));
  database = await testDatabase();
  await (await smallService({ databaseUrl: database.url })).close();
});
after(async () => {
  await database.stop();
  rmSync(folder, { recursive: true });
});

const host = (name: string, role: string) => ({
  DATABASE_URL: database.url,
  FIRMOTECA_DATA: join(folder, name),
  FIRMOTECA_DOCUMENTS: join(folder, 'documents'),
  FIRMOTECA_SECRETS: secretsIn(folder),
  FIRMOTECA_TODAY: '2026-11-15',
  FIRMOTECA_WORKERS: '1',
  FIRMOTECA_ROLE: role,
});
const health = async (origin: string) => {
  const response = await fetch(`${origin}/api/health`, { headers: { 'x-api-key': DEMO_KEY } });
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { data: { status: string; duties: { state: string; term: number | null } } }).data;
};

test('a host with SQLite takes all roles, and another role is refused with advice', async () => {
  const environment = { FIRMOTECA_DATA: join(folder, 'sqlite'), FIRMOTECA_ROLE: 'serve' };
  const started = await run(['serve'], environment);
  assert.equal(started.code, 1);
  assert.match(
    started.output,
    /^FIRMOTECA_ROLE=serve is for one of several hosts, and SQLite has one: set DATABASE_URL/,
  );
  const checked = await run(['doctor'], environment);
  assert.match(checked.output, /WRONG {4}role +serve, on SQLite\n +→ Set DATABASE_URL/);
});

test('a host with other secrets than the dataset does not start and creates none, and the doctor reports it', async () => {
  const own = join(folder, 'stranger.json');
  const stranger = { ...host('stranger', 'serve'), FIRMOTECA_SECRETS: own };
  const refused =
    /^The dataset in this database was built with other secrets than those of this host: .+ Copy the secrets /;
  const wrong = /WRONG +secrets of the dataset +not those in .+\n +→ Copy the secrets /;
  const without = await run(['serve'], stranger);
  assert.equal(without.code, 1);
  assert.match(without.output, refused);
  assert.equal(existsSync(own), false);
  loadSecrets(own);
  assert.match((await run(['serve'], stranger)).output, refused);
  assert.match((await run(['doctor'], stranger)).output, wrong);
  assert.doesNotMatch((await run(['doctor'], host('stranger', 'serve'))).output, wrong);
});

test('of two hosts over an empty database the secrets of the first one count', async (t) => {
  const empty = await testDatabase();
  t.after(() => empty.stop());
  const begun = { ...host('begun', 'serve'), DATABASE_URL: empty.url, FIRMOTECA_DOCUMENTS: join(folder, 'none') };
  const first = await listens(begun);
  t.after(() => first.stop());
  const second = await run(['serve'], { ...begun, FIRMOTECA_SECRETS: join(folder, 'second.json') });
  assert.equal(second.code, 1);
  assert.match(second.output, /^Another host has begun this installation with other secrets than those of this host: /);
});

test('a failed start over an empty database with real data leaves it empty for a move or a back-up', async (t) => {
  const empty = await testDatabase();
  t.after(() => empty.stop());
  const own = { FIRMOTECA_SECRETS: join(folder, 'none.json'), FIRMOTECA_COUNTRY: 'romania' };
  const { code, output } = await run(['serve'], { ...host('vain', 'all'), ...own, DATABASE_URL: empty.url });
  assert.equal(code, 1);
  assert.match(output, /^This installation has no data yet\./);
  assert.equal(existsSync(own.FIRMOTECA_SECRETS), false);
  const { state, close } = await openStore({ databaseUrl: empty.url, folder, country: 'romania' });
  const marks = [await storedMark(state), await claimMark(state, 'first'), await claimMark(state, 'second')];
  const filled = await filledTables(state);
  await close();
  assert.deepEqual([marks, filled], [[null, 'first', 'first'], []]);
});

/** Starts a working host beside hosts that serve callers; all of them report it as leader. */
async function leads(beside: { origin: string }[]): Promise<void> {
  const working = await serve(host('two', 'work'));
  const hosts = [...beside, working];
  for (const { origin } of hosts)
    await until('the host is leader', async () => (await health(origin)).duties.state === 'led');
  assert.equal((await health(working.origin)).duties.term, 1);
  for (const { origin } of hosts) {
    const figures = await (await fetch(`${origin}/metrics`)).text();
    assert.match(figures, /^firmoteca_duties_led\{host="[^"]+\/[0-9]+"\} 1$/m);
    assert.match(figures, /^firmoteca_duties_term 1$/m);
    assert.match(figures, /^firmoteca_duties_led_since_seconds [0-9.]+$/m);
  }
  assert.doesNotMatch(working.output(), /\/docs|curl/, 'a working host prints no invitation to callers');
  for (const probe of ['/livez', '/readyz']) assert.equal((await fetch(working.origin + probe)).status, 200, probe);
  for (const path of ['/api/caen/6210', '/docs', '/', '/mcp', '/metrics/x']) {
    const response = await fetch(working.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
    assert.equal(response.status, 404, path);
    assert.match(await response.text(), /This host works for others and answers no callers/, path);
  }
  for (const { origin } of beside) assert.equal((await fetch(`${origin}/docs`)).status, 200);
  const led = await run(['doctor'], host('one', 'serve'));
  assert.match(led.output, /ok {7}duties +led by \S+\/[0-9]+ since 20\S+Z, term 1\n/);
  // A clean stop hands over the lead at once instead of at the end of the lease.
  assert.equal((await working.stop()).code, 0);
  for (const { origin } of beside) assert.equal((await health(origin)).duties.state, 'unled');
}

async function nobodyLeads(): Promise<void> {
  const unled = await run(['doctor'], host('one', 'serve'));
  assert.match(unled.output, /ok {7}role +serve\n/);
  assert.match(
    unled.output,
    /warning {2}duties +no host runs them at the moment\n +→ Start a host with FIRMOTECA_ROLE=all/,
  );
}

test('a serving host does not run the jobs and reports that they have no leader', async (t) => {
  const serving = await serve(host('one', 'serve'));
  t.after(() => serving.stop());
  const alone = await health(serving.origin);
  assert.deepEqual([alone.status, alone.duties], ['degraded', { state: 'unled', ledSince: null, term: null }]);
  await nobodyLeads();
  await t.test('a working host runs the jobs, is reported by all hosts, and answers only probes and metrics', () =>
    leads([serving]),
  );
});
