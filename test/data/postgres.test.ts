/** Features of PostgreSQL only: reads canceled by recovery, timeouts, prepared statements and connection options. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { openPostgres, openSchema } from '#data/store/postgres/database.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';

let server: TestDatabase;
let db: Database;
before(async () => {
  server = await testDatabase();
  db = await openSchema(server.url, 'test', { poolSize: 1 });
  await db.write([
    { sql: 'create sequence attempts' },
    {
      // A sequence is not rolled back, so it counts failed attempts as well.
      sql: `create function fails(times integer, code text) returns integer language plpgsql as $body$
        begin
          if nextval('attempts') <= times then raise exception 'canceling statement due to conflict with recovery' using errcode = code; end if;
          return 7;
        end $body$`,
    },
    {
      // The same for a read-only transaction: session locks survive its rollback.
      sql: `create function fails_once(code text) returns integer language plpgsql as $body$
        begin
          if exists (select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) then return 7; end if;
          perform pg_advisory_lock(1);
          raise exception 'canceling statement due to conflict with recovery' using errcode = code;
        end $body$`,
    },
  ]);
});
beforeEach(() => db.write([{ sql: "select setval('attempts', 1, false)" }]));
after(async () => {
  await db.close();
  await server.stop();
});

const attempts = async (): Promise<unknown> => (await db.one('select last_value as n from attempts'))?.n;

for (const code of ['40001', '57014']) {
  test(`a read that recovery canceled with ${code} is retried once`, async () => {
    const sql = 'select fails(cast($1 as integer), $2) as seven';
    assert.deepEqual(await db.one(sql, [1, code]), { seven: 7 });
    assert.equal(await attempts(), 2);
  });

  test(`a stream that recovery canceled with ${code} before its first row is retried once`, async () => {
    const sql = 'select fails_once($1) as seven';
    assert.deepEqual(await Array.fromAsync(db.stream(sql, [code])), [{ seven: 7 }]);
    await db.one('select pg_advisory_unlock_all()');
  });
}

test('a read canceled twice fails, and any other error fails at once', async () => {
  await assert.rejects(db.one('select fails(5, $1)', ['40001']), { code: '40001' });
  assert.equal(await attempts(), 2);
  await assert.rejects(db.one('select fails(5, $1)', ['22012']), { code: '22012' });
  assert.equal(await attempts(), 3);
});

test('a write that loses a conflict is repeated as a whole', async () => {
  const rows = await db.write([{ sql: 'select fails(1, $1) as seven', params: ['40P01'] }]);
  assert.deepEqual(rows, [[{ seven: 7 }]]);
});

test('a statement beyond its timeout is canceled', async () => {
  const hasty = openPostgres(server.url, { searchPath: ['test'], statementTimeoutMs: 2_000 });
  await assert.rejects(hasty.one('select pg_sleep(30)'), /statement timeout/);
  await hasty.close();
});

test('a query is prepared from its second use on', async () => {
  const sql = 'select cast($1 as integer) as once_more';
  const prepared = `select count(*) as n from pg_prepared_statements where statement like '%once_more'`;
  await db.one(sql, [1]);
  assert.deepEqual(await db.one(prepared), { n: 0 });
  await db.one(sql, [2]);
  assert.deepEqual(await db.one(prepared), { n: 1 });
});

test('options in the address are combined with the service’s own', async () => {
  const address = new URL(server.url);
  address.searchParams.set('options', '-c application_name=theirs');
  const other = openPostgres(address.href, { searchPath: ['test', 'public'] });
  const row = await other.one(
    "select current_setting('application_name') as name, current_setting('search_path') as path",
  );
  assert.deepEqual(row, { name: 'theirs', path: 'test,public' });
  await other.close();
});
