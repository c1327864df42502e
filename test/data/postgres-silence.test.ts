/** Silent connections to PostgreSQL: detected while a request waits, without an effect on other requests. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openPostgres } from '#data/store/postgres/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type Way, wayTo } from '#test/support/fault-proxy.ts';
import { type MortalServer, startPostgres } from '#test/support/postgres-server.ts';
import { firmoteca } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';

/** Longer than any of these tests may take: a wait for a statement’s own timeout is a failure. */
const PATIENCE = { timeout: 45_000 };
const DEADLINE_MS = 600_000;
const SCHEMA_LOCK = 7266003;

const isSqlite = process.env.FIRMOTECA_TEST_ENGINE === 'sqlite';
const options = { ...PATIENCE, skip: isSqlite };
let server: MortalServer;
let way: Way;
before(async () => {
  if (isSqlite) return;
  server = await startPostgres();
  way = await wayTo(server.url);
});
after(async () => {
  await way?.stop();
  await server?.stop();
});

const opened = (poolSize: number) =>
  openPostgres(way.through(server.url), { searchPath: ['public'], poolSize, statementTimeoutMs: DEADLINE_MS });

test(
  'requests on silent connections are answered on new ones as soon as the server is reachable',
  options,
  async () => {
    const db = opened(3);
    const all = () => Promise.all([1, 2, 3].map((n) => db.one('select $1::integer as n, pg_sleep(0.1)', [n])));
    await all();
    way.silence();
    // One of three: the others are idle and equally lost.
    const waiting = db.one('select 1 as n');
    way.open();
    assert.deepEqual(await waiting, { n: 1 });
    assert.equal((await all()).length, 3);
    await db.close();
  },
);

test('a write on a silent connection fails as unavailable and is not repeated', options, async () => {
  const db = opened(1);
  await db.write([{ sql: 'create table written (n integer)' }]);
  const lost = db
    .write([{ sql: 'insert into written values (1)' }, { sql: 'select pg_sleep(6)' }])
    .catch((error) => error);
  await until(
    'the write is under way',
    async () => (await backends("query like '%pg_sleep(6)%' and state = 'active'")) > 0,
  );
  way.silence();
  way.open();
  assert.ok(isStoreUnavailable(await lost), String(await lost));
  assert.deepEqual(await db.all('select n from written'), []);
  await db.close();
});

test('a silent server is probed on one connection at a time', options, async (t) => {
  const counted = await wayTo(server.url);
  t.after(counted.stop);
  const db = openPostgres(counted.through(server.url), { searchPath: ['public'], poolSize: 1 });
  await db.one('select 1 as n');
  counted.silence();
  await assert.rejects(db.one('select 2 as n'), isStoreUnavailable);
  // The request’s own, the probe, and the previous probe, whose end may not be visible yet.
  assert.ok(counted.most() <= 3, `${counted.most()} connections`);
  await db.close();
});

test('a statement in progress is not interrupted by probes', options, async () => {
  const db = opened(2);
  const slow = [4, 5].map((seconds) =>
    db.one('select $1::integer as n, pg_sleep($1::integer)::text as slept', [seconds]),
  );
  assert.deepEqual(
    (await Promise.all(slow)).map((row) => row?.n),
    [4, 5],
  );
  await db.close();
});

test('a server that is frozen for a while loses no request', options, async () => {
  const db = opened(2);
  await db.one('select 1 as n');
  server.freeze();
  const waiting = [db.one('select 2 as n'), db.one('select 3 as n, pg_sleep(0)::text as slept')].map((requested) =>
    requested.catch((error: unknown) => error),
  );
  setTimeout(() => server.thaw(), 2_500);
  const [first, second] = await Promise.all(waiting);
  assert.deepEqual(first, { n: 2 });
  // This one needed a new connection, which has its own timeout.
  assert.ok(isStoreUnavailable(second) || (second as { n: number }).n === 3, String(second));
  await db.close();
});

for (const [what, hush] of [
  ['is silent', () => way.silence()],
  ['is frozen', () => server.freeze()],
] as const)
  test(`a command whose server ${what} while its schema is opened ends with one sentence`, options, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'firmoteca-silence-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    // Another process creates a schema: the command is connected and waits.
    const other = openPostgres(server.url, { searchPath: ['public'], poolSize: 1 });
    const locked = Promise.withResolvers<void>();
    const held = (async () => {
      for await (const _ of other.stream(`select pg_advisory_xact_lock(${SCHEMA_LOCK})::text as held`)) {
        await locked.promise;
      }
    })();
    await until('the lock is held', async () => (await backends("locks.granted and locktype = 'advisory'")) > 0);
    const command = firmoteca(['keys', 'list'], { FIRMOTECA_DATA: folder, DATABASE_URL: way.through(server.url) });
    await until(
      'the command waits for the lock',
      async () => (await backends("not locks.granted and locktype = 'advisory'")) > 0,
    );
    hush();
    const { code } = await command.ended;
    way.open();
    server.thaw();
    locked.resolve();
    await held;
    await other.close();
    assert.match(
      command.output(),
      /^The database does not answer: nothing came back for 10 seconds\. Start it, [^\n]+\n$/,
    );
    assert.equal(code, 1);
  });

/** Connections that match the condition, as the server reports them. */
async function backends(condition: string): Promise<number> {
  const db = openPostgres(server.url, { searchPath: ['public'], poolSize: 1 });
  try {
    const sql = `select count(*) as n from pg_stat_activity left join pg_locks locks using (pid)
      where pid <> pg_backend_pid() and ${condition}`;
    return (await db.one<{ n: number }>(sql))?.n ?? 0;
  } finally {
    await db.close();
  }
}
