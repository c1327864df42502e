/** The cache of test snapshots: each is built once for a state of the sources, completely, and removed when old and unused. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { smallService } from '#test/support/small-service.ts';
import { keyOf, openFolder } from '#test/support/snapshot-folder.ts';
import { keptMade } from '#test/support/snapshots.ts';
import { until } from '#test/support/until.ts';

const DAY = Date.parse('2026-11-15T12:00:00Z');

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-kept-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('concurrent requests for a snapshot build it once', async (t) => {
  const stored = newFolder(t);
  let created = 0;
  const make = async (folder: string): Promise<void> => writeFileSync(join(folder, 'file'), String(++created));
  const folders = await Promise.all([1, 2, 3].map(() => keptMade('thing', make, stored)));
  assert.deepEqual(new Set(folders).size, 1);
  assert.equal(readFileSync(join(folders[0] ?? '', 'file'), 'utf8'), '1');
});

test('a failed build leaves nothing behind', async (t) => {
  const stored = newFolder(t);
  const failing = async (folder: string): Promise<void> => {
    writeFileSync(join(folder, 'half'), '');
    throw new Error('no room');
  };
  await assert.rejects(keptMade('thing', failing, stored), /no room/);
  const created = await keptMade('thing', async (folder) => writeFileSync(join(folder, 'whole'), ''), stored);
  assert.deepEqual(readdirSync(created), ['whole']);
});

/** A process with a build under way that it has reported. */
async function busy(t: TestContext, code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
}

test('a process that is killed during a build does not block the next one', async (t) => {
  const stored = newFolder(t);
  const kill = await busy(
    t,
    `import { keptMade } from '${import.meta.dirname}/../support/snapshots.ts';
     await keptMade('thing', () => new Promise(() => { console.log('under way'); setInterval(() => {}, 1000); }), ${JSON.stringify(stored)});`,
  );
  let isMade = false;
  const making = keptMade('thing', async (folder) => writeFileSync(join(folder, 'whole'), ''), stored).finally(() => {
    isMade = true;
  });
  await until('the first process is building', async () => existsSync(join(stored, 'thing.making')));
  assert.equal(isMade, false);
  await kill();
  assert.deepEqual(readdirSync(await making), ['whole']);
});

test('the key depends on the sources and the day, not on the tests', (t) => {
  const root = newFolder(t);
  for (const [path, text] of [
    ['src/a.ts', 'a'],
    ['src/a.test.ts', 'a'],
    ['test/kit.ts', 'kit'],
    ['test/run/plan.ts', 'plan'],
    ['migrations/001.sql', 'create'],
  ] as const)
    change(path, text);
  function change(path: string, text: string): void {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const before = keyOf(root, DAY);
  for (const path of ['src/a.test.ts', 'test/run/plan.ts', 'docs/page.md']) change(path, 'another');
  assert.equal(keyOf(root, DAY), before);
  assert.notEqual(keyOf(root, DAY + 86_400_000), before);
  const seen = new Set([before]);
  for (const path of ['src/a.ts', 'src/b.ts', 'test/kit.ts', 'migrations/001.sql', 'package-lock.json']) {
    change(path, 'another');
    seen.add(keyOf(root, DAY));
  }
  assert.equal(seen.size, 6);
});

test('the newest two snapshots and those in use stay', async (t) => {
  const cache = newFolder(t);
  const key = (n: number): string => `${String(n).repeat(16)}-2026-11-1${n}`;
  for (let n = 1; n <= 4; n++) {
    mkdirSync(join(cache, key(n)));
    writeFileSync(join(cache, key(n), 'file'), '');
    utimesSync(join(cache, key(n)), n, n);
  }
  writeFileSync(join(cache, 'test-seconds.json'), '{}');
  const kill = await busy(
    t,
    `import { openFolder } from '${import.meta.dirname}/../support/snapshot-folder.ts';
     openFolder(${JSON.stringify(join(cache, 'x', '..'))}, '${key(1)}');
     console.log('used');
     setInterval(() => {}, 1000);`,
  );
  // The other process makes it the newest, and the fourth is the newest beside it.
  assert.deepEqual(readdirSync(cache).toSorted(), [key(1), key(4), 'test-seconds.json']);
  utimesSync(join(cache, key(1)), 1, 1);
  openFolder(cache, key(5));
  assert.deepEqual(readdirSync(cache).toSorted(), [key(1), key(4), key(5), 'test-seconds.json']);
  await kill();
  openFolder(cache, key(5));
  assert.deepEqual(readdirSync(cache).toSorted(), [key(4), key(5), 'test-seconds.json']);
});

test('a service’s data changes do not affect other services', async () => {
  const name = 'insert into live_probe values (1)';
  for (let round = 0; round < 2; round++) {
    const service = await smallService({ bare: true });
    try {
      await service.store.live.write([{ sql: 'create table live_probe (n integer)' }, { sql: name }]);
    } finally {
      await service.close();
    }
  }
});

test('a copy has a current load time, whatever the age of its source', async () => {
  const begun = new Date().toISOString();
  const service = await smallService({ bare: true });
  const { manifest } = service.store.generations.current() ?? assert.fail();
  await service.close();
  for (const at of [manifest.createdAt, ...manifest.parts.map(({ loadedAt }) => loadedAt)]) assert.ok(at >= begun, at);
});
