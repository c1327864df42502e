import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeedingStatus } from '#domain/status/seeding-status.ts';
import { seedingProgress, usualStatus } from './seeding-progress.ts';

test('the remaining time shrinks with each step, and reaches zero for the first generation and then for all', () => {
  const result: SeedingStatus[] = [];
  let now = 0;
  const progress = seedingProgress(
    20_000,
    (created) => result.push(created),
    () => now,
  );
  assert.deepEqual(result.at(-1), usualStatus(20_000));
  for (const label of ['demo country of 2026-11-15', 'registry of 2026-11-15', 'finances', 'search']) {
    const step = progress.step(label, 100);
    now += 500;
    step.at(50, 50);
    now += 500;
    step.end('done');
  }
  assert.equal(result.at(-1)?.secondsToFirst, 0);
  assert.ok((result.at(-1)?.secondsToWhole ?? 0) > 0);
  const whole = result.map(({ secondsToWhole }) => secondsToWhole);
  assert.ok((whole.at(-1) ?? 0) < (whole[0] ?? 0), whole.join());
  progress.step('rankings', null).end('done');
  for (const _ of ['written', 'read']) progress.step('procurement of 2026-11-15', null).end('done');
  progress.step('lists of procurement', null).end('done');
  assert.deepEqual(result.at(-1), { step: 'recent', secondsToFirst: 0, secondsToWhole: 0 });
});

test('on a slow machine the estimate of the remaining time grows in proportion', () => {
  let now = 0;
  let last = usualStatus(20_000);
  const progress = seedingProgress(
    20_000,
    (created) => (last = created),
    () => now,
  );
  const step = progress.step('demo country of 2026-02-15', 100);
  now += 60_000;
  step.end('published');
  assert.ok(last.secondsToFirst > 3 * usualStatus(20_000).secondsToFirst, String(last.secondsToFirst));
});

test('an unplanned step, such as a comparison, changes nothing', () => {
  let last = usualStatus(200);
  const progress = seedingProgress(
    200,
    (created) => (last = created),
    () => 0,
  );
  progress.step('changes up to 2026-11-15', null).end('7 found');
  assert.deepEqual(last, usualStatus(200));
});
