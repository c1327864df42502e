/** Waiting times of callers for a silent source: the documented seconds plus a margin for a busy machine, without stalls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outsideCui } from '#demo-country/world.ts';
import { cuiOf, demoService } from '#test/support/demo-service.ts';

const OLDER_MS = 2_000;
const FIRST_MS = 10_000;
const BUSY_MS = 2_000;
const LOOK_MS = 50;
const STANDSTILL_MS = 500;

test('a caller waits two seconds with an older observation and ten without', async (t) => {
  const service = await demoService();
  t.after(service.close);
  const [older, first, outside, late] = [cuiOf('giant'), cuiOf('growing'), outsideCui(9), cuiOf('lateFiler')];
  await service.store.live.write([
    {
      sql: "update fiscal_observation set fetched_at = '2026-01-31T00:00:00.000Z' where cui = $1",
      params: [Number(older)],
    },
    { sql: 'delete from fiscal_observation where cui = $1', params: [Number(first)] },
  ]);
  for (const on of ['anaf', 'bilant'] as const) service.simulated.faults.add(on, { kind: 'slow', delayMs: 15_000 });
  // Time in which the whole machine stood still does not count.
  let watchedMs = 0;
  let last = performance.now();
  const watching = setInterval(() => {
    watchedMs += Math.min(performance.now() - last, STANDSTILL_MS);
    last = performance.now();
  }, LOOK_MS);
  t.after(() => clearInterval(watching));
  const ask = async (path: string) => {
    const started = watchedMs;
    const { status, body } = await service.get(`/api/company/${path}`);
    return { status, stale: body.meta.stale, pending: body.meta.pending, ms: watchedMs - started };
  };
  const [withOlder, without, unknown, years] = await Promise.all([
    ask(older),
    ask(first),
    ask(outside),
    ask(`${late}/financials`),
  ]);
  assert.deepEqual([withOlder.status, withOlder.stale, withOlder.pending], [200, true, undefined]);
  assert.ok(withOlder.ms < OLDER_MS + BUSY_MS, `${withOlder.ms} ms`);
  assert.deepEqual([years.status, years.stale, years.pending], [200, false, ['balance 2025']]);
  assert.ok(years.ms < OLDER_MS + BUSY_MS, `${years.ms} ms`);
  assert.deepEqual([without.status, without.stale, without.pending], [200, false, ['fiscal']]);
  assert.ok(without.ms < FIRST_MS + BUSY_MS, `${without.ms} ms`);
  assert.equal(unknown.status, 504);
  assert.ok(unknown.ms < FIRST_MS + BUSY_MS, `${unknown.ms} ms`);
});
