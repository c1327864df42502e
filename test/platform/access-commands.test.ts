/** Commands for accounts, API keys and network blocks, run as an operator types them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { generateKey } from '#platform/accounts/keys.ts';
import { openedBy } from '#test/support/account-login.ts';
import { firmoteca } from '#test/support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-access-'));
const settings = { FIRMOTECA_DATA: folder };
after(() => rmSync(folder, { recursive: true }));

const say = async <Answer>(...args: string[]): Promise<Answer> => {
  const { code, stdout, stderr } = await firmoteca([...args, '--json'], settings);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
};
const refused = async (...args: string[]): Promise<string> => {
  const { code, stderr } = await firmoteca(args, settings);
  assert.equal(code, 2, args.join(' '));
  assert.doesNotMatch(stderr, /\n\s+at /);
  return stderr;
};

/** The output of a command that reads its standard input. */
const typed = async (args: string[], input: string): Promise<string> =>
  (await firmoteca(args, settings, { input })).stdout;

interface Account {
  id: string;
  email: string | null;
  subscription: { state: string; until: string | null };
  keysWork: boolean;
  openKeys: number;
  hasPassword: boolean;
}

test('an account gets Pro and loses it by command, and API keys are created only while it is active', async () => {
  const created = await say<Account>('accounts', 'create', '--email', 'Ion@Example.ro');
  assert.deepEqual([created.email, created.subscription.state, created.keysWork], ['ion@example.ro', 'none', false]);
  assert.match(
    await refused('keys', 'create', '--account', created.id),
    /Only accounts with an active Pro subscription/,
  );
  assert.match(await refused('accounts', 'set-state', created.id, 'active'), /from none to active/);
  assert.equal((await say<Account>('accounts', 'set-plan', 'ION@example.ro', 'pro')).subscription.state, 'active');
  const create = ['keys', 'create', '--account', 'Ion@Example.ro', '--name', 'birou'];
  const key = await say<{ key: string; id: string; account: string }>(...create);
  assert.equal(key.account, created.id);
  assert.match(key.key, /^fmt_live_[0-9A-Za-z]{36}$/);
  const visible = await say<Account & { keys: Record<string, unknown>[] }>('accounts', 'show', created.id);
  const [{ hint, createdAt, ...rest } = {}] = visible.keys;
  assert.deepEqual([visible.openKeys, visible.keys.length], [1, 1]);
  const unused = { expiresAt: null, revokedAt: null, lastUsedAt: null };
  assert.deepEqual(rest, { id: key.id, account: created.id, name: 'birou', tier: 'pro', ...unused });
  for (const who of [created.id, 'ion@example.ro'])
    assert.deepEqual(await say('keys', 'list', '--account', who), visible.keys);
  assert.match(await refused('keys', 'list', '--account', 'nobody'), /no account nobody/);
  const canceling = ['accounts', 'set-state', created.id, 'canceling', '--until', '2126-12-31'];
  assert.equal((await say<Account>(...canceling)).subscription.until, '2126-12-31T21:59:59.999Z');
  assert.match(
    await refused('accounts', 'set-state', created.id, 'active', '--until', '2126-12-31'),
    /for canceling only/,
  );
  await say('accounts', 'set-state', created.id, 'active');
  const ended = await say<Account>('accounts', 'set-plan', created.id, 'none');
  assert.deepEqual([ended.subscription.state, ended.keysWork], ['canceled', false]);
  assert.match(
    await refused('keys', 'create', '--account', created.id),
    /Only accounts with an active Pro subscription/,
  );
});

test('a canceling subscription needs a future last day, and its keys work until the end of that day', async () => {
  const { id } = await say<Account>('accounts', 'create', '--email', 'pleaca@example.ro', '--plan', 'pro');
  for (const until of [[], ['--until', '2026-02-30'], ['--until', '2026-01-31']]) {
    const output = await refused('accounts', 'set-state', id, 'canceling', ...until);
    assert.match(output, /--until takes a future day.*set-plan none/, until.join(' '));
  }
  const today = bucharestDay(Date.now());
  const canceling = await say<Account>('accounts', 'set-state', id, 'canceling', '--until', today);
  assert.deepEqual([canceling.subscription.state, canceling.keysWork], ['canceling', true]);
});

