/** Operator commands for accounts: search, blocks, reset links, address changes and deletion, while the service runs. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { blockAccount, changeSubscription, createAccount, unblockAccount } from '#platform/accounts/accounts.ts';
import {
  type AccountFilter,
  type AccountRow,
  accountCounts,
  accountPage,
  accountsMatching,
} from '#platform/accounts/accounts-table.ts';
import { ensureDemoAccount } from '#platform/accounts/demo-account.ts';
import { eventsOf } from '#platform/accounts/events-table.ts';
import { issueKey } from '#platform/accounts/owner-keys.ts';
import { accountBrowser, openPage } from '#test/support/account-browser.ts';
import { entranceService, PASSWORD, Visitor } from '#test/support/auth-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { firmoteca } from '#test/support/cli.ts';
import { ask } from '#test/support/raw-request.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const INSTANT = new Date(NOW).toISOString();
const ALL: AccountFilter = { state: null, email: null, isBlocked: false };

onBothEngines((engine) => {
  test('account filters return each match once, page by page', async () => {
    const state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    const ids: string[] = [];
    for (let i = 0; i < 7; i++)
      ids.push(await createAccount(state, { email: i === 6 ? null : `cont_${i}@example.ro`, password: null }, NOW));
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, ids[1] ?? '', to, NOW);
    await blockAccount(state, ids[2] ?? '', 'abuz', NOW);
    const seen: string[] = [];
    let after: AccountRow | null = null;
    do {
      const page: AccountRow[] = await accountPage(state, ALL, { after, most: 3, now: INSTANT });
      seen.push(...page.map(({ id }) => id));
      after = page.at(-1) ?? null;
    } while (after !== null);
    assert.deepEqual(seen.toSorted(), ids.toSorted());
    const found = async (filter: Partial<AccountFilter>): Promise<string[]> => {
      const rows = await accountPage(state, { ...ALL, ...filter }, { after: null, most: 100, now: INSTANT });
      assert.equal(await accountsMatching(state, { ...ALL, ...filter }), rows.length);
      return rows.map(({ id }) => id);
    };
    assert.deepEqual(await found({ state: 'active' }), [ids[1]]);
    assert.deepEqual(await found({ isBlocked: true }), [ids[2]]);
    assert.deepEqual(await found({ email: 'T_3@EXAMPLE' }), [ids[3]]);
    assert.equal((await found({ email: 'cont' })).length, 6);
    for (const email of ['%', "' or 1=1", '!', 'contx3']) assert.deepEqual(await found({ email }), [], email);
    assert.deepEqual(await accountCounts(state, ids[2] ?? '', INSTANT), {
      sessions: 0,
      passkeys: 0,
      events: 1,
      last_event_at: INSTANT,
    });
    await unblockAccount(state, ids[2] ?? '', NOW);
    assert.deepEqual(await found({ isBlocked: true }), []);
    await state.close();
  });
});

describe('while the service runs', () => {
  let service: SmallService;
  before(async () => {
    service = await entranceService();
  });
  after(() => service.close());

  const typed = async (...args: string[]) =>
    firmoteca(['accounts', ...args], { FIRMOTECA_DATA: service.place.folder, PUBLIC_URL: service.origin });
  const say = async <Answer>(...args: string[]): Promise<Answer> => {
    const { code, stdout, stderr } = await typed(...args, '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as Answer;
  };
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await typed(...args);
    assert.equal(code, 2, args.join(' '));
    return stderr;
  };

  test('a block stops keys, sessions and sign-in, and an unblock restores the keys; both are in the account events', async () => {
    const { state } = service.store;
    const browser = await accountBrowser(service, { email: 'blocat@example.ro' });
    const { key } = await issueKey(
      state,
      service.secrets.keyPepper,
      { account: browser.account, name: null, expiresAt: null },
      Date.now(),
    );
    const called = async (): Promise<number> =>
      (await ask(service.port, { path: '/api/company/90000014', headers: { 'x-api-key': key } })).status;
    assert.equal(await called(), 200);
    assert.match(await refused('block', 'blocat@example.ro'), /Give the reason/);
    assert.match(await refused('block', 'nimeni@example.ro', '--reason', 'x'), /no account/);
    const done = await say<{ blocked: boolean }>('block', 'Blocat@example.ro', '--reason', 'revinde date');
    assert.equal(done.blocked, true);
    await until('the key stops', async () => (await called()) === 401);
    assert.equal((await openPage(service.port, '/cont', browser)).status, 303);
    const visible = await say<Record<string, unknown>>('show', browser.account);
    assert.deepEqual(
      [visible.sessions, visible.events, (visible.blocked as { reason: string }).reason],
      [0, 2, 'revinde date'],
    );
    assert.match(await refused('reset-link', browser.account), /is blocked/);
    assert.deepEqual(
      (await say<{ accounts: { id: string }[] }>('list', '--blocked')).accounts.map(({ id }) => id),
      [browser.account],
    );
    await say('unblock', browser.account);
    await until('the key works again', async () => (await called()) === 200);
    assert.equal((await openPage(service.port, '/cont', browser)).status, 303, 'the browser has to sign in again');
    assert.equal((await typed('unblock', browser.account)).code, 1);
    const kinds = (await eventsOf(state, browser.account, 9)).map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['blocked', 'keyMade', 'unblocked']);
  });

  test('control characters of a block reason are escaped in terminal output', async () => {
    const { account } = await accountBrowser(service, { email: 'cursor@example.ro' });
    const reason = 'rău\u001b[2J\u009b1m\u202e';
    assert.equal((await say<{ reason: string }>('block', account, '--reason', reason)).reason, reason);
    const { stdout } = await typed('show', account);
    assert.match(stdout, /rău\\u001b\[2J\\u009b1m\\u202e/);
    assert.doesNotMatch(stdout, /[^\P{Cc}\n]/u);
  });

  test('plan changes by an operator are in the account events; the plan of the demo account cannot be changed', async () => {
    const { id } = await say<{ id: string }>('create', '--email', 'dat@example.ro', '--plan', 'pro');
    await say('set-plan', id, 'pro');
    await say('set-plan', id, 'none');
    const events = await eventsOf(service.store.state, id, 9);
    assert.deepEqual(
      events.map(({ kind, about }) => [kind, about].filter(Boolean).join(' ')).toSorted(),
      ['created', 'planGranted active', 'planGranted canceled'],
      'one event for each change',
    );
    await service.store.state.write(ensureDemoAccount(Date.now()));
    assert.match(await refused('set-plan', 'demo', 'none'), /All visitors share the demo account/);
    assert.match(await refused('set-state', 'demo', 'canceled'), /All visitors share the demo account/);
  });

  test('an operator changes the address of an account to an unused one, and reset links to the old address expire', async () => {
    const { account } = await accountBrowser(service, { email: 'vechi@example.ro' });
    await accountBrowser(service, { email: 'ocupat@example.ro' });
    const { link } = await say<{ link: string }>('reset-link', account);
    assert.match(await refused('set-email', account, 'ocupat@example.ro'), /already/);
    assert.match(await refused('set-email', account, 'no address'), /not an e-mail address/);
    assert.match(await refused('set-email', account), /Say the new address/);
    assert.equal(
      (await say<{ email: string }>('set-email', 'vechi@example.ro', 'Nou@Example.ro')).email,
      'nou@example.ro',
    );
    const { pathname, search } = new URL(link);
    assert.equal((await new Visitor(service).open(pathname + search)).status, 404);
    const kinds = (await eventsOf(service.store.state, account, 9)).map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['emailChanged', 'helped']);
  });

  test('a reset link by command sets a new password once', async () => {
    const { account } = await accountBrowser(service, { email: 'ajutor@example.ro' });
    const { link } = await say<{ link: string; until: string }>('reset-link', 'ajutor@example.ro');
    assert.ok(link.startsWith(`${service.origin}/cont/legatura?code=`), link);
    assert.doesNotMatch((await typed('reset-link', 'ajutor@example.ro')).stdout, /PUBLIC_URL/);
    const here = { FIRMOTECA_DATA: service.place.folder, HOST: '0.0.0.0', PORT: '9876' };
    const { stdout } = await firmoteca(['accounts', 'reset-link', 'ajutor@example.ro'], here);
    assert.match(stdout, /^http:\/\/127\.0\.0\.1:9876\/cont\/legatura\?code=/);
    assert.match(stdout, /PUBLIC_URL is not set: the address is that of HOST and PORT/);
    const { pathname, search, searchParams } = new URL(link);
    const visitor = new Visitor(service);
    assert.equal((await visitor.open(pathname + search)).status, 200);
    const code = searchParams.get('code') ?? '';
    const done = await visitor.send(pathname, { code, password: PASSWORD });
    assert.equal(done.status, 303, done.text.slice(0, 2_000));
    assert.equal((await visitor.open('/cont')).status, 200);
    const again = await new Visitor(service).send(pathname, { code, password: PASSWORD });
    assert.notEqual(again.status, 303);
    const kinds = (await eventsOf(service.store.state, account, 9)).map(({ kind }) => kind);
    assert.ok(kinds.includes('helped') && kinds.includes('passwordSet'), kinds.join());
    const { account: nameless } = await accountBrowser(service);
    assert.match(await refused('reset-link', nameless), /no e-mail address/);
  });

  test('an account is deleted with all its data after a confirmation flag', async () => {
    const { account } = await accountBrowser(service, { email: 'sters@example.ro' });
    assert.match(await refused('delete', account), /cannot be undone/);
    assert.deepEqual(await say('delete', 'sters@example.ro', '--yes'), { id: account, deleted: true });
    assert.match(await refused('show', account), /no account/);
    assert.match(await refused('delete', 'demo', '--yes'), /All visitors share the demo account/);
    assert.match(await refused('block', 'demo', '--reason', 'x'), /All visitors share the demo account/);
    assert.match(await refused('reset-link', 'demo'), /All visitors share the demo account/);
    assert.match(await refused('set-plan', 'demo', 'none'), /All visitors share the demo account/);
    assert.match(await refused('set-state', 'demo', 'canceled'), /All visitors share the demo account/);
  });

  test('the account list is paginated', async () => {
    for (let i = 0; i < 4; i++) await accountBrowser(service, { pro: false, email: `lista${i}@example.ro` });
    type Page = { total: number; accounts: { email: string }[]; next: string | null };
    const first = await say<Page>('list', '--email', 'lista', '--limit', '3');
    assert.deepEqual([first.total, first.accounts.length], [4, 3]);
    const rest = await say<Page>('list', '--email', 'lista', '--limit', '3', '--after', first.next ?? '');
    // Accounts created in the same millisecond are sorted by id.
    const all = [...first.accounts, ...rest.accounts].map(({ email }) => email).toSorted();
    assert.deepEqual([all, rest.next], [[0, 1, 2, 3].map((i) => `lista${i}@example.ro`), null]);
    const { stdout } = await typed('list', '--email', 'lista', '--limit', '3');
    assert.match(stdout, /4 in all; the next ones: --after /);
    assert.match(await refused('list', '--limit', '0'), /1 to 1000/);
    assert.match(await refused('list', '--state', 'rich'), /Say which state/);
    assert.match(await refused('list', '--after', 'nobody'), /no account/);
  });
});
