/** A PostgreSQL server without free connections, for a moment or permanently. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '#data/store/postgres/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { startPostgres, type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { sql } from '#test/support/small-generations.ts';
import { until } from '#test/support/until.ts';

const SERVED_MS = 30_000;
const options = { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' };

let server: TestDatabase;
before(async () => {
  if (!options.skip) server = await testDatabase();
});
after(() => server?.stop());

const open = (url: string, connections: number, path = 'public') =>
  openPostgres(url, { searchPath: [path], connections, statementTimeoutMs: SERVED_MS });

/** A proxy of the server whose keeper decides on each connection by its number. */
async function stored(t: TestContext, keeper: (socket: Socket, n: number) => void): Promise<string> {
  let n = 0;
  const door = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('readable', () => keeper(socket, ++n));
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  t.after(() => door.close());
  const address = new URL(server.url);
  address.host = `127.0.0.1:${(door.address() as AddressInfo).port}`;
  return address.href;
}

function letIn(socket: Socket): void {
  const { hostname, port } = new URL(server.url);
  const far = connect(Number(port), hostname);
  far.on('error', () => socket.destroy());
  socket.pipe(far).pipe(socket);
}

/** The PostgreSQL error message: `E`, a length, fields that end with a zero, and a zero. */
function turnAway(socket: Socket): void {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Mtoo many connections for role "few"\0\0');
  const head = Buffer.from([69, 0, 0, 0, fields.length + 4]);
  socket.resume().end(Buffer.concat([head, fields]));
}

test('connections that are all refused at once succeed one after the other', options, async (t) => {
  const first: Socket[] = [];
  const url = await stored(t, (socket, n) => {
    if (n > 4) return letIn(socket);
    // The fourth is alone, while the server still counts the processes of the first three.
    if (n === 4) return turnAway(socket);
    if (first.push(socket) === 3) first.forEach(turnAway);
  });
  const db = open(url, 3);
  const requested = Array.from({ length: 20 }, () => db.one('select 1 as n'));
  assert.deepEqual(await Promise.all(requested), Array(20).fill({ n: 1 }));
  await db.close();
});

test('a refused connection waits for another one of the same pool that is being opened', options, async (t) => {
  const first: Socket[] = [];
  const url = await stored(t, (socket, n) => {
    if (n > 2) return letIn(socket);
    if (first.push(socket) < 2) return;
    const [inside, outside] = first as [Socket, Socket];
    outside.once('close', () => letIn(inside));
    turnAway(outside);
  });
  const db = open(url, 2);
  assert.deepEqual(await Promise.all([db.one('select 1 as n'), db.one('select 2 as n')]), [{ n: 1 }, { n: 2 }]);
  await db.close();
});

test(
  'a server that refuses every connection is retried at intervals, and all callers get an error',
  options,
  async (t) => {
    let requested = 0;
    let isFull = true;
    const url = await stored(t, (socket) => {
      requested++;
      if (isFull) turnAway(socket);
      else letIn(socket);
    });
    const db = open(url, 3);
    const tell = () => db.one('select 1 as n').catch((error: unknown) => error);
    for (const result of await Promise.all(Array.from({ length: 100 }, tell)))
      assert.ok(isStoreUnavailable(result) && /too many connections for role/.test(result.message), String(result));
    // Three at once, and then one every 50 milliseconds for at most a second.
    assert.ok(requested > 3 && requested <= 3 + 1_000 / 50 + 1, `${requested} attempts`);
    const before = requested;
    assert.ok(isStoreUnavailable(await tell()));
    assert.equal(requested, before + 1);
    isFull = false;
    assert.deepEqual(await Promise.all([tell(), tell(), tell()]), Array(3).fill({ n: 1 }));
    await db.close();
  },
);

test('when the server has no more connections, the existing ones serve all callers', options, async () => {
  const role = `few_${new URL(server.url).pathname.slice(1)}`;
  await sql(server.url, `create role ${role} login connection limit 2`);
  const address = new URL(server.url);
  address.username = role;
  // The settings of one, and those of the other.
  const paths = ['public', 'pg_catalog'];
  const stores = paths.map((path) => open(address.href, 6, path));
  const requested = Array.from({ length: 60 }, (_, i) => stores[i % 2]?.one('select current_schema() as path'));
  for (const [i, row] of (await Promise.all(requested)).entries()) assert.deepEqual(row, { path: paths[i % 2] });
  for (const store of stores) await store.close();
  const held = () => sql(server.url, `select pid from pg_stat_activity where usename = '${role}'`);
  await until('the connections are closed', async () => (await held()).length === 0);
  await sql(server.url, `drop role ${role}`);
});

test(
  'with a full server a query that waits for its own stream’s connection gets another as soon as one is free',
  options,
  async (t) => {
    const full = await startPostgres();
    t.after(() => full.stop());
    await sql(full.url, 'create role few login connection limit 2');
    const address = new URL(full.url);
    address.username = 'few';
    const other = new pg.Client({ connectionString: address.href });
    await other.connect();
    const db = open(address.href, 3);
    const requested: unknown[] = [];
    for await (const { n } of db.stream<{ n: number }>('select n from generate_series(1, 2500) n')) {
      if (n !== 1) continue;
      // The stream holds the pool’s only connection until this query is answered.
      const answer = db.one('select 1 as n');
      await until('the connection was refused', async () => /too many connections for role "few"/.test(full.output()));
      await other.end();
      requested.push(await answer);
    }
    assert.deepEqual(requested, [{ n: 1 }]);
    await db.close();
  },
);
