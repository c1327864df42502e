/** Backups: complete across both engines, and an incomplete or foreign file changes nothing. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BrokenBackup, type Header } from '#cli/backup/format.ts';
import { checkBackup, readBackup } from '#cli/backup/read.ts';
import { writeBackup } from '#cli/backup/write.ts';
import type { Database } from '#data/store/database.ts';
import { migrationsOf } from '#data/store/migrate.ts';
import { openStore, type Store, type StoreSettings } from '#data/store/open.ts';
import { openSnapshot } from '#data/store/snapshot.ts';
import { appliedMigrations } from '#data/store/store-tables.ts';
import { sha256 } from '#lib/values/hash.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Environment, firmoteca } from '#test/support/cli.ts';
import { contents, fillStore } from '#test/support/filled-store.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-backup-'));
const databases: TestDatabase[] = [];
const ENGINES: Database['engine'][] =
  process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres'];
after(async () => {
  for (const database of databases) await database.stop();
  rmSync(folder, { recursive: true });
});

let locations = 0;
/** A new, empty installation. */
async function location(engine: Database['engine']): Promise<Environment> {
  const data = join(folder, `place-${++locations}`);
  if (engine === 'sqlite') return { FIRMOTECA_DATA: data };
  const database = await testDatabase();
  databases.push(database);
  return { FIRMOTECA_DATA: data, DATABASE_URL: database.url };
}

const settingsOf = ({ DATABASE_URL, FIRMOTECA_DATA = '' }: Environment): StoreSettings => ({
  databaseUrl: DATABASE_URL ?? null,
  folder: FIRMOTECA_DATA,
  country: 'demo',
});
const storeOf = (environment: Environment): Promise<Store> => openStore(settingsOf(environment));

/** Some migrations exist for one engine only. */
const isOfBoth = (name: string): boolean =>
  (['sqlite', 'postgres'] as const).every((engine) => migrationsOf('state', engine).some((one) => one.name === name));

async function result(environment: Environment) {
  const store = await storeOf(environment);
  try {
    return {
      state: await contents(store.state, 'state'),
      live: await contents(store.live, 'live'),
      migrations: (await appliedMigrations(store.state)).filter(({ name }) => isOfBoth(name)),
      secrets: JSON.parse(readFileSync(join(environment.FIRMOTECA_DATA ?? '', 'secrets.json'), 'utf8')) as object,
    };
  } finally {
    await store.close();
  }
}

async function filled(engine: Database['engine']): Promise<Environment> {
  const environment = await location(engine);
  const { code, stderr } = await firmoteca(['keys', 'create', '--plan', 'pro'], environment);
  assert.equal(code, 0, stderr);
  const store = await storeOf(environment);
  await fillStore(store.state, 'state', 25);
  await fillStore(store.live, 'live', 25);
  await store.close();
  return environment;
}

const backup = async (environment: Environment, ...args: string[]) => {
  const { code, stderr, json } = await firmoteca(['backup', ...args, '--json'], environment);
  assert.equal(code, 0, stderr);
  return json() as { file: string; sizeBytes: number; rows: Record<string, number>; removed: string[] };
};

for (const from of ENGINES)
  for (const to of ENGINES)
    test(`every row, the secrets and the migrations of ${from} are the same after a restore into ${to}`, async () => {
      const source = await filled(from);
      const { file, rows } = await backup(source, '--live');
      const before = await result(source);
      assert.ok(
        Object.values(rows).every((count) => count >= 25),
        'every table is included',
      );
      assert.deepEqual(
        Object.keys(rows).sort(),
        [
          ...Object.keys(before.state).map((name) => `state.${name}`),
          ...Object.keys(before.live).map((name) => `live.${name}`),
        ].sort(),
      );
      const target = await location(to);
      const { code, stderr } = await firmoteca(['restore', file], target);
      assert.equal(code, 0, stderr);
      assert.deepEqual(await result(target), before);
    });

let source: Environment;
let good: string;
before(async () => {
  source = await filled('sqlite');
  good = (await backup(source)).file;
});

test('a backup has a dated name, is readable by its owner only, and leaves no other file', () => {
  assert.match(basename(good), /^firmoteca-demo-[0-9]{8}-[0-9]{6}\.backup$/);
  assert.equal((statSync(good).mode & 0o777).toString(8), '600');
  assert.deepEqual(readdirSync(join(source.FIRMOTECA_DATA ?? '', 'backups')), [basename(good)]);
});

test('a backup replaces no other file and is written to the given path', async () => {
  const named = join(folder, 'named.backup');
  assert.equal((await backup(source, named)).file, named);
  const before = readFileSync(named);
  const again = await firmoteca(['backup', named], source);
  assert.deepEqual(
    [again.code, again.stderr],
    [1, `There is a file ${named} already: it was left as it is. Name another.\n`],
  );
  assert.deepEqual(readFileSync(named), before);
});

