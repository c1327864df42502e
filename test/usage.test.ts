/** Usage and figures as accounts and operators see them, from a request over a socket to the command line. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#store/open.ts';
import { usageAdditions } from '#usage/usage-table.ts';
import { firmoteca } from './cli.ts';
import { DEMO_KEY, type SmallService, smallService } from './small-service.ts';
import { companyCui } from './tiny-country.ts';

interface Usage {
  data: {
    account: string;
    from: string;
    to: string;
    total: { requests: number; refused: number; failed: number };
    lines: { day: string; operation: string; key: string | null; requests: number; refused: number; failed: number }[];
  };
}

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

const ask = (path: string, key = DEMO_KEY): Promise<Response> =>
  fetch(service.origin + path, { headers: { 'x-api-key': key } });

const today = (): string => new Date().toISOString().slice(0, 10);

/** Once it was written, a few seconds later. */
async function usageWith(requests: number): Promise<Usage['data']> {
  for (let looks = 0; looks < 100; looks++) {
    const { data } = (await (await ask('/account/usage')).json()) as Usage;
    if (data.total.requests >= requests) return data;
    await sleep(200);
  }
  throw new Error('Usage was never written.');
}

test('an account reads what it used', async () => {
  const day = today();
  const company = `/api/company/${companyCui(0)}`;
  for (let i = 0; i < 3; i++) assert.equal((await ask(company)).status, 200);
  assert.equal((await ask('/api/caen/9999')).status, 404);
  assert.equal((await ask('/api/caen/0111', 'nonsense')).status, 401);
  const { account, lines, total, to } = await usageWith(4);
  if (day !== today()) return;
  assert.deepEqual([account, to], ['demo', day]);
  assert.deepEqual(total, { requests: 4, refused: 1, failed: 0 });
  assert.deepEqual(lines, [
    { day, operation: 'getCaen', key: 'demo', requests: 1, refused: 1, failed: 0 },
    { day, operation: 'getCompany', key: 'demo', requests: 3, refused: 0, failed: 0 },
  ]);
});

test('usage is for the account alone, and for sensible days', async () => {
  assert.equal((await fetch(`${service.origin}/account/usage`)).status, 401);
  assert.equal((await ask('/account/usage', 'nonsense')).status, 401);
  const old = (await (await ask('/account/usage?to=2026-01-31')).json()) as Usage;
  assert.deepEqual([old.data.from, old.data.to, old.data.lines], ['2026-01-01', '2026-01-31', []]);
  for (const query of ['from=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'from=2025-01-01&to=2026-01-01', 'who=me'])
    assert.equal((await ask(`/account/usage?${query}`)).status, 400, query);
});

test('the document of the sixty operations does not speak of it', async () => {
  const { paths } = (await (await ask('/openapi.json')).json()) as { paths: object };
  assert.ok(!('/account/usage' in paths) && !('/metrics' in paths));
});

test('the figures tell of answers, sources and the process', async () => {
  await ask('/api/rates');
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  assert.match(text, /^firmoteca_requests_total\{operation="getRates",class="2xx"\} [1-9]/m);
  assert.match(text, /^firmoteca_request_seconds_count\{operation="getRates"\} [1-9]/m);
  assert.match(text, /^firmoteca_limits_threads\{state="off"\} 1$/m);
  assert.match(text, /^process_cpu_seconds_total [0-9.]+$/m);
  assert.ok(!text.includes(DEMO_KEY) && !text.includes('nonsense'));
});

test('an operator reads the usage of one account, or of all', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-usage-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { state, close } = await openStore({ databaseUrl: null, folder, country: 'demo' });
  const row = {
    account_id: 'one',
    day: '2026-11-03',
    key_id: 'k',
    operation: 'getRates',
    requests: 5,
    refused: 1,
    failed: 0,
  };
  await state.write(usageAdditions([row, { ...row, account_id: 'two', requests: 9 }]));
  await close();
  const usage = (...args: string[]) => firmoteca(['usage', ...args], { FIRMOTECA_DATA: folder });
  const november = ['--from', '2026-11-01', '--to', '2026-11-30'];
  assert.deepEqual((await usage('--account', 'one', ...november, '--json')).json(), [row]);
  assert.deepEqual((await usage(...november, '--json')).json(), [
    { account_id: 'two', requests: 9, refused: 1, failed: 0 },
    { account_id: 'one', requests: 5, refused: 1, failed: 0 },
  ]);
  assert.match((await usage('--account', 'one', ...november)).stdout, /2026-11-03 {2}k {2}getRates {2}5/);
  assert.match(
    (await usage('--account', 'one', '--to', '2026-10-01')).stdout,
    /^Nothing from 2026-09-01 to 2026-10-01/,
  );
  assert.equal((await usage('--from', 'yesterday')).code, 2);
  assert.equal((await usage('--from', '2026-11-02', '--to', '2026-11-01')).code, 2);
});
