/** An installation with only the trade registry, while the tax authority is unreachable: missing data is never reported as empty. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Envelope } from '#test/support/demo-service.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';

let service: SmallService;
before(async () => {
  service = await smallService({ bare: true, years: [] });
});
after(() => service.close());

async function get(path: string): Promise<{ status: number; body: Envelope }> {
  const response = await fetch(`${service.origin}${path}`, { headers: { 'x-api-key': DEMO_KEY } });
  return { status: response.status, body: (await response.json()) as Envelope };
}

const COMPANY = `/api/company/${companyCui(0)}`;

test('balance sheets without a file or a service are an error instead of an empty list', async () => {
  const { status, body } = await get(`${COMPANY}/financials`);
  assert.deepEqual([status, body.error?.code], [503, 'UPSTREAM_UNAVAILABLE']);
  assert.match(body.error?.message ?? '', new RegExp(`nothing is stored about the balance sheets of ${companyCui(0)}`));
});

test('a verdict without balance sheets is undetermined and reports them as not loaded', async () => {
  const { data, meta } = (await get(`${COMPANY}/health`)).body;
  assert.equal(data.verdict.code, 'undetermined');
  assert.deepEqual(
    data.verdict.reasons.map(({ label }: { label: string }) => label),
    ['There is no public balance sheet.'],
  );
  assert.deepEqual(data.flags, []);
  assert.deepEqual(meta.notLoaded, ['finances', 'debts']);
});

test('answers with figures of balance sheets report them as not loaded', async () => {
  for (const path of [COMPANY, `${COMPANY}/timeline`, `${COMPANY}/related`])
    assert.ok((await get(path)).body.meta.notLoaded.includes('finances'), path);
});

test('a part that is not loaded has no sources', async () => {
  const { data, meta } = (await get(`${COMPANY}/seap`)).body;
  assert.deepEqual([data, meta.notLoaded, meta.sources], [null, ['procurement'], []]);
});