test('the newest dated backups are kept, and no other file is removed', async () => {
  const stored = `${join(folder, 'kept')}/`;
  const { file } = await backup(source, stored);
  const older = ['firmoteca-demo-20200101-000000.backup', 'firmoteca-romania-20210101-000000.backup', 'mine.backup'];
  for (const name of older) copyFileSync(file, join(stored, name));
  const { removed } = await backup(source, join(stored, 'firmoteca-demo-20990101-000000.backup'), '--keep', '2');
  assert.deepEqual(removed.sort(), older.slice(0, 2));
  assert.deepEqual(
    readdirSync(stored).sort(),
    [basename(file), 'firmoteca-demo-20990101-000000.backup', 'mine.backup'].sort(),
  );
});

test('a backup includes live observations only on request', async () => {
  const { rows } = await backup(source, join(folder, 'state-only.backup'));
  assert.ok(Object.keys(rows).every((name) => name.startsWith('state.')));
});

test('an empty installation has nothing to back up', async () => {
  for (const engine of ENGINES) {
    const { code, stderr } = await firmoteca(['backup'], await location(engine));
    assert.deepEqual([code, /There is no installation in/.test(stderr)], [1, true], stderr);
  }
});

const lines = (): string[] => gunzipSync(readFileSync(good)).toString().trimEnd().split('\n');
/** With the checksum of the changed lines. */
const signed = (some: string[]): string => {
  const body = some.map((line) => `${line}\n`).join('');
  const { end } = JSON.parse(lines().at(-1) ?? '') as { end: object };
  return `${body}${JSON.stringify({ end: { ...end, sha256: sha256(body) } })}\n`;
};
const header = (change: object): string => JSON.stringify({ ...(JSON.parse(lines()[0] ?? '') as object), ...change });

