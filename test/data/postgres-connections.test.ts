/** The number of connections to PostgreSQL: within the stated limit, and checked at the start against the server’s. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { shareConnections } from '#data/store/postgres/connections.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { run, serve } from '#test/support/process.ts';

const WORKERS = 2;
const CALLERS = 64;
const REQUESTS = 1_000;

async function location(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-connections-'));
  const server = await startPostgres();
  t.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: server.url,
    environment: {
      FIRMOTECA_DATA: folder,
      FIRMOTECA_COMPANIES: '300',
      FIRMOTECA_WORKERS: String(WORKERS),
      FIRMOTECA_LIMITS: 'off',
      DATABASE_URL: server.url,
    },
  };
}

const options = { timeout: 600_000, skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' };

test('many callers are served within the number of connections that the service states', options, async (t) => {
  const { url, environment } = await location(t);
  const cap = 32;
  const service = await serve({ ...environment, DATABASE_CONNECTIONS: String(cap) });
  const admin = openPostgres(url, { searchPath: ['public'], poolSize: 1 });
  const held: number[] = [];
  let isOver = false;
  const watching = (async () => {
    const sql = `select count(*) as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    while (!isOver) held.push((await admin.one<{ n: number }>(sql))?.n ?? 0);
  })();
  const answers = await crowd(service.origin);
  isOver = true;
  await watching;
  await admin.close();
  assert.deepEqual([...answers], [[200, REQUESTS]]);
  assert.equal(shareConnections(WORKERS, cap).total, 31);
  assert.ok(Math.max(...held) <= cap, `${Math.max(...held)} connections`);
  assert.equal((await service.stop()).code, 0, service.output());
});

test('a server with too few connections is reported at the start and by doctor', options, async (t) => {
  const { environment } = await location(t);
  const refused = await run(['serve'], { ...environment, FIRMOTECA_WORKERS: '12' });
  assert.equal(refused.code, 1);
  assert.match(
    refused.output,
    /^The database lets 97 connections in \(its max_connections is 100, 3 of them reserved; [^\n]+\), but with 12 serving threads this service holds up to 120: set max_connections to at least 123 there, or DATABASE_CONNECTIONS to 97 here, or FIRMOTECA_WORKERS to fewer\.\n$/,
  );
  const few = await run(['serve'], { ...environment, DATABASE_CONNECTIONS: '5' });
  assert.match(few.output, /^DATABASE_CONNECTIONS is 5, but with 2 serving threads it takes 28 at least: [^\n]+\n$/);
  // The first command creates the tables.
  await run(['keys', 'list'], environment);
  assert.match(
    (await run(['doctor'], environment)).output,
    /ok +database connections +up to 40 of 97, of which \d+ are in use/,
  );
  assert.match(
    (await run(['doctor'], { ...environment, FIRMOTECA_WORKERS: '12' })).output,
    /WRONG +database connections +up to 120 of 97, .+\n.+set max_connections to at least 123 there/,
  );
});

test(
  'connections of other programs are reported at the start and by doctor, and do not prevent the start',
  options,
  async (t) => {
    const { url, environment } = await location(t);
    const service = await serve(environment);
    // The service’s own connections do not count.
    assert.match((await run(['doctor'], environment)).output, /ok +database connections +up to 40 of 97/);
    await service.stop();
    const others = Array.from({ length: 60 }, () => new pg.Client({ connectionString: url }));
    // If the test fails early, the server closes them.
    for (const other of others) other.on('error', () => {});
    await Promise.all(others.map((other) => other.connect()));
    const warned =
      /others hold 6[0-9] now, and this service holds up to 40: set max_connections to at least 10[0-9] there/;
    assert.match((await run(['doctor'], environment)).output, warned);
    const again = await serve(environment);
    assert.match(again.output(), warned);
    assert.equal((await again.stop()).code, 0);
    await Promise.all(others.map((other) => other.end()));
  },
);

/** The answers to concurrent callers by status: look-ups, searches, histories and sums, on every kind of store. */
async function crowd(origin: string): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  let next = 0;
  const caller = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = next++; n < REQUESTS; n = next++) {
      const path = PATHS[n % PATHS.length] as string;
      const status = await requested(origin + path, agent);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return answers;
}

const PATHS = [
  '/api/company/90000014',
  '/api/search?q=co',
  '/api/company/90000030/timeline',
  '/api/search?q=con',
  '/api/company/90000014/financials',
];

function requested(url: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(url, { agent, headers: { 'x-api-key': DEMO_KEY } }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  }).on('error', reject);
  return promise;
}
