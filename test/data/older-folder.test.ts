/** The real process on a data folder of an older release: it starts, serves the readable parts and rebuilds the others. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '#data/store/dataset.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { serving } from '#test/support/cli.ts';
import { cuiOf } from '#test/support/demo-service.ts';
import { beforeFormats, dropColumn, rewriteManifest } from '#test/support/older-release.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { run, serve } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-older-'));
after(() => rmSync(folder, { recursive: true }));

/** A busy machine rebuilds three hundred companies within this time. */
const PATIENCE_MS = 180_000;

/** Paths without live queries, so that two answers can be compared. */
const PATHS = ['/api/search?q=zimbrul', '/api/statistica', '/api/statistica/leaderboard-years', '/api/firme/cluj'];

interface Answer {
  status: number;
  code: string | null;
  data: unknown;
}

/** Data observed at the tax authority in the meantime is part of a generation built later. */
const TOLD = ['taxAuthority', 'bySection', 'caenCode', 'caenRevision'];
const withoutTold = (name: string, value: unknown): unknown => (TOLD.includes(name) ? undefined : value);

const ask = async (origin: string, path: string, key = DEMO_KEY): Promise<Answer> => {
  const response = await fetch(origin + path, { headers: { 'x-api-key': key } });
  const { data = null, error } = JSON.parse(await response.text(), withoutTold) as {
    data?: unknown;
    error?: { code: string };
  };
  return { status: response.status, code: error?.code ?? null, data };
};

const askAll = (origin: string, key?: string) => Promise.all(PATHS.map((path) => ask(origin, path, key)));

/** Connections are distributed over both threads at random: that many in a row never all reach the same one. */
const READY_TIMES = 15;

const isReady = async (origin: string): Promise<boolean> => (await fetch(`${origin}/readyz`)).ok;

/** Waits for the data of the tax authority. */
const untilKnown = (origin: string, company: string, key = DEMO_KEY): Promise<void> =>
  until('the company is complete', async () => {
    const response = await fetch(origin + company, { headers: { 'x-api-key': key } });
    const { meta } = (await response.json()) as { meta?: { pending?: string[] } };
    return response.status === 200 && meta?.pending === undefined;
  });

/** All answers until the service is ready. Each serving thread loads the new generation itself: one ready answer is not enough. */
async function askUntilReady(origin: string, key?: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  let readyTimes = 0;
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(100)) {
    const some = await askAll(origin, key);
    answers.push(...some);
    if ((await isReady(origin)) && some.every(({ code }) => code !== 'SERVICE_STARTING')) readyTimes++;
    else readyTimes = 0;
    if (readyTimes === READY_TIMES) return answers;
  }
  throw new Error('The service did not become ready.');
}

const codes = (answers: readonly Answer[]): string[] =>
  [...new Set(answers.map(({ status, code }) => `${status} ${code}`))].sort();

for (const engine of ['sqlite', 'postgres'] as const)
  test(`on ${engine} a demo of an older format serves its readable parts and rebuilds the others by itself`, async (t) => {
    const database = engine === 'postgres' ? await testDatabase() : null;
    const data = join(folder, `demo-${engine}`);
    const settings = {
      FIRMOTECA_DATA: data,
      FIRMOTECA_COMPANIES: '300',
      FIRMOTECA_WORKERS: '2',
      FIRMOTECA_LIMITS: 'off',
      ...(database && { DATABASE_URL: database.url }),
    };
    const location = { folder: data, databaseUrl: database?.url ?? null };
    const built = await run(['ingest'], settings);
    assert.equal(built.code, 0, built.output);
    const first = await serve(settings);
    t.after(first.kill);
    const company = `/api/company/${cuiOf('giant')}`;
    await untilKnown(first.origin, company);
    const whole = await askAll(first.origin);
    assert.deepEqual(codes(whole), ['200 null']);
    await first.stop();

    let manifest: Manifest | null = null;
    await rewriteManifest(location, (present) => {
      manifest = present;
      return beforeFormats(present);
    });
    const entities = (manifest as Manifest | null)?.parts.find(({ name }) => name === 'entities') ?? assert.fail();
    await dropColumn(location, entities, 'entity', 'observed_at');
    const sick = await run(['doctor'], settings);
    assert.equal(sick.code, 1, sick.output);
    assert.match(sick.output, /WRONG +part entities +not of the format that this version reads/);
    assert.equal((await run(['generations', 'check'], settings)).code, 1);

    const service = await serve(settings);
    t.after(service.kill);
    const meanwhile = await askUntilReady(service.origin);
    for (const code of codes(meanwhile)) assert.match(code, /^(200 null|503 SERVICE_STARTING)$/);
    assert.deepEqual(await askAll(service.origin), whole);
    assert.match(service.output(), /The format of .*entities.* made again from publications/);
    for (const path of [company, `${company}/timeline`, `/api/company/${cuiOf('stateSupplier')}/seap`, '/api/health'])
      assert.equal((await ask(service.origin, path)).status, 200, path);
    await service.stop();
    const well = await run(['doctor'], settings);
    assert.equal(well.code, 0, well.output);
    assert.equal((await run(['generations', 'check'], settings)).code, 0);
    const back = await run(['generations', 'rollback'], settings);
    assert.deepEqual([back.code, /cannot be gone back to/.test(back.output)], [1, true], back.output);
    await database?.stop();
  });