const broken: [what: string, bytes: () => Buffer, said: RegExp][] = [
  ['is cut off in the middle', () => readFileSync(good).subarray(0, statSync(good).size >> 1), /is cut off/],
  ['lacks its last byte', () => readFileSync(good).subarray(0, -1), /is cut off/],
  [
    'lacks its last line',
    () =>
      gzipSync(
        lines()
          .slice(0, -1)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    /is cut off/,
  ],
  ['is empty', () => Buffer.alloc(0), /is cut off/],
  ['is another file', () => Buffer.from('PK\x03\x04 something else entirely'), /is no back-up/],
  ['is gzip of something else', () => gzipSync('{"hello":"world"}\n'), /is no back-up/],
  [
    'has one character changed',
    () => gzipSync(`${lines().join('\n').replace('cel Mare', 'cel Mars')}\n`),
    /checksum is another/,
  ],
  [
    'lacks a row',
    () =>
      gzipSync(
        signed(
          lines()
            .slice(0, -1)
            .filter((_, i) => i !== 5),
        ),
      ),
    /do not match its row counts/,
  ],
  [
    'has a row of another shape',
    () => gzipSync(signed(lines().slice(0, -1).with(2, '["short"]'))),
    /is no row of a table/,
  ],
  ['has data after its end', () => gzipSync(`${lines().join('\n')}\n[1]\n`), /more behind its end/],
  [
    'has SQL in a table name',
    () =>
      gzipSync(
        signed(lines().slice(0, -1).with(1, '{"store":"state","table":"x; drop table account","columns":["id"]}')),
      ),
    /is no row of a table/,
  ],
  [
    'is of a newer format',
    () => gzipSync(signed([header({ format: 2, version: '9.0.0' }), ...lines().slice(1, -1)])),
    /newer version of Firmoteca \(9\.0\.0, format 2/,
  ],
  [
    'has future migrations',
    () =>
      gzipSync(
        signed([
          header({ stores: [{ name: 'state', migrations: [{ version: 999, name: 'later' }] }] }),
          ...lines().slice(1, -1),
        ]),
      ),
    /does not have its migration 999/,
  ],
  [
    'is of the other country',
    () => gzipSync(signed([header({ country: 'romania' }), ...lines().slice(1, -1)])),
    /is of romania/,
  ],
];

test('an invalid header line is refused', async () => {
  const file = join(folder, 'header.backup');
  for (const [change, output] of [
    [{ stores: null }, /does not list its contents/],
    [{ stores: [] }, /does not list its contents/],
    [{ stores: [{ name: '../../elsewhere', migrations: [] }] }, /does not list its contents/],
    [{ stores: [{ name: 'state', migrations: [null] }] }, /does not list its contents/],
    [{ stores: Array(2).fill({ name: 'state', migrations: [] }) }, /a store twice/],
    [{ engine: '../../..' }, /does not name its engine/],
    [{ version: 5 }, /does not name its origin/],
    [{ secrets: null }, /lacks secrets/],
    [{ secrets: {} }, /lacks secrets/],
    [{ secrets: [1] }, /lacks secrets/],
  ] as const) {
    writeFileSync(file, gzipSync(signed([header(change), ...lines().slice(1, -1)])));
    await assert.rejects(checkBackup(file), { constructor: BrokenBackup, message: output }, JSON.stringify(change));
  }
});

test('rows that do not fit the tables are refused with a message', async () => {
  const target = await filled('sqlite');
  const file = join(folder, 'placeless.backup');
  const columns = (line: string): string =>
    line.replace('"table":"account","columns":["id"', '"table":"account","columns":["ident"');
  for (const body of [
    [header({ stores: [{ name: 'state', migrations: [] }] }), ...lines().slice(1, -1)],
    lines().slice(0, -1).map(columns),
  ]) {
    writeFileSync(file, gzipSync(signed(body)));
    const before = await result(target);
    const { code, stderr } = await firmoteca(['restore', file, '--replace'], target);
    assert.equal(code, 1);
    assert.match(stderr, /do not fit its migrations\.\nNothing was changed\.\n$/);
    assert.deepEqual(await result(target), before);
  }
});

onBothEngines((engine) => {
  test('an incomplete or foreign file is refused, and no installation is changed or created', async () => {
    const target = await filled(engine.name);
    const empty = await location(engine.name);
    const before = await result(target);
    const file = join(folder, 'broken.backup');
    for (const [what, bytes, output] of broken) {
      writeFileSync(file, bytes());
      const { code, stderr } = await firmoteca(['restore', file, '--replace'], target);
      assert.deepEqual([code, stderr.split('\n').length], [1, 3], `${what}: ${stderr}`);
      assert.match(stderr, output, what);
      assert.match(stderr, /Nothing was changed\.\n$/, what);
      assert.equal((await firmoteca(['restore', file], empty)).code, 1, what);
    }
    assert.deepEqual(await result(target), before);
    assert.equal(statSync(empty.FIRMOTECA_DATA ?? '', { throwIfNoEntry: false }), undefined);
  });

  test('an installation with data is replaced only by --replace, and is backed up first', async () => {
    const target = await filled(engine.name);
    const before = await result(target);
    const refused = await firmoteca(['restore', good], target);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /is not empty: it has rows of account, .*--replace/);
    assert.deepEqual(await result(target), before);

    const { code, stderr, json } = await firmoteca(['restore', good, '--replace', '--json'], target);
    assert.equal(code, 0, stderr);
    const { replaced, secretsChanged } = json() as { replaced: string; secretsChanged: boolean };
    assert.equal(secretsChanged, true);
    const [now, expected] = [await result(target), await result(source)];
    assert.deepEqual([now.state, now.secrets], [expected.state, expected.secrets]);
    assert.deepEqual(now.live, before.live, 'stores missing from the backup stay');

    assert.equal((await firmoteca(['restore', replaced, '--replace'], target)).code, 0);
    assert.deepEqual(await result(target), before, 'the automatic backup restores the former data');
  });

  test('a backup during writes is a consistent snapshot', async () => {
    const environment = await location(engine.name);
    const store = await storeOf(environment);
    let created = 0;
    /** An account and its subscription are written together. */
    const grow = async (count: number): Promise<void> => {
      const ids = Array.from({ length: count }, () => `pair-${++created}`);
      await store.state.write(
        ids.flatMap((id) => [
          { sql: "insert into account (id, created_at) values ($1, 'now')", params: [id] },
          { sql: "insert into subscription (account_id, state, since) values ($1, 'none', 'now')", params: [id] },
        ]),
      );
    };
    await grow(5_000);
    const snapshot = await openSnapshot(settingsOf(environment), ['state']);
    let isWriting = true;
    const file = join(folder, `moment-${engine.name}.backup`);
    const writing = (async () => {
      while (isWriting) {
        await grow(10);
        await new Promise(setImmediate);
      }
    })();
    const { secrets } = JSON.parse(lines()[0] ?? '') as Header;
    const about = { madeAt: new Date().toISOString(), version: 'x', country: 'demo', secrets } as const;
    const { rows } = await writeBackup(file, about, snapshot, ['state']);
    isWriting = false;
    await writing;
    await snapshot.close();
    await store.close();
    assert.ok(created > (rows['state.account'] ?? 0), 'accounts were created during the backup');
    const ids = new Map<string, string[]>();
    let table = '';
    for await (const piece of readBackup(file)) {
      if (piece.kind === 'table') table = piece.table.table;
      if (piece.kind === 'row') ids.getOrInsertComputed(table, () => []).push(String(piece.row[0]));
    }
    assert.deepEqual(ids.get('account')?.sort(), ids.get('subscription')?.sort());
  });
});
