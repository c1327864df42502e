/** Generated requests and mutated files. `npm run fuzz` has more of both, with any seed. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { keptPublications } from '#test/support/faults/kept-publications.ts';
import { runFiles } from '#test/support/fuzz/run-files.ts';
import { runRequests } from '#test/support/fuzz/run-requests.ts';
import { openTarget } from '#test/support/fuzz/target.ts';
import { testDatabase } from '#test/support/postgres-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-fuzz-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const own = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};
const engine = process.env.FIRMOTECA_TEST_ENGINE;
const about = { seed: 'test', first: 0, say: () => {} };

for (const [name, count] of [
  ['sqlite', 2_000],
  ['postgres', 500],
] as const)
  test(`${count} generated requests on ${name} get a documented answer, and nothing grows`, {
    skip: engine !== undefined && engine !== name,
  }, async () => {
    const database = name === 'postgres' ? await testDatabase() : null;
    const target = await openTarget(own(`requests on ${name}`), database?.url ?? null);
    try {
      assert.deepEqual((await runRequests(target, { ...about, count })).findings, []);
    } finally {
      await target.stop();
      await database?.stop();
    }
  });

test('500 mutated files are read or refused by every reader, and nothing grows', {
  skip: engine === 'postgres',
}, async () => {
  const publications = await keptPublications(300);
  const where = { publications, databaseUrl: null, folder: own('files'), keptIn: null };
  assert.deepEqual((await runFiles({ ...about, ...where, count: 500 })).findings, []);
});
