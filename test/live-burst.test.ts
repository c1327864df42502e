/** Many callers at once: a thousand first look-ups travel together to the tax authority, on the demo's own pace. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoService } from './demo-service.ts';

test('a thousand first look-ups at once cost at most eleven requests to the source', async () => {
  const service = await demoService(null, 1_200);
  try {
    await service.store.live.write([{ sql: 'delete from fiscal_observation' }, { sql: 'delete from merged_document' }]);
    const cuis = await service.store.generations
      .current()
      ?.db.all<{ cui: number }>('select cui from document order by cui limit 1000');
    const before = service.simulated.requests.anaf;
    const answers = await Promise.all((cuis ?? []).map(({ cui }) => service.get(`/api/company/${cui}`)));
    assert.equal(answers.length, 1_000);
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.meta.stale, body.meta.pending], [200, false, undefined], body.data?.cui);
    }
    const asked = service.simulated.requests.anaf - before;
    assert.ok(asked <= 11, `${asked} requests`);
    assert.deepEqual([service.errors, service.faults], [[], []]);
  } finally {
    await service.close();
  }
});
