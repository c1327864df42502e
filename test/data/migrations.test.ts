/** Migrations: applied once, in order, by the first process, and immutable afterwards. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf, readMigrations } from '#data/store/migrate.ts';
import { openGenerations, openReaders, openStore } from '#data/store/open.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { sql } from '#test/support/small-generations.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-migrations-'));
const url = pathToFileURL(`${folder}/`);
const ONE = '-- A comment; with a semicolon.\ncreate table a (id bigint primary key);\n\ncreate table b (text text);\n';

before(() => {
  writeFileSync(join(folder, '001-first.sql'), ONE);
  writeFileSync(join(folder, '002-second.sql'), 'alter table b add column more text;\n');
  writeFileSync(join(folder, '003-third.sqlite.sql'), "insert into b (text) values ('sqlite');\n");
  writeFileSync(join(folder, '003-third.postgres.sql'), "insert into b (text) values ('postgres');\n");
});
after(() => rmSync(folder, { recursive: true }));

const versions = async (db: Database): Promise<number[]> =>
  (await db.all<{ version: number }>('select version from schema_migration order by version')).map(
    ({ version }) => version,
  );

onBothEngines((engine) => {
  test('each engine’s migrations are applied in order, and a second run changes nothing', async () => {
    const db = await (await engine.place()).database();
    const migrations = readMigrations(url, engine.name);
    await migrate(db, migrations.slice(0, 1));
    assert.deepEqual(await versions(db), [1]);
    await migrate(db, migrations);
    await migrate(db, migrations);
    assert.deepEqual(await versions(db), [1, 2, 3]);
    assert.deepEqual(await db.all('select text, more from b'), [{ text: engine.name, more: null }]);
    await db.close();
  });

  test('processes that start together migrate once', async () => {
    const location = await engine.place();
    const databases = await Promise.all(Array.from({ length: 4 }, () => location.database()));
    await Promise.all(databases.map((db) => migrate(db, readMigrations(url, engine.name))));
    for (const db of databases) {
      assert.equal((await db.all('select text from b')).length, 1);
      await db.close();
    }
  });

  test('a database with a newer migration is refused', async () => {
    const db = await (await engine.place()).database();
    const migrations = readMigrations(url, engine.name);
    await migrate(db, migrations);
    await assert.rejects(migrate(db, migrations.slice(0, 2)), /migrated to 3 \(third\) by a newer version .* up to 2/);
    await db.close();
  });

  test('an old migration with a changed text is refused', async () => {
    const db = await (await engine.place()).database();
    const [first, ...rest] = readMigrations(url, engine.name);
    assert.ok(first);
    await migrate(db, [first, ...rest]);
    await assert.rejects(migrate(db, [{ ...first, checksum: 'other' }, ...rest]), /Migration 1 \(first\) was changed/);
    await db.close();
  });

  test('a failed migration changes nothing', async () => {
    const db = await (await engine.place()).database();
    const broken = {
      version: 1,
      name: 'broken',
      checksum: 'x',
      statements: ['create table c (id integer)', 'nonsense'],
    };
    await assert.rejects(migrate(db, [broken]));
    assert.deepEqual(await versions(db), []);
    await assert.rejects(db.all('select id from c'));
    await db.close();
  });

  test('an installation opens with its tables repeatedly, and for a reader that delegates its writes', async () => {
    const location = await engine.place();
    const settings = { databaseUrl: location.databaseUrl, folder: location.folder, country: 'demo' as const };
    const store = await openStore(settings);
    await store.state.write([
      {
        sql: 'insert into hidden_person (person_id, reason, hidden_at) values ($1, $2, $3)',
        params: ['p', null, 'now'],
      },
    ]);
    const handed: string[] = [];
    const reader = await openReaders(settings, (name, statements) => {
      handed.push(name);
      return store[name].write(statements);
    });
    assert.deepEqual(await reader.state.all('select person_id from hidden_person'), [{ person_id: 'p' }]);
    const insert = 'insert into source_pace (source, next_at) values ($1, $2) returning next_at';
    const returned = await reader.live.write([{ sql: insert, params: ['anaf', 5] }]);
    assert.deepEqual(returned, [[{ next_at: 5 }]]);
    assert.deepEqual(await store.live.all('select next_at from source_pace'), [{ next_at: 5 }]);
    assert.deepEqual(handed, engine.name === 'sqlite' ? ['live'] : []);
    await reader.close();
    await store.close();
    const again = await openStore(settings);
    assert.equal((await again.state.all('select person_id from hidden_person')).length, 1);
    await again.close();
  });
});

test('a start with an up-to-date database writes nothing', async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const database = await testDatabase();
  t.after(database.stop);
  const settings = { databaseUrl: database.url, folder, country: 'demo' as const };
  await (await openStore(settings)).close();
  await sql(
    database.url,
    `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`,
  );
  const again = await openStore(settings);
  await assert.rejects(again.state.write([{ sql: 'create table written (id integer)' }]), /read-only transaction/);
  await again.close();
});

test('a running process continues after a newer release migrates its database, and a new one of the old release is refused', async (t) => {
  if (process.env.FIRMOTECA_TEST_ENGINE === 'sqlite') return t.skip();
  const database = await testDatabase();
  t.after(database.stop);
  const settings = { databaseUrl: database.url, folder, country: 'demo' as const };
  const store = await openStore(settings);
  t.after(() => store.close());
  const schemas = ['firmoteca', 'firmoteca_state', 'firmoteca_live', 'firmoteca_documents'];
  for (const schema of schemas)
    await sql(database.url, `insert into ${schema}.schema_migration values (999, 'of-tomorrow', 'x', 'now')`);
  // Threads that start later: serving, worker and analytics threads.
  const reader = await openReaders(settings, (name, statements) => store[name].write(statements));
  assert.deepEqual(await reader.state.all('select person_id from hidden_person'), []);
  await reader.close();
  await (await openGenerations(settings, { readMs: 1_000 })).close();
  for (const schema of schemas) {
    await assert.rejects(openStore(settings), /migrated to 999 \(of-tomorrow\) by a newer version of Firmoteca/);
    await sql(database.url, `delete from ${schema}.schema_migration where version = 999`);
  }
  await (await openStore(settings)).close();
});

test('a whole-number primary key is the row id in SQLite', () => {
  const [, ...statements] = migrationsOf('live', 'sqlite').flatMap((migration) => migration.statements);
  assert.doesNotMatch(statements.join('\n'), /bigint primary key/);
  assert.match(statements.join('\n'), /cui integer primary key/);
  assert.match(readMigrations(url, 'postgres')[0]?.statements.join('\n') ?? '', /id bigint primary key/);
});
