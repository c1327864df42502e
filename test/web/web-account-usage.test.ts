/** The usage page of an account: requests by day, operation and key, for the owner only, also as a table. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { addDays } from '#lib/values/date.ts';
import { ownerUsage } from '#platform/usage/owner-usage.ts';
import { usageAdditions } from '#platform/usage/usage-table.ts';
import { accountBrowser, openPage, send } from '#test/support/account-browser.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { ask } from '#test/support/raw-request.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

onBothEngines((engine) => {
  test('the usage covers thirty days including empty ones, without older days and other accounts', async () => {
    const state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    const row = { account_id: 'a', key_id: 'k', operation: 'getCompany', requests: 3, refused: 1, failed: 0 };
    await state.write(
      usageAdditions([
        { ...row, day: '2026-11-15' },
        { ...row, day: '2026-11-15', key_id: '', operation: 'searchCompanies', requests: 5, failed: 2 },
        { ...row, day: '2026-10-17' },
        { ...row, day: '2026-10-16', requests: 100 },
        { ...row, day: '2026-11-15', account_id: 'b', requests: 100 },
      ]),
    );
    const client = ownerUsage(state);
    const { days, operations, keys, from, to } = await client.overview('a', NOW);
    assert.deepEqual([from, to, days.length], ['2026-10-17', '2026-11-15', 30]);
    const midnight = Date.parse('2026-11-15T22:00:00Z');
    assert.deepEqual(
      [(await client.overview('a', midnight)).to, (await client.lines('a', midnight)).to],
      Array(2).fill('2026-11-16'),
    );
    assert.equal(await client.month('a', Date.parse('2026-11-30T21:59:59Z')), 8);
    assert.equal(await client.month('a', Date.parse('2026-11-30T22:00:00Z')), 0, 'it is December in Romania');
    assert.deepEqual(
      days.map(({ day }) => day),
      Array.from({ length: 30 }, (_, i) => addDays(from, i)),
    );
    assert.deepEqual(days[0], { day: '2026-10-17', requests: 3, refused: 1, failed: 0 });
    assert.deepEqual(days[1], { day: '2026-10-18', requests: 0, refused: 0, failed: 0 });
    assert.deepEqual(days.at(-1), { day: '2026-11-15', requests: 8, refused: 2, failed: 2 });
    assert.deepEqual(
      operations.map(({ operation, requests }) => [operation, requests]),
      [
        ['getCompany', 6],
        ['searchCompanies', 5],
      ],
    );
    assert.deepEqual(
      keys.map(({ key, requests }) => [key, requests]),
      [
        ['k', 6],
        [null, 5],
      ],
    );
    assert.equal(await client.month('a', NOW), 8);
    assert.equal((await client.lines('a', NOW)).lines.length, 3);
    assert.deepEqual((await client.overview('nobody', NOW)).keys, []);
    await state.close();
  });
});

let service: SmallService;
before(async () => {
  service = await smallService();
});
after(() => service.close());

test('requests with a key appear on the page and in the table under the name of the key', async () => {
  const browser = await accountBrowser(service);
  const answer = await send(service.port, '/cont/chei', { name: '=1+1 <b>' }, browser);
  const [key = ''] = /fmt_live_[0-9A-Za-z]{36}/.exec(answer.text) ?? [];
  // The service writes its counts every few seconds after its start, and when it stops.
  service = await service.restarted(async () => {});
  for (const path of ['/api/company/90000014', '/api/company/1'])
    await ask(service.port, { path, headers: { 'x-api-key': key } });
  const { text } = await openPage(service.port, '/en/account/usage', browser);
  assert.match(text, /No request in these days/, 'the counts are not written yet');
  service = await service.restarted(async () => {});
  const page = await openPage(service.port, '/en/account/usage', browser);
  assert.match(page.text, /<figcaption>2\u00a0requests in 30\u00a0days/);
  assert.match(page.text, /<a href="\/en\/docs\/getCompany">getCompany<\/a>/);
  assert.match(page.text, /=1\+1 &lt;b&gt;/);
  assert.equal(page.headers['cache-control'], 'no-store');
  const table = await openPage(service.port, '/en/account/usage/table', browser);
  assert.match(
    String(table.headers['content-disposition']),
    /^attachment; filename="firmoteca-usage-[0-9-]{21}\.csv"$/,
  );
  const [row] = parse(table.text, { columns: true, bom: true }) as Record<string, string>[];
  assert.deepEqual([row?.operation, row?.requests, row?.refused], ['getCompany', '2', '1']);
  assert.notEqual(row?.keyName?.[0], '=', 'spreadsheets must not compute a name');
  const other = await accountBrowser(service);
  assert.match((await openPage(service.port, '/en/account/usage', other)).text, /No request in these days/);
});

test('a signed-out visitor gets neither the page nor the table', async () => {
  for (const path of ['/cont/consum', '/cont/consum/tabel'])
    assert.equal((await openPage(service.port, path, null)).status, 303, path);
});
