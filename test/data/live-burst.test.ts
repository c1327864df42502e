/** A thousand first look-ups at once are batched to the tax authority at the demo’s pace. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { type Clock, systemClock } from '#data/live/clock.ts';
import { codesAfter } from '#domain/companies/facts-table.ts';
import { demoService } from '#test/support/demo-service.ts';
import { until } from '#test/support/until.ts';

const LOOK_UPS = 1_000;
/** Longer than a source’s pace and the batching delay, shorter than a caller’s timeout. */
const SHORT_MS = 500;

/** Stops the pace until every caller waits, however slow the machine is; no caller times out. */
function heldClock(): Clock & { waiting(): number; release(): void } {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let waiting = 0;
  return {
    now: systemClock.now,
    async sleep(ms, signal) {
      if (ms > SHORT_MS) {
        waiting++;
        if (!signal?.aborted) await (signal ? once(signal, 'abort') : new Promise<never>(() => {}));
        return;
      }
      await released;
      await systemClock.sleep(ms, signal);
    },
    waiting: () => waiting,
    release,
  };
}

test('a thousand first look-ups at once cost at most eleven requests to the source', async () => {
  const clock = heldClock();
  const service = await demoService(null, 1_200, clock);
  try {
    await service.store.live.write([{ sql: 'delete from fiscal_observation' }, { sql: 'delete from merged_document' }]);
    const cuis = await codesAfter(service.store.generations.current() ?? assert.fail(), '0', LOOK_UPS);
    const before = service.simulated.requests.anaf;
    const others = clock.waiting();
    const answering = Promise.all(cuis.map((cui) => service.get(`/api/company/${cui}`)));
    await until('all callers wait', () => clock.waiting() - others === LOOK_UPS);
    clock.release();
    const answers = await answering;
    assert.equal(answers.length, LOOK_UPS);
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.meta.stale, body.meta.pending], [200, false, undefined], body.data?.cui);
    }
    const requested = service.simulated.requests.anaf - before;
    assert.ok(requested <= 11, `${requested} requests`);
    assert.deepEqual([service.errors, service.faults], [[], []]);
  } finally {
    clock.release();
    await service.close();
  }
});
