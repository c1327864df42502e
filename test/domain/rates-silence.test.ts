/** Exchange rates when the bank has not answered for long, or days are not loaded: served with a warning about their age. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { storeRates } from '#data/live/rates-table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { rewriteManifest } from '#test/support/older-release.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

onBothEngines((engine) => {
  let service: SmallService;
  /** Rates are loaded for 5 and 6 March, and for 12 and 13 November. */
  let today = '2026-11-20';
  before(async () => {
    const { databaseUrl } = await engine.place();
    service = await smallService({ databaseUrl, config: { today: () => today } });
  });
  after(() => service.close());

  async function warningsOf(path: string): Promise<string[]> {
    const response = await fetch(service.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
    assert.equal(response.status, 200, path);
    const { meta } = (await response.json()) as { meta: { warnings?: string[] } };
    return meta.warnings ?? [];
  }
  const newest = ['/api/rates', '/api/rates/history', '/api/rates/convert?from=EUR&to=RON'];

  test('rates of a week ago have no warning, as around holidays', async () => {
    for (const path of newest)
      assert.ok(
        (await warningsOf(path)).every((warning) => !warning.startsWith('These are the rates of')),
        path,
      );
    assert.deepEqual(await warningsOf('/api/rates/convert?from=EUR&to=RON&date=2026-03-13'), []);
  });

  test('newest rates older than a week have a warning', async () => {
    today = '2026-11-21';
    for (const path of newest)
      assert.deepEqual(
        (await warningsOf(path)).at(-1),
        'These are the rates of 2026-11-13, 8 days before 2026-11-21: there are none of the days between.',
        path,
      );
  });

  test('rates for a day long after the last loaded one have a warning', async () => {
    assert.deepEqual(await warningsOf('/api/rates/convert?from=USD&to=HUF&date=2026-11-11'), [
      'These are the rates of 2026-03-06, 250 days before 2026-11-11: there are none of the days between.',
    ]);
  });

  test('while a first start has not loaded the rates, the operations answer 503 instead of the few live rates', async () => {
    service = await service.restarted((location) =>
      rewriteManifest(location, ({ parts, ...rest }) => ({
        ...rest,
        parts: parts.filter(({ name }) => name !== 'rates'),
        awaits: ['rates'],
      })),
    );
    const since = { day: '2026-11-20', currency: 'EUR', multiplier: 1, value: 51_000 };
    await service.store.live.write(storeRates([since], new Date().toISOString()));
    for (const path of [...newest, '/api/rates/convert?from=EUR&to=RON&date=2026-11-20']) {
      const response = await fetch(service.origin + path, { headers: { 'x-api-key': DEMO_KEY } });
      const { error } = (await response.json()) as { error?: { code: string } };
      assert.deepEqual([response.status, error?.code], [503, 'SERVICE_STARTING'], path);
      assert.ok(Number(response.headers.get('retry-after')) > 0, path);
    }
  });
});
