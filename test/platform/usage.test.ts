/** Usage and metrics for accounts and operators, from a request on a socket to the command line. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { parseSubnet, type Subnet } from '#lib/values/ip.ts';
import { createAccount } from '#platform/accounts/accounts.ts';
import { usageAdditions } from '#platform/usage/usage-table.ts';
import { firmoteca } from '#test/support/cli.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';

interface Usage {
  meta: { warnings?: string[] };
  data: {
    account: string;
    from: string;
    to: string;
    total: { requests: number; refused: number; failed: number };
    linesTotal: number;
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

const today = (): string => bucharestDay(Date.now());

/** Polls until the usage is stored, a few seconds later. */
async function usageWith(requests: number): Promise<Usage['data']> {
  let usage: Usage['data'] | undefined;
  await until('the usage is stored', async () => {
    usage = ((await (await ask('/account/usage')).json()) as Usage).data;
    return usage.total.requests >= requests;
  });
  assert.ok(usage);
  return usage;
}

test('an account reads its own usage', async () => {
  const day = today();
  const company = `/api/company/${companyCui(0)}`;
  for (let i = 0; i < 3; i++) assert.equal((await ask(company)).status, 200);
  assert.equal((await ask('/api/caen/9999')).status, 404);
  assert.equal((await ask('/api/caen/0111', 'nonsense')).status, 401);
  const { account, lines, total, to, linesTotal } = await usageWith(4);
  if (day !== today()) return;
  assert.deepEqual([account, to, linesTotal], ['demo', day, 2]);
  assert.deepEqual(total, { requests: 4, refused: 1, failed: 0 });
  assert.deepEqual(lines, [
    { day, operation: 'getCaen', key: 'demo', requests: 1, refused: 1, failed: 0 },
    { day, operation: 'getCompany', key: 'demo', requests: 3, refused: 0, failed: 0 },
  ]);
});

test('usage needs a key of the account and a valid range of days', async () => {
  assert.equal((await fetch(`${service.origin}/account/usage`)).status, 401);
  assert.equal((await ask('/account/usage', 'nonsense')).status, 401);
  const old = (await (await ask('/account/usage?to=2026-01-31')).json()) as Usage;
  assert.deepEqual([old.data.from, old.data.to, old.data.lines], ['2026-01-01', '2026-01-31', []]);
  for (const query of ['from=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'from=2025-01-01&to=2026-01-01', 'who=me'])
    assert.equal((await ask(`/account/usage?${query}`)).status, 400, query);
});

test('usage lines beyond the answer’s limit are reported in a warning and counted in the total', async () => {
  const row = { account_id: 'demo', day: '2026-03-15', operation: 'getRates', requests: 2, refused: 1, failed: 0 };
  const many = Array.from({ length: 20_003 }, (_, i) => ({ ...row, key_id: `key ${i}` }));
  await service.store.state.write(usageAdditions(many));
  const { data, meta } = (await (await ask('/account/usage?to=2026-03-31')).json()) as Usage;
  assert.deepEqual(data.total, { requests: 40_006, refused: 20_003, failed: 0 });
  assert.deepEqual([data.lines.length, data.linesTotal], [20_000, 20_003]);
  assert.deepEqual(meta.warnings, [
    'Lines left out, of the oldest days: 3; the total counts them. Ask for fewer days.',
  ]);
});

test('the OpenAPI document marks extra operations, such as the usage, and omits the metrics', async () => {
  const { paths } = (await (await ask('/openapi.json')).json()) as { paths: Record<string, { get: object }> };
  const extra = Object.keys(paths).filter((path) => 'x-extra' in (paths[path]?.get ?? {}));
  const declared = service.operations.filter(({ declaration }) => declaration.extra && !declaration.method);
  assert.deepEqual(extra.toSorted(), declared.map(({ declaration }) => declaration.path).toSorted());
  assert.ok(extra.includes('/account/usage'));
  assert.ok(!('/metrics' in paths));
});

test('metrics cover answers, sources and the process', async () => {
  await ask('/api/rates');
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  assert.match(text, /^firmoteca_requests_total\{operation="getRates",class="2xx"\} [1-9]/m);
  assert.match(text, /^firmoteca_request_seconds_count\{operation="getRates"\} [1-9]/m);
  assert.match(text, /^firmoteca_limits_threads\{state="off"\} 1$/m);
  assert.doesNotMatch(text, /payments|facilitator/, 'nothing is sold here');
  assert.match(text, /^process_cpu_seconds_total [0-9.]+$/m);
  assert.ok(!text.includes(DEMO_KEY) && !text.includes('nonsense'));
});

test('without a token the metrics are readable on a demo and from the local machine only', async (t) => {
  for (const config of [
    { publicUrl: 'https://firms.example' },
    { trustedProxies: [parseSubnet('127.0.0.1') as Subnet] },
    { country: 'romania' as const },
    { metricsToken: 'secret' },
  ]) {
    const visible = await smallService({ bare: true, config });
    t.after(() => visible.close());
    assert.equal((await fetch(`${visible.origin}/metrics`)).status, 404, JSON.stringify(Object.keys(config)));
    const { status } = await fetch(`${visible.origin}/metrics`, { headers: { authorization: 'Bearer secret' } });
    assert.equal(status, 'metricsToken' in config ? 200 : 404);
  }
});

test('an operator reads the usage of one account or of all', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-usage-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { state, close } = await openStore({ databaseUrl: null, folder, country: 'demo' });
  const id = await createAccount(state, { email: 'ion@example.ro', password: null }, Date.now());
  const line = { day: '2026-11-03', operation: 'getRates', requests: 5, refused: 1, failed: 0 };
  const row = { ...line, account_id: id, key_id: 'k' };
  await state.write(usageAdditions([row, { ...row, account_id: 'gone', requests: 9 }]));
  await close();
  const usage = (...args: string[]) => firmoteca(['usage', ...args], { FIRMOTECA_DATA: folder });
  const november = ['--from', '2026-11-01', '--to', '2026-11-30'];
  const days = { from: '2026-11-01', to: '2026-11-30' };
  const total = { requests: 5, refused: 1, failed: 0 };
  // The terms of the API.
  const result = { account: id, ...days, total, linesTotal: 1, lines: [{ ...line, key: 'k' }] };
  for (const who of [id, 'Ion@example.ro'])
    assert.deepEqual((await usage('--account', who, ...november, '--json')).json(), result);
  assert.deepEqual((await usage(...november, '--json')).json(), {
    ...days,
    accounts: [
      { account: 'gone', requests: 9, refused: 1, failed: 0 },
      { account: id, ...total },
    ],
  });
  const { stdout } = await usage('--account', id, ...november);
  assert.match(stdout, /^2026-11-03 {2}k {2}getRates {2}5 requests, 1 refused, 0 failed\nTotal: 5 requests/);
  assert.match((await usage('--account', id, '--to', '2026-10-01')).stdout, /^Nothing from 2026-09-01 to 2026-10-01/);
  assert.match((await usage('--account', 'nobody')).stderr, /no account nobody/);
  assert.equal((await usage('--from', 'yesterday')).code, 2);
  assert.equal((await usage('--from', '2026-11-02', '--to', '2026-11-01')).code, 2);
});
