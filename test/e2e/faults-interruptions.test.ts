/** A service and a build that are suspended, killed, told a wrong time or slowed. `npm run faults` has them at any size. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Interruption, openInterruptions } from '#test/support/faults/interruptions.ts';
import { keptPublications } from '#test/support/faults/kept-publications.ts';
import { preloadGap } from '#test/support/faults/machine.ts';
import { allProblems } from '#test/support/faults/report.ts';
import { notRun } from '#test/support/skip-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-faults-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** The service and its commands are processes on SQLite. */
const skip = process.env.FIRMOTECA_TEST_ENGINE === 'postgres';
const gap = skip ? null : preloadGap('a service and a build whose clock steps or whose disk is slow');

let run: Awaited<ReturnType<typeof openInterruptions>>;
before(async () => {
  if (skip) return;
  const options = { folder, seed: 'test', suspendMs: 3_000, kills: 1, stepMs: 2_000, say: () => {} };
  run = await openInterruptions({ ...options, publications: await keptPublications(1_000) });
});
const trial = async (name: Interruption): Promise<void> => assert.deepEqual(allProblems([await run(name)]), []);

test('a suspended service and build go on, and callers get what they would have got', { skip }, () =>
  trial('suspended'),
);

test('a killed service has stored every write that it acknowledged', { skip }, () => trial('killed'));

const preloaded = { skip: skip || (gap !== null && notRun(gap.what, gap.install)) };
test('a clock that steps by an hour, forward and back, signs nobody out and stops no build', preloaded, () =>
  trial('clock'),
);

test('on a slow disk callers are answered and a build succeeds', preloaded, () => trial('slow'));
