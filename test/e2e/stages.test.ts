/** The demo country in stages, each interrupted as by a kill: the answers of every operation in between, and the continued build. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AnyEndpoint, Operation } from '#api/endpoint.ts';
import { silent } from '#data/ingest/progress.ts';
import { isComplete } from '#data/store/manifest.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { country } from '#demo-country/country.ts';
import { demoCountryInStages } from '#demo-country/installation/build.ts';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { serveCountry } from '#demo-country/server.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { app } from '#server/app.ts';
import { startLive } from '#server/jobs/live-refreshers.ts';
import { knownSecrets } from '#test/support/known-secrets.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { listening } from '#test/support/test-server.ts';

/** The next part to build when a build is interrupted. */
const STOPS = ['rates', 'rankings', 'gazette', 'procurement'];

/** Operations about the moment or the installation; files of press releases are read one by one after the other parts. */
const OF_THE_MOMENT = new Set(['getStatus', 'getAccountUsage', 'listPressReleases', 'listPressArticles']);

class BrokenOff extends Error {}

interface Answer {
  status: number;
  data: string;
  code: string | undefined;
  notLoaded: string[];
  retryAfter: string | null;
  cacheControl: string | null;
}

for (const engine of ['sqlite', 'postgres'] as const)
  test(`on ${engine} answers in between are never false, and each build continues after an interruption`, async (t) => {
    if (engine === 'postgres' && process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-stages-'));
    const database = engine === 'postgres' ? await testDatabase() : null;
    const secrets = knownSecrets;
    const config = {
      dataFolder: folder,
      seed: 'test',
      companies: 150,
      today: () => '2026-11-15',
      country: 'demo',
      publicUrl: null,
      trustedProxies: [],
      addresses: {},
    } as const;
    const store = await openStore({ databaseUrl: database?.url ?? null, folder, country: 'demo' });
    const demo = demoSettings(config);
    const where = { folder: demo.folder, host: '127.0.0.1', port: 0, today: config.today };
    const simulated = await serveCountry(country(demo.settings), where);
    const errors: unknown[] = [];
    const side = startLive({ config, store, simulated: simulated.address, onError: (error) => errors.push(error) });
    const profile = demoProfile(secrets.personKey);
    const log = { access: null, error: (error: unknown) => errors.push(error) };
    const created = await app({ config, secrets, store, live: side.live, profile, log });
    const served = await listening(created.router, created.observe);
    t.after(async () => {
      await served.close();
      await created.close();
      await side.stop();
      await simulated.close();
      await store.close();
      await database?.stop();
      rmSync(folder, { recursive: true });
    });
    const probe = async (path: string): Promise<number> => (await fetch(served.origin + path)).status;
    const probes = async () => [await probe('/readyz'), await probe('/readyz?whole')];
    const go = async (stop: string | null): Promise<void> => {
      await demoCountryInStages({ config, store, personKey: secrets.personKey, progress: silent }, (awaits) => {
        if (awaits[0] === stop) throw new BrokenOff();
      });
    };

    const before = await askAll(withoutDocuments(created.operations), served.origin);
    for (const [id, { status, code, retryAfter }] of before) {
      assert.deepEqual([status, code], [503, 'SERVICE_STARTING'], id);
      assert.match(retryAfter ?? '', /^[1-9][0-9]?$/, id);
    }
    for (const path of ['/', '/docs', '/openapi.json']) assert.equal(await probe(path), 200, path);
    assert.deepEqual(await probes(), [503, 503]);

    const stages: Map<string, Answer>[] = [];
    const ids: string[][] = [];
    for (const stop of STOPS) {
      await assert.rejects(go(stop), BrokenOff);
      assert.equal(manifestOf(store).awaits?.[0], stop);
      assert.match((await store.generations.check(manifestOf(store).id)).join(), /^Still to be made, .+ recent\.$/);
      // The probe caches its result for half a second.
      await new Promise((resolve) => setTimeout(resolve, 600));
      assert.deepEqual(await probes(), [200, 503], stop);
      ids.push(manifestOf(store).parts.map(({ id }) => id));
      stages.push(await askAll(withoutDocuments(created.operations), served.origin));
    }
    await assert.rejects(store.generations.rollback(), /no earlier generation/);
    await go(null);
    assert.ok(isComplete(manifestOf(store)));
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.deepEqual(await probes(), [200, 200]);
    await assert.rejects(
      store.generations.rollback(),
      /no earlier generation/,
      'an incomplete generation is no target of a rollback',
    );
    assert.deepEqual(await store.generations.check(manifestOf(store).id), []);

    // Every published part is in the final generation: no part was built twice.
    const all = new Set(manifestOf(store).parts.map(({ id }) => id));
    for (const some of ids) for (const id of some) assert.ok(all.has(id), id);

    const whole = await askAll(withoutDocuments(created.operations), served.origin);
    for (const [id, { status, code }] of whole) assert.equal(status, 200, `${id}: ${code}`);
    const lies: string[] = [];
    for (const [i, stage] of stages.entries())
      for (const [id, result] of stage) {
        const isSame = result.status === 200 && result.data === whole.get(id)?.data;
        const isSaid = result.status === 200 && result.notLoaded.length > 0;
        const isToCome = result.status === 503 && result.code === 'SERVICE_STARTING' && result.retryAfter !== null;
        // An incomplete answer must not be cached, since it is complete within minutes.
        if (!isSame && isSaid) assert.equal(result.cacheControl, 'private, max-age=0', id);
        if (!isSame && !isSaid && !isToCome && !OF_THE_MOMENT.has(id))
          lies.push(`${id} before ${STOPS[i]}: ${result.status} ${result.code ?? result.data.slice(0, 200)}`);
      }
    assert.deepEqual(lies, []);
    assert.deepEqual(errors, []);
    // Typical first requests are answered from the first stage on.
    for (const id of ['getCompany', 'getFinancials', 'getHealth', 'searchCompanies'])
      if (whole.has(id)) assert.equal(stages[0]?.get(id)?.status, 200, id);
  });

const manifestOf = (store: Store) => store.generations.current()?.manifest ?? assert.fail('no generation is served');

/** Documents are collected in parallel, by a thread that does not run here. */
const withoutDocuments = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ declaration }) => !/\/(?:procedure|document)\/\{/.test(declaration.path));

async function askAll(operations: readonly Operation[], origin: string): Promise<Map<string, Answer>> {
  const result = new Map<string, Answer>();
  for (const operation of operations) {
    const [example] = operation.declaration.examples;
    if (!example || operation.declaration.file) continue;
    const { path, method = 'GET' } = operation.declaration as AnyEndpoint;
    const segments = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
    const response = await fetch(`${origin}${segments}?${new URLSearchParams(example.query ?? {})}`, {
      method,
      headers: { 'x-api-key': DEMO_KEY, ...(example.body !== undefined && { 'content-type': 'application/json' }) },
      ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
    });
    const { data, meta, error } = (await response.json()) as {
      data?: unknown;
      meta?: { notLoaded?: string[] };
      error?: { code: string };
    };
    result.set(operation.id, {
      status: response.status,
      data: JSON.stringify(data ?? null),
      code: error?.code,
      notLoaded: meta?.notLoaded ?? [],
      retryAfter: response.headers.get('retry-after'),
      cacheControl: response.headers.get('cache-control'),
    });
  }
  return result;
}