test('real data without stored publications is downloaded again at the start, and its operations answer 503 until then', async (t) => {
  const country = ['--out', join(folder, 'published'), '--companies', '100'];
  assert.equal((await run(['simulate', 'write', ...country], {})).code, 0);
  const state = await serving(['simulate', 'serve', ...country], {});
  t.after(state.stop);
  const data = join(folder, 'romania');
  const settings = {
    FIRMOTECA_COUNTRY: 'romania',
    FIRMOTECA_DATA: data,
    FIRMOTECA_WORKERS: '1',
    FIRMOTECA_LIMITS: 'off',
    FIRMOTECA_ANAF_COMPANY_URL: `${state.origin}/api/PlatitorTvaRest/v9/tva`,
    FIRMOTECA_ANAF_BALANCE_URL: `${state.origin}/bilant`,
    FIRMOTECA_BNR_URL: state.origin,
    FIRMOTECA_CKAN_URL: state.origin,
    FIRMOTECA_PRESS_URL: `${state.origin}/presa/comunicate`,
    FIRMOTECA_PRESS_FILES_URL: state.origin,
    FIRMOTECA_PROCUREMENT_URL: state.origin,
  };
  const created = await run(['setup', '--yes'], settings);
  assert.equal(created.code, 0, created.output);
  const issued = await run(['keys', 'create', '--plan', 'pro', '--json'], settings);
  const { key } = JSON.parse(issued.output) as { key: string };
  const first = await serve(settings);
  t.after(first.kill);
  // Search results include data of the tax authority, which would arrive between the requests.
  await untilKnown(first.origin, `/api/company/${cuiOf('giant')}`, key);
  const whole = await askAll(first.origin, key);
  await first.stop();
  rmSync(join(data, 'publications'), { recursive: true });
  await rewriteManifest({ folder: data, databaseUrl: null }, beforeFormats);
  const served = readFileSync(join(data, 'CURRENT'), 'utf8');

  const fault = (method: string, path: string) =>
    fetch(`${state.origin}/_faults${path}`, { method, ...(path && { body: JSON.stringify({ kind: 'rejected' }) }) });
  await fault('POST', '/ckan');
  const alone = await serve(settings);
  t.after(alone.kill);
  await alone.says(/does not tell where the trade registry is/);
  await alone.says(/"error"/);
  assert.deepEqual(codes(await askAll(alone.origin, key)), ['503 SOURCE_NOT_LOADED']);
  assert.equal(await isReady(alone.origin), false);
  await alone.stop();
  assert.equal(readFileSync(join(data, 'CURRENT'), 'utf8'), served);
  const refused = await run(['ingest'], settings);
  assert.equal(refused.code, 1);
  assert.match(
    refused.output,
    /The trade registry of .* Run npx firmoteca ingest --download.*\nNothing was changed\.\n/s,
  );

  await fault('DELETE', '');
  const service = await serve(settings);
  t.after(service.kill);
  for (const code of codes(await askUntilReady(service.origin, key)))
    assert.match(code, /^(200 null|503 SERVICE_STARTING)$/);
  assert.deepEqual(await askAll(service.origin, key), whole);
  assert.ok(existsSync(join(data, 'publications/onrc')));
  assert.match(service.output(), /were not kept: downloaded again/);
});
