/** The first start of the demo: the service listens at once, reports its progress, serves companies first, and continues after a kill. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '#data/store/dataset.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { cuiOf } from '#test/support/demo-service.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { listens, run } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-first-'));
after(() => rmSync(folder, { recursive: true }));

const COMPANY = `/api/company/${cuiOf('giant')}`;
/** One path of each stage. */
const PATHS = [
  COMPANY,
  `${COMPANY}/financials`,
  '/api/search?q=zimbrul',
  '/api/statistica',
  '/api/statistica/leaderboard-years',
  `${COMPANY}/decisions`,
  `/api/company/${cuiOf('stateSupplier')}/seap`,
  '/api/sicap/tenders/search',
];

interface Answer {
  status: number;
  retryAfter: string | null;
  error: { code: string; message: string } | null;
  meta: { requestId: string; notLoaded?: string[] };
}

async function ask(origin: string, path: string, language = 'en'): Promise<Answer> {
  // A new connection for each request, to reach both threads.
  const headers = { 'x-api-key': DEMO_KEY, 'accept-language': language, connection: 'close' };
  const response = await fetch(origin + path, { headers });
  const { error = null, meta } = (await response.json()) as Answer;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error, meta };
}

const statusOf = async (origin: string, path: string): Promise<number> =>
  (await fetch(origin + path, { headers: { connection: 'close' } })).status;

for (const engine of ['sqlite', 'postgres'] as const)
  test(`on ${engine} company data is served before the whole demo, and a killed start continues`, async (t) => {
    const database = engine === 'postgres' ? await testDatabase() : null;
    const settings = {
      FIRMOTECA_DATA: join(folder, engine),
      FIRMOTECA_COMPANIES: '200',
      FIRMOTECA_WORKERS: '2',
      FIRMOTECA_LIMITS: 'off',
      ...(database && { DATABASE_URL: database.url }),
    };
    const first = await listens(settings);
    t.after(first.kill);
    const early = await ask(first.origin, COMPANY);
    assert.deepEqual([early.status, early.error?.code], [503, 'SERVICE_STARTING'], JSON.stringify(early));
    assert.match(early.retryAfter ?? '', /^[1-9][0-9]?$/);
    assert.match(
      early.error?.message ?? '',
      /^The demo country is being built for the first time; now .+\. Company data is served in about [0-9]+ seconds?\.$|^The first dataset is still being built\./,
    );
    assert.match(first.output(), /The demo country of 200 companies is built now, .* company data in about [0-9]+ s/);
    for (const path of ['/', '/docs', '/openapi.json', '/livez']) assert.equal(await statusOf(first.origin, path), 200);
    assert.equal(await statusOf(first.origin, '/readyz'), 503);
    await first.says(/rows in/);
    const romanian = await ask(first.origin, COMPANY, 'ro');
    assert.match(
      romanian.error?.message ?? '',
      /^Datele demonstrative se pregătesc pentru prima dată; acum se .+secund/,
    );

    await first.says(
      /Company data is served, [0-9.]+ s after the start\. To come: rates, rankings, gazette, procurement, recent, documents\./,
    );
    // Both threads serve it as soon as the message appears.
    for (let i = 0; i < 10; i++) assert.equal((await ask(first.origin, COMPANY)).status, 200);
    await first.kill();
    assert.doesNotMatch(first.output(), /Everything is served/);
    const left = await served(settings);
    assert.ok(left.awaits?.includes('procurement'), JSON.stringify(left.awaits));

    const second = await listens(settings);
    t.after(second.kill);
    const seen = new Set<string>();
    const whole = second.says(/Everything is served/).then(() => true);
    for (let isWhole = false; !isWhole; isWhole = await Promise.race([whole, sleep(200, false)])) {
      assert.equal(await statusOf(second.origin, '/readyz'), 200);
      for (const path of PATHS) {
        const { status, error, retryAfter } = await ask(second.origin, path);
        seen.add(
          `${status} ${error?.code ?? 'ok'}${status === 503 && retryAfter === null ? ' without Retry-After' : ''}`,
        );
      }
    }
    assert.deepEqual([...seen].sort(), ['200 ok', '503 SERVICE_STARTING']);
    for (const path of PATHS) {
      const { status, meta } = await ask(second.origin, path);
      assert.deepEqual([status, meta.notLoaded], [200, undefined], path);
    }
    // Another thread collects the documents, and its predecessor’s lock expires after half a minute.
    await until(
      'the first documents are collected',
      async () => (await statusOf(second.origin, '/readyz?whole')) === 200,
      180_000,
    );
    assert.doesNotMatch(second.output(), /registry of|search +[0-9]/, 'finished parts are not rebuilt');
    assert.equal((await second.stop()).code, 0, second.output());
    const now = await served(settings);
    assert.equal(now.awaits, undefined);
    for (const { id } of left.parts)
      assert.ok(
        now.parts.some((part) => part.id === id),
        id,
      );

    const third = await listens(settings);
    assert.doesNotMatch(third.output(), /is built now/);
    assert.equal(await statusOf(third.origin, '/readyz?whole'), 200);
    await third.stop();
    await database?.stop();
  });

async function served(settings: Record<string, string>): Promise<Manifest> {
  const { code, output } = await run(['generations', 'list', '--json'], settings);
  assert.equal(code, 0, output);
  const manifests = JSON.parse(output) as (Manifest & { served: boolean })[];
  return manifests.find((manifest) => manifest.served) ?? assert.fail(output);
}
