/** Export and deletion of an account on both engines: the export is complete, and no state table keeps a row of the account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database, Row } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { changeSubscription } from '#platform/accounts/accounts.ts';
import { issueKey } from '#platform/accounts/owner-keys.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { putRecord } from '#platform/oauth/records-table.ts';
import { forgetStrayUsage } from '#platform/usage/usage-table.ts';
import { accountsOver, coming, type Kit, NOW, opened, PASSWORD, secretTo } from '#test/support/accounts-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

onBothEngines((engine) => {
  let state: Database;
  let accounts: Kit;
  const ended: string[] = [];
  let isProviderAway = false;
  let events = 0;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    accounts = await accountsOver(state, {
      async endBilling(account) {
        if (isProviderAway) return 'waiting';
        ended.push(account);
        return 'ended';
      },
    });
  });
  after(async () => {
    await accounts.close();
    await state.close();
  });

  const tables = async (): Promise<string[]> => {
    const sql =
      engine.name === 'sqlite'
        ? `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
        : `select table_name as name from information_schema.tables where table_schema = current_schema()`;
    return (await state.all<{ name: string }>(sql)).map(({ name }) => name).toSorted();
  };

  /** Tables whose rows contain one of the texts. */
  async function tablesWith(...texts: string[]): Promise<string[]> {
    const found: string[] = [];
    for (const table of await tables()) {
      const rows = JSON.stringify(await state.all<Row>(`select * from ${table}`));
      if (texts.some((text) => rows.includes(text))) found.push(table);
    }
    return found;
  }

  /** Tables that have a column for an account. */
  async function accountTables(): Promise<string[]> {
    const found: string[] = [];
    for (const table of await tables()) {
      const isKept = await state.one(`select account_id from ${table} limit 1`).then(
        () => true,
        () => false,
      );
      if (isKept) found.push(table);
    }
    return found;
  }

  /** A connected app with an access token. */
  async function connectedApp(account: string): Promise<void> {
    const allowed = {
      kind: 'Grant',
      accountId: account,
      clientId: 'app',
      session: 'session',
      resources: { there: 'data:read' },
      app: { name: 'Asistent', host: null, redirectHost: 'app.example' },
    };
    const of = { account_id: account, client_id: 'app', expires_at: '2099-01-01' };
    const grant = `grant of ${account}`;
    await state.write([
      putRecord(
        { kind: 'Grant', digest: grant, payload: JSON.stringify(allowed), grant_id: null, ...of },
        '2026-11-16',
      ),
      putRecord({ kind: 'AccessToken', digest: `x ${account}`, payload: '{}', grant_id: grant, ...of }, '2026-11-16'),
    ]);
  }

  /** An account with rows in every table of account data. */
  async function used(email: string): Promise<Reader> {
    const account = await opened(accounts, state, `inainte.${email}`);
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, NOW);
    await issueKey(state, 'pepper', { account, name: 'contabilitate', expiresAt: null }, NOW);
    await accounts.auth.signIn({ email: `inainte.${email}`, password: PASSWORD }, coming());
    const { session } = (await state.one<{ session: string }>(
      'select digest as session from browser_session where account_id = $1 limit 1',
      [account],
    )) ?? { session: '' };
    const reader: Reader = { account, session, pro: true, authenticatedAt: NOW };
    await accounts.own.requestEmailChange(reader, email, coming());
    const changed = { secret: await secretTo(state, email), password: '' };
    assert.equal((await accounts.auth.followLink(changed, reader, coming())).outcome, 'changed');
    await accounts.auth.requestLink('reset', { email }, coming());
    await connectedApp(account);
    const check = `check of ${account}`;
    await state.write([
      {
        sql: `insert into passkey (id, account_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
              values ($2, $1, $2, 'public key', 0, '[]', 'telefon', 0, '2026-11-16')`,
        params: [account, `passkey of ${account}`],
      },
      {
        sql: `insert into usage_count (account_id, day, key_id, operation, requests, refused, failed)
              values ($1, '2026-11-16', '', 'getCompany', 3, 0, 0)`,
        params: [account],
      },
      {
        sql: `insert into bulk_check (id, account_id, language, day, with_receipts, lines, codes, done, state, faults, held_until,
                created_at, expires_at)
              values ($2, $1, 'ro', '2026-11-16', 0, '["abc"]', 1, 1, 'running', 0, '', '2026-11-16', '2026-11-23')`,
        params: [account, check],
      },
      {
        sql: `insert into bulk_check_row (check_id, place, cui, standing, told, checked_at)
              values ($1, 0, '90000014', 'fine', '{}', '2026-11-16')`,
        params: [check],
      },
      {
        sql: `insert into billing_customer (account_id, customer, created_at, failures, next_at)
              values ($1, $2, '2026-11-16', 0, '2026-11-16')`,
        params: [account, `cus of ${account}`],
      },
      {
        sql: `insert into billing_checkout (account_id, attempt, language, origin, created_at)
              values ($1, 'attempt', 'ro', 'https://firmoteca.example', '2026-11-16')`,
        params: [account],
      },
      {
        sql: `insert into billing_subscription (id, account_id, status, created_at, place)
              values ($2, $1, 'active', '2026-11-16', 'main')`,
        params: [account, `sub of ${account}`],
      },
      {
        sql: `insert into errand (digest, account_id, client_id, kind, state, created_at, expires_at)
              values ($2, $1, 'app', 'checkout', 'open', '2026-11-16', '2026-11-16')`,
        params: [account, `errand of ${account}`],
      },
      {
        sql: `insert into agent_call (account_id, client_id, tool, arguments_digest, day, calls, first_at, last_at)
              values ($1, 'app', 'list_plans', 'abc', '2026-11-16', 1, '2026-11-16', '2026-11-16')`,
        params: [account],
      },
      {
        sql: `insert into billing_event (id, type, customer, account_id, created_at, received_at, state)
              values ($2, 'invoice.paid', $3, $1, '2026-11-16', '2026-11-16', 'done')`,
        params: [account, `evt_${events++}`, `cus of ${account}`],
      },
      {
        sql: `insert into billing_event (id, type, customer, created_at, received_at, state, outcome)
              values ($1, 'customer.created', $2, '2026-11-16', '2026-11-16', 'ignored', 'type')`,
        params: [`evt_${events++}`, `cus of ${account}`],
      },
    ]);
    return reader;
  }

  async function fileOf(reader: Reader): Promise<Record<string, Row[]>> {
    let text = '';
    for await (const piece of await accounts.own.export(reader, coming())) text += Buffer.from(piece).toString();
    return JSON.parse(text) as Record<string, Row[]>;
  }

  test('the export contains all data of the account and no secret', async () => {
    const reader = await used('export@example.ro');
    const file = await fileOf(reader);
    assert.deepEqual(Object.keys(file), [
      ...[
        'exportedAt',
        'account',
        'keys',
        'passkeys',
        'sessions',
        'events',
        'links',
        'usage',
        'checks',
        'checkRows',
        'billing',
        'checkouts',
        'billingEvents',
        'apps',
        'letters',
        'errands',
        'agentCalls',
      ],
    ]);
    for (const [name, rows] of Object.entries(file)) if (Array.isArray(rows)) assert.ok(rows.length > 0, name);
    assert.match(JSON.stringify(file.account), /"email":"export@example.ro".*"subscription":"active"/);
    assert.match(JSON.stringify(file.events), /"exported"/);
    assert.match(JSON.stringify(file.checks), /abc/);
    assert.match(JSON.stringify(file.checkRows), /90000014/);
    const parts = {
      api_key: 'keys',
      passkey: 'passkeys',
      browser_session: 'sessions',
      account_event: 'events',
      one_time_link: 'links',
      usage_count: 'usage',
      bulk_check: 'checks',
      bulk_check_row: 'checkRows',
      billing_subscription: 'billing',
      billing_checkout: 'checkouts',
      billing_event: 'billingEvents',
      letter: 'letters',
      errand: 'errands',
      agent_call: 'agentCalls',
    };
    for (const [table, part] of Object.entries(parts)) {
      const rows = (await state.all<Row>(`select * from ${table}`)).map((row) => JSON.stringify(row));
      const own = rows.filter((row) => row.includes(reader.account) || row.includes('export@example.ro'));
      assert.equal(file[part]?.length, own.length, `every row of ${table}`);
    }
    // For an app the export has its permissions and none of its tokens.
    assert.match(JSON.stringify(file.apps), /^\[\{"name":"Asistent",.*"allowed":\{"there":"data:read"\}[^{]*\}\]$/);
    const more = ['account', 'subscription', 'billing_customer', 'oauth_record'];
    const whole = [...Object.keys(parts), ...more].toSorted();
    assert.deepEqual(await tablesWith(reader.account, 'export@example.ro'), whole);
    const text = JSON.stringify(file);
    for (const secret of ['argon2id', 'digest', 'code=', 'public key', reader.session])
      assert.ok(!text.includes(secret), secret);
  });

  test('a deleted account leaves no row in any table, and another account keeps all of its rows', async () => {
    const reader = await used('plec@example.ro');
    const other = await used('raman@example.ro');
    const stored = await tablesWith(other.account, 'raman@example.ro');
    for (const table of await accountTables())
      assert.ok(
        (await tablesWith(reader.account)).includes(table),
        `${table} has a row of the account before the deletion`,
      );
    await accounts.own.delete(reader, coming());
    assert.deepEqual(await tablesWith(reader.account, 'plec@example.ro'), []);
    assert.deepEqual(await tablesWith(other.account, 'raman@example.ro'), stored);
    assert.ok(ended.includes(reader.account) && !ended.includes(other.account));
    const again = await accounts.auth.signIn({ email: 'plec@example.ro', password: PASSWORD }, coming());
    assert.equal(again.outcome, 'wrong');
    await opened(accounts, state, 'plec@example.ro');
  });

  test('nothing is deleted while the payment provider is unreachable', async () => {
    const reader = await used('platitor@example.ro');
    const before = await tablesWith(reader.account);
    isProviderAway = true;
    assert.equal(await accounts.own.delete(reader, coming()), 'waiting');
    isProviderAway = false;
    assert.deepEqual(await tablesWith(reader.account), before);
    const requested = await state.all<Row>(
      `select place from account_event where account_id = $1 and kind = 'deletionAsked'`,
      [reader.account],
    );
    assert.deepEqual(requested, [{ place: '192.0.2.*' }]);
  });

  test('a paying account is not deleted when its provider is no longer configured, because payments would go on', async () => {
    const reader = await used('vechi@example.ro');
    const without = await accountsOver(state);
    assert.equal(await without.own.delete(reader, coming()), 'waiting');
    await without.close();
    assert.ok((await tablesWith(reader.account)).includes('billing_customer'));
  });

  test('usage rows written after the deletion of their account are removed, and others stay', async () => {
    const reader = await used('tarziu@example.ro');
    await accounts.own.delete(reader, coming());
    const other = await used('activ@example.ro');
    await state.write([
      {
        sql: `insert into usage_count (account_id, day, key_id, operation, requests, refused, failed)
              values ($1, '2026-11-16', '', 'getRates', 1, 0, 0)`,
        params: [reader.account],
      },
    ]);
    await forgetStrayUsage(state);
    assert.deepEqual(await tablesWith(reader.account), []);
    assert.ok((await tablesWith(other.account)).includes('usage_count'));
  });

  test('the demo account cannot be deleted, changed or exported, whatever a page allows', async () => {
    const demo: Reader = { account: 'demo', session: 'x', pro: true, authenticatedAt: NOW };
    for (const done of [
      () => accounts.own.delete(demo, coming()),
      () => accounts.own.changePassword(demo, PASSWORD, coming()),
      () => accounts.own.requestEmailChange(demo, 'x@example.ro', coming()),
      () => accounts.own.endSessions(demo, null, coming()),
      () => accounts.own.export(demo, coming()),
    ])
      await assert.rejects(async () => done(), /All visitors share the demo account/);
  });
});
