/** A start that fails half way leaves nothing open: the process ends by itself with an error message. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { wayTo } from '#test/support/fault-proxy.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { secretsIn } from '#test/support/known-secrets.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { firmoteca, run } from '#test/support/process.ts';
import { smallService } from '#test/support/small-service.ts';
import { isLongTier } from '#test/support/tier.ts';

/** Longer than a busy machine takes; a process that still runs then would never end. */
const PATIENCE_MS = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-failed-'));
after(() => rmSync(folder, { recursive: true }));

test('whichever step of a start fails, the steps before it are closed', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/failed-starts.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      FIRMOTECA_DATA: join(folder, 'steps'),
      FIRMOTECA_LOG: 'errors',
      FIRMOTECA_WORKERS: '1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const [code, signal] = await once(child, 'close');
  assert.deepEqual([code, signal], [0, null], output);
  const steps = new Set(output.split('\n'));
  for (const step of ['live-refreshers', 'billing', 'watcher', 'follow-generations', 'service', 'port'])
    assert.ok(steps.has(step), `${step} is a step of: ${output}`);
});

test('a demo with an unreadable payments file ends with an error message', async () => {
  const data = join(folder, 'payments');
  const settings = { FIRMOTECA_DATA: data, FIRMOTECA_COMPANIES: '200', FIRMOTECA_WORKERS: '1' };
  // Without a build of the country: the payment provider fails before it.
  if (isLongTier) mkdirSync(data);
  else await keptInstallation(data);
  writeFileSync(join(data, 'demo-payments.json'), '{ "half');
  const { code, output } = await run(['serve'], settings);
  assert.equal(code, 1);
  assert.match(
    output,
    /demo-payments\.json cannot be read \(.+\): delete it, and the demo forgets what was bought\.\n$/,
  );
});

/** The queries of a start, in order; the server hangs from the given one on. */
const ASKED = {
  'the connection limit': 'max_connections',
  'the migrations': 'schema_migration',
  'the dataset': 'select country',
  'the mark of the secrets': 'secrets_mark',
  'the location of documents': 'blob_place',
  'the leader': 'duty_leader',
  'the existence of keys': 'select 1 from api_key',
};

test('a database that hangs during a start ends it with an error message, at whichever query', {
  skip: !isLongTier || process.env.FIRMOTECA_TEST_ENGINE === 'sqlite',
}, async (t) => {
  const server = await startPostgres();
  t.after(() => server.stop());
  await (await smallService({ databaseUrl: server.url })).close();
  const secrets = secretsIn(folder);
  const silent = async ([what, text]: [string, string]): Promise<void> => {
    const way = await wayTo(server.url);
    way.silenceOn(text);
    const started = firmoteca(['serve'], {
      DATABASE_URL: way.through(server.url),
      FIRMOTECA_DATA: join(folder, text.replaceAll(' ', '-')),
      FIRMOTECA_DOCUMENTS: join(folder, 'shared-documents'),
      FIRMOTECA_SECRETS: secrets,
      FIRMOTECA_WORKERS: '1',
    });
    const late = setTimeout(started.kill, PATIENCE_MS);
    const { code } = await started.ended;
    clearTimeout(late);
    await way.stop();
    assert.equal(code, 1, `${what}: ${started.output()}`);
    assert.match(started.output(), /^The database does not answer: .+ Start it, or look at DATABASE_URL/m, what);
  };
  // In parallel, since each start waits for its timeouts.
  await Promise.all(Object.entries(ASKED).map(silent));
});
