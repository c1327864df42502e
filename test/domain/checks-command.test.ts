/** The operator's command for bulk checks: listing and deleting. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import type { Check } from '#domain/bulk-checks/check.ts';
import { rowsOfCheck } from '#domain/bulk-checks/checks-table.ts';
import { addCheck } from '#domain/bulk-checks/quota-table.ts';
import { createAccount } from '#platform/accounts/accounts.ts';
import { firmoteca } from '#test/support/cli.ts';
import { largeQuota } from '#test/support/large-quota.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-checks-'));
const environment = { FIRMOTECA_DATA: folder };
const settings = { databaseUrl: null, folder, country: 'demo' } as const;
let account: string;

before(async () => {
  const store = await openStore(settings);
  account = await createAccount(store.state, { email: 'ana@firme.example', password: null }, Date.now());
  const check = (id: string, owner: string | null, expiresAt: string): Check => ({
    id,
    account: owner,
    language: 'ro',
    day: '2026-11-15',
    withReceipts: false,
    lines: [],
    heading: null,
    codes: 3,
    done: 3,
    state: 'done',
    createdAt: '2026-11-15T10:00:00.000Z',
    finishedAt: null,
    expiresAt,
  });
  await addCheck(store.state, check('one', account, '2999'), null, largeQuota);
  await addCheck(store.state, check('two', account, '2999'), null, largeQuota);
  await addCheck(store.state, check('three', null, '2999'), null, largeQuota);
  await addCheck(store.state, check('over', null, '2020'), null, largeQuota);
  await store.close();
});
after(() => rmSync(folder, { recursive: true }));

const run = (...words: string[]) => firmoteca(['checks', ...words], environment);

test('the list of checks leaves out their contents and covers all accounts or one', async () => {
  const all = (await (await run('list', '--json')).json()) as { id: string; account: string | null }[];
  assert.deepEqual(all.map(({ id }) => id).sort(), ['one', 'three', 'two']);
  assert.equal('lines' in (all[0] ?? {}), false);
  const own = (await run('list', '--account', 'ana@firme.example')).stdout;
  assert.match(own, /^one {2}.* {2}3\/3 codes {2}done {2}since .* until 2999$/m);
  assert.ok(!own.includes('three'));
});

test('a check is deleted by its id, all checks of an account at once, and a missing check gives an error', async () => {
  assert.equal((await run('delete', 'three')).code, 0);
  assert.equal((await run('delete', 'three')).code, 1);
  assert.deepEqual(await (await run('delete', '--account', account, '--json')).json(), { removed: 2 });
  assert.equal((await run('delete')).code, 2);
  const store = await openStore(settings);
  assert.deepEqual(await rowsOfCheck(store.state, 'one'), []);
  await store.close();
});