test('a password is read from the input, never from the command line', async () => {
  const { id } = await say<Account>('accounts', 'create', '--email', 'parola@example.ro', '--plan', 'pro');
  const password = ['accounts', 'password', id, '--json'];
  assert.equal((JSON.parse(await typed(password, 'o parolă lungă\n')) as Account).hasPassword, true);
  const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  assert.equal(await openedBy(store.state, 'parola@example.ro', 'o parolă lungă'), id);
  await store.close();
});

test('a key of the former free tier is imported once', async () => {
  const keys = `${generateKey()}\n\n${generateKey()}\n`;
  const output = async () => JSON.parse(await typed(['keys', 'import-free', '--json'], keys)) as { imported: number };
  assert.equal((await output()).imported, 2);
  assert.equal((await output()).imported, 0);
});

test('a network is blocked, listed and unblocked', async () => {
  type Block = { network: string; reason: string; automatic: boolean; expiresAt: string | null };
  const block = await say<Block>('blocks', 'add', '198.51.100.77/24', '--reason', 'scraping', '--for', '12h');
  assert.deepEqual([block.network, block.reason, block.automatic], ['198.51.100.0/24', 'scraping', false]);
  const hours = (Date.parse(block.expiresAt ?? '') - Date.now()) / 3_600_000;
  assert.ok(hours > 11.9 && hours <= 12, String(hours));
  await say('blocks', 'add', '2001:DB8::/32', '--reason', 'test');
  assert.deepEqual(
    (await say<Block[]>('blocks', 'list')).map(({ network }) => network),
    ['198.51.100.0/24', '2001:db8::/32'],
  );
  assert.deepEqual(await say('blocks', 'remove', '198.51.100.0/24'), { network: '198.51.100.0/24', removed: true });
  assert.equal((await firmoteca(['blocks', 'remove', '198.51.100.0/24'], settings)).code, 1);
});

test('an error message precedes the usage of its verb only', async () => {
  const output = await firmoteca(['accounts', 'block', 'nobody@example.ro'], settings);
  assert.match(output.stderr, /^Give the reason/);
  assert.match(output.stdout, /accounts block/);
  assert.doesNotMatch(output.stdout, /accounts create/);
  assert.match((await firmoteca(['accounts', 'nothing'], settings)).stdout, /accounts create/);
});

test('invalid commands are rejected with a message', async () => {
  await say('accounts', 'create', '--email', 'taken@example.ro');
  const wrong: [args: string[], sentence: RegExp][] = [
    [
      ['accounts'],
      /create, list, show, set-plan, set-state, password, reset-link, set-email, block, unblock or delete/,
    ],
    [['accounts', 'create'], /--email/],
    [['accounts', 'create', '--email', 'nobody'], /not an e-mail address/],
    [['accounts', 'create', '--email', 'a@b.ro', '--plan', 'free'], /only plan is pro/],
    [['accounts', 'show', "' or 1=1 --"], /no account/],
    [['accounts', 'set-plan', 'nobody', 'pro'], /no account/],
    [['accounts', 'constructor'], /create, list/],
    [['keys', 'create', '--account', 'nobody'], /no account/],
    [['keys', 'create', '--plan', 'pro', '--expires', '2020-01-01'], /a future day/],
    [['keys', 'create', '--plan', 'pro', '--email', 'taken@example.ro'], /account for taken@example.ro already/],
    [['blocks', 'add', 'everybody', '--reason', 'x'], /which network/],
    [['blocks', 'add', '10.0.0.0/8'], /--reason/],
    [['blocks', 'add', '10.0.0.0/8', '--reason', 'x', '--for', 'ever'], /30m, 12h, 7d/],
    [['blocks', 'add', '10.0.0.0/8', '--reason', 'x', '--until', '2020-01-01'], /a day to come/],
    [['blocks', 'add', '10.0.0.0/8', '--reason', 'x', '--for', '1h', '--until', '2030-01-01'], /not both/],
    [['blocks', 'remove', "'; drop table address_block; --"], /which network/],
  ];
  for (const [args, sentence] of wrong) assert.match(await refused(...args), sentence, args.join(' '));
});
