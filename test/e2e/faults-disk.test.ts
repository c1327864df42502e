/** A disk that is full while a service answers. `npm run faults` has it at any size. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { DiskOrder } from '#test/support/faults/disk-full.ts';
import { keptPublications } from '#test/support/faults/kept-publications.ts';
import { onSmallDisk, smallDiskGap } from '#test/support/faults/machine.ts';
import { allProblems, type FaultReport } from '#test/support/faults/report.ts';
import { notRun } from '#test/support/skip-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-faults-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** The service and its commands are processes on SQLite. */
const gap =
  process.env.FIRMOTECA_TEST_ENGINE === 'postgres' ? null : smallDiskGap('a service and a build on a full disk');
const skip = process.env.FIRMOTECA_TEST_ENGINE === 'postgres' || (gap !== null && notRun(gap.what, gap.install));

const SCRIPT = join(import.meta.dirname, '../support/faults/disk-full.ts');

test('on a full disk what is served stays, writes get 503 until there is space, and messages say what helps', {
  skip,
}, async () => {
  const order: DiskOrder = {
    publications: await keptPublications(1_000),
    folder,
    bytes: 200_000_000,
    shares: [0.1, 0.6],
  };
  assert.deepEqual(allProblems(await onSmallDisk<FaultReport[]>(SCRIPT, order)), []);
});
