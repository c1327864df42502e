/** Answers that are stored with a live observation, after an update of the service: the generation stays, the rendering may have changed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RENDERING, storeMerged } from '#domain/companies/documents-table.ts';
import { codesOf, companyOf } from '#test/support/company-answers.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ bare: true });
});
after(() => service.close());

test('an answer that another release rendered from the served generation is rendered again', async () => {
  const dataset = service.store.generations.current() ?? assert.fail();
  const [first = '', second = ''] = await codesOf(dataset);
  const nameOf = async (cui: string, rendering: string): Promise<string> => {
    const bytes = Buffer.from(JSON.stringify({ ...(await companyOf(dataset, cui)), name: 'STORED' }));
    const generation = `${dataset.manifest.id}+${rendering}+`;
    await storeMerged(service.store.live, cui, generation, new Date().toISOString(), { bytes, etag: 'W/"stored"' });
    const response = await fetch(`${service.origin}/api/company/${cui}`, { headers: { 'x-api-key': DEMO_KEY } });
    return ((await response.json()) as { data: { name: string } }).data.name;
  };
  assert.equal(await nameOf(first, RENDERING), 'STORED');
  assert.equal(await nameOf(second, '00000000'), (await companyOf(dataset, second)).name);
});
