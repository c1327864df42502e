/** A host loses the lead during demo seeding: another host builds the demo country, and the service continues. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { systemClock } from '#data/live/clock.ts';
import { openStore } from '#data/store/open.ts';
import { allocateSeedingState, startSeeding } from '#server/jobs/seeding.ts';
import { changedEnvironment } from '#test/support/environment.ts';
import { testDatabase } from '#test/support/postgres-server.ts';

test('a first build that is refused because another host leads does not fail the service', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-founding-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const database = await testDatabase();
  t.after(() => database.stop());
  // Its thread reads these settings.
  t.after(changedEnvironment({ DATABASE_URL: database.url, FIRMOTECA_DATA: folder, FIRMOTECA_COMPANIES: '100' }));
  const store = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  t.after(() => store.close());
  const isOver = Promise.withResolvers<void>();
  let rests = 0;
  const founding = startSeeding({
    store: {
      ...store,
      generations: {
        ...store.generations,
        async refresh() {
          await store.generations.refresh();
          isOver.resolve();
        },
      },
    },
    seedingState: allocateSeedingState(),
    // This term never had a leader.
    lease: { holder: 'one that was overtaken', term: 1 },
    refreshWorkers: async () => {},
    onServed: () => assert.fail('Nothing was published.'),
    onError: (error) => assert.fail(String(error)),
    clock: {
      ...systemClock,
      async sleep() {
        rests++;
        await founding.stop();
      },
    },
  });
  let failure: unknown = null;
  founding.failed.catch((error) => {
    failure = error;
  });
  await isOver.promise;
  await turn();
  assert.equal(failure, null);
  // Every other end without a failure (an unreachable store, another build) waits before a retry.
  assert.equal(rests, 0);
  assert.equal(store.generations.current(), null);
  await founding.stop();
});
