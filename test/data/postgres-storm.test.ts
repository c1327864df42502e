/** PostgreSQL stopped, killed, cut off and unreachable under load: no crash, and full service afterwards. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { wayTo } from '#test/support/fault-proxy.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { storm } from '#test/support/postgres-storm.ts';
import { listens, run } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';

test('a database that is stopped, killed or cut off costs callers at most a 503', {
  timeout: 600_000,
}, async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const met = await storm(['stopped', 'killed', 'cut', 'dropped', 'silent']);
  assert.deepEqual([...new Set(met.problems)], [], met.output);
  assert.ok((met.answers.get('200') ?? 0) > 100);
  assert.ok((met.answers.get('503 STORE_UNAVAILABLE') ?? 0) > 0);
  assert.ok(met.counted >= met.answered, `${met.counted} of ${met.answered} requests are counted`);
});

test('a command without its database fails with one sentence', async () => {
  const environment = { FIRMOTECA_DATA: tmpdir(), DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/firmoteca' };
  for (const args of [['serve'], ['keys', 'list'], ['generations', 'list']]) {
    const { code, output } = await run(args, environment);
    assert.equal(code, 1);
    assert.match(output, /^The database does not answer: connect ECONNREFUSED [^\n]+\. Start it, [^\n]+\n$/);
    assert.doesNotMatch(output, /secret/);
  }
});

test('a first start whose database fails during the build waits for it and continues', {
  timeout: 600_000,
}, async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const database = await testDatabase();
  const way = await wayTo(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-away-'));
  t.after(async () => {
    await way.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = {
    FIRMOTECA_DATA: folder,
    FIRMOTECA_COMPANIES: '300',
    FIRMOTECA_WORKERS: '1',
    DATABASE_URL: way.through(database.url),
  };
  const service = await listens(environment);
  await service.says(/rows in/);
  way.close();
  await service.says(/The database does not answer/);
  assert.equal((await fetch(`${service.origin}/livez`)).status, 200);
  way.open();
  await service.says(/Everything is served/);
  // Documents are loaded by another thread.
  await until(
    'its first documents are loaded',
    async () => (await fetch(`${service.origin}/readyz?whole`)).status === 200,
    180_000,
  );
  assert.equal((await service.stop()).code, 0, service.output());
});
