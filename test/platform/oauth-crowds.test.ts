/** Load on the authorization server: abandoned records are evicted, and slow request bodies of one network block no other. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { recordQuota } from '#platform/oauth/record-quota.ts';
import { errorIn, postForm, registered } from '#test/support/app-kit.ts';
import { entranceService } from '#test/support/auth-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const MINUTE = 60_000;

onBothEngines((engine) => {
  let state: Database;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
  });
  after(() => state.close());

  const put = (kind: string, digest: string, agoMinutes: number, more: 'used_at' | 'consumed_at' | null = null) =>
    state.write([
      {
        sql: `insert into oauth_record (kind, digest, payload, created_at, ${more ?? 'grant_id'}) values ($1, $2, '{}', $3, $4)`,
        params: [kind, digest, new Date(NOW - agoMinutes * MINUTE).toISOString(), more && new Date(NOW).toISOString()],
      },
    ]);
  const left = async (kind: string): Promise<string[]> =>
    (
      await state.all<{ digest: string }>('select digest from oauth_record where kind = $1 order by digest', [kind])
    ).map(({ digest }) => digest);

  test('at the record limit abandoned old rows are removed, while used or recent rows stay', async () => {
    for (const [kind, touched] of [
      ['Client', 'used_at'],
      ['Interaction', 'consumed_at'],
    ] as const) {
      await put(kind, 'old', 60);
      await put(kind, 'older', 61);
      await put(kind, 'touched', 62, touched);
      await put(kind, 'young', 1);
      assert.equal(await recordQuota(state, 5).take(kind, NOW), true);
      assert.equal((await left(kind)).length, 4, 'no row is removed below the limit');
      assert.equal(await recordQuota(state, 4).take(kind, NOW), true);
      assert.deepEqual(await left(kind), ['touched', 'young']);
      assert.equal(await recordQuota(state, 2).take(kind, NOW), false, 'recent rows stay');
      await state.write([{ sql: 'delete from oauth_record where kind = $1', params: [kind] }]);
    }
  });

  test('rows are counted at most every few seconds, plus the rows that the thread admits meanwhile', async () => {
    const room = recordQuota(state, 3);
    await put('Client', 'young', 1);
    assert.equal(await room.take('Client', NOW), true);
    await put('Client', 'of another thread', 1);
    await put('Client', 'of a third', 1);
    assert.equal(await room.take('Client', NOW + 1_000), true, 'without a new count');
    assert.equal(await room.take('Client', NOW + 2_000), false);
    await state.write([{ sql: `delete from oauth_record where kind = 'Client'` }]);
    assert.equal(await room.take('Client', NOW + 3_000), false, 'without a new cleanup');
    assert.equal(await room.take('Client', NOW + 6_000), true);
  });
});

test('a client network with slow request bodies does not keep other networks from tokens', async () => {
  const service = await entranceService();
  const sockets: Socket[] = [];
  try {
    const client = await registered(service);
    const answers: string[] = [];
    const head = ['POST /oauth/token HTTP/1.1', `Host: 127.0.0.1:${service.port}`];
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const slow = (localAddress: string): void => {
      const socket = connect({ port: service.port, host: '127.0.0.1', localAddress }).setEncoding('latin1');
      socket.on('data', (text: string) => answers.push(text));
      socket.on('error', () => {});
      socket.write(`${[...head, type, 'Content-Length: 100'].join('\r\n')}\r\n\r\ngrant`);
      sockets.push(socket);
    };
    for (let n = 0; n < 60; n++) slow('127.0.0.1');
    await until('ten requests are refused', async () => answers.length >= 10);
    for (const answer of answers) {
      assert.match(answer, /^HTTP\/1\.1 503 /);
      assert.match(answer, /retry-after: 1/i);
      assert.match(answer, /temporarily_unavailable/);
    }
    const refused = await postForm(service.port, '/oauth/token', { client_id: client });
    assert.deepEqual([refused.status, errorIn(refused)], [503, 'temporarily_unavailable']);
    // Another client network.
    const other = await new Promise<string>((resolve) => {
      const socket = connect({ port: service.port, host: '127.0.0.1', localAddress: '127.0.0.2' }).setEncoding(
        'latin1',
      );
      socket.once('data', (text: string) => resolve(text));
      const body = `grant_type=refresh_token&refresh_token=x&client_id=${client}`;
      socket.write(`${[...head, type, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`);
      sockets.push(socket);
    });
    assert.match(other, /^HTTP\/1\.1 400 /);
    for (const socket of sockets) socket.destroy();
    await until('the slots are free again', async () => {
      const { status } = await postForm(service.port, '/oauth/token', { client_id: client });
      return status === 400;
    });
    for (let n = 0; n < 200; n++)
      assert.equal(
        (await postForm(service.port, '/oauth/token', { client_id: client })).status,
        400,
        'no slot is lost',
      );
  } finally {
    for (const socket of sockets) socket.destroy();
    await service.close();
  }
});
