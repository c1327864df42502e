/** Builds that are killed at seeded moments. `npm run faults` has them at any size. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { keptPublications } from '#test/support/faults/kept-publications.ts';
import { killedBuilds } from '#test/support/faults/kills.ts';
import { allProblems } from '#test/support/faults/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-faults-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** The service and its commands are processes on SQLite. */
const skip = process.env.FIRMOTECA_TEST_ENGINE === 'postgres';

test('a build that is killed at three moments leaves what is served, and the next build succeeds', {
  skip,
}, async () => {
  const options = { publications: await keptPublications(3_000), folder, moments: 3, seed: 'test', say: () => {} };
  assert.deepEqual(allProblems(await killedBuilds(options)), []);
});
