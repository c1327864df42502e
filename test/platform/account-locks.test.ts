/**
 * An account is deleted while another write about it is held before each of its statements in turn: no deadlock, and both
 * writes succeed. Only PostgreSQL runs two writes at once.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type ChangeWatch, watchChanges } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { openSchema } from '#data/store/postgres/database.ts';
import { deleteAccount } from '#platform/accounts/account-deletion.ts';
import { blockAccount, createAccount } from '#platform/accounts/accounts.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import { createLink } from '#platform/accounts/email-links.ts';
import { recordEvent, recordEventWhere } from '#platform/accounts/events.ts';
import { addKey, revokeOwnKey } from '#platform/accounts/keys-table.ts';
import { addPasskey, recordPasskeyUse, removePasskey } from '#platform/accounts/passkeys-table.ts';
import { browserSessions, type Reader } from '#platform/accounts/sessions.ts';
import { addSession } from '#platform/accounts/sessions-table.ts';
import { startSession } from '#platform/accounts/sign-in.ts';
import { knownBrowsers } from '#platform/accounts/sign-in-attempts.ts';
import { checkoutOf, isUnopened, openCheckout, storeSession } from '#platform/billing/checkouts-table.ts';
import { addCustomer, deleteCustomerRows, whileCustomer } from '#platform/billing/customers-table.ts';
import { planNotices } from '#platform/billing/emails.ts';
import { addEvent } from '#platform/billing/events-table.ts';
import type { ProviderSubscription } from '#platform/billing/provider.ts';
import { endGrants } from '#platform/billing/reconcile-plans.ts';
import type { PaymentProvider } from '#platform/billing/stripe.ts';
import { sync } from '#platform/billing/sync.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { connectedApps } from '#platform/oauth/connected-apps.ts';
import { putRecord } from '#platform/oauth/records-table.ts';
import { accountDataSources } from '#server/compose/accounts.ts';
import { type Kit as Accounts, accountsOver, coming, NOW } from '#test/support/accounts-kit.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { isLongTier, longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const INSTANT = new Date(NOW).toISOString();
const ORIGIN = { network: null, agent: null };
const GATE = 4711;
/** A sequence is not rolled back: a write that the store repeated after a deadlock has taken two numbers. */
const ATTEMPT: Statement = { sql: `select nextval('attempt')` };

/** The rows that the writes of this file change. */
interface Filled {
  account: string;
  email: string;
  reader: Reader;
  key: string;
  passkey: string;
  grant: string;
  customer: string;
  subscription: ProviderSubscription;
}

let database: TestDatabase;
let state: Database;
let control: pg.Client;
let watch: ChangeWatch;

before(async () => {
  database = await testDatabase();
  state = await openSchema(database.url, 'test');
  await migrate(state, migrationsOf('state', 'postgres'));
  await state.write([{ sql: 'create sequence attempt' }, ATTEMPT]);
  watch = await watchChanges(
    state,
    'access',
    () => {},
    () => {},
  );
  control = new pg.Client({ connectionString: database.url });
  await control.connect();
});
after(async () => {
  await control.end();
  await watch.stop();
  await state.close();
  await database.stop();
});

async function filled(): Promise<Filled> {
  const email = `${randomUUID()}@example.ro`;
  const account = await createAccount(state, { email, password: null }, NOW);
  const name = (what: string): string => `${what} of ${account}`;
  const [session, grant, customer] = [name('session'), name('grant'), name('customer')];
  const [key, passkey] = [randomUUID(), randomUUID()];
  const allowed = {
    kind: 'Grant',
    accountId: account,
    clientId: 'app',
    session,
    resources: { there: 'data:read' },
    app: { name: 'Asistent', host: null, redirectHost: 'app.example' },
  };
  const of = { account_id: account, client_id: 'app', expires_at: '2099-01-01' };
  const subscription: ProviderSubscription = {
    id: name('subscription'),
    status: 'active',
    createdAt: INSTANT,
    periodEnd: null,
    endsAt: null,
    invoice: null,
  };
  await addCustomer(state, { account, customer, email, now: INSTANT });
  await checkoutOf(state, { account_id: account, attempt: 'first', language: 'ro', origin: '', created_at: INSTANT });
  await addEvent(state, {
    id: name('event'),
    type: 'invoice.paid',
    customer,
    account_id: account,
    created_at: INSTANT,
    received_at: INSTANT,
    state: 'waiting',
    outcome: null,
  });
  await addKey(state, {
    id: key,
    account,
    name: null,
    digest: name('key'),
    hint: '',
    tier: 'pro',
    now: INSTANT,
    expiresAt: null,
  });
  await addPasskey(
    state,
    {
      id: passkey,
      account_id: account,
      credential_id: passkey,
      public_key: '',
      counter: 0,
      transports: '[]',
      name: 'telefon',
      backed_up: 0,
      created_at: INSTANT,
      last_used_at: null,
    },
    [],
  );
  await state.write([
    ...addSession({
      digest: session,
      account,
      now: INSTANT,
      expiresAt: '2099-01-01',
      method: 'link',
      agent: null,
      password: null,
    }),
    putRecord({ kind: 'Grant', digest: grant, payload: JSON.stringify(allowed), grant_id: null, ...of }, INSTANT),
    putRecord({ kind: 'AccessToken', digest: name('token'), payload: '{}', grant_id: grant, ...of }, INSTANT),
    {
      sql: `insert into billing_subscription (id, account_id, status, created_at, place) values ($2, $1, 'active', $3, 'main')`,
      params: [account, subscription.id, INSTANT],
    },
    {
      sql: `update subscription set state = 'canceling', until = '2020-01-01T00:00:00.000Z' where account_id = $1`,
      params: [account],
    },
  ]);
  const reader = { account, session, pro: true, authenticatedAt: NOW };
  return { account, email, reader, key, passkey, grant, customer, subscription };
}

/** The state with a write counter; one write is held before a statement while the gate is closed. */
function counted(heldBefore: number | null) {
  let writes = 0;
  const own: Database = {
    ...state,
    async write(statements) {
      writes++;
      const held = statements.flatMap((each, i) =>
        i === heldBefore ? [{ sql: `select pg_advisory_xact_lock(${GATE})` }, each] : [each],
      );
      const results = await state.write([ATTEMPT, ...held]);
      return results.slice(1).filter((_, i) => i !== heldBefore);
    },
  };
  return { state: own, writes: () => writes };
}

const attempts = async (): Promise<number> =>
  (await state.one<{ n: number }>('select last_value as n from attempt'))?.n ?? 0;

/** Whether a connection waits at the gate, or for a row lock. */
async function isWaiting(at: 'gate' | 'lock'): Promise<boolean> {
  const { rows } = await control.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and (wait_event = 'advisory') = $1`,
    [at === 'gate'],
  );
  return rows.length > 0;
}

type Write = (state: Database, filled: Filled) => Promise<unknown>;

const settling = (work: Promise<unknown>) => {
  const settled = { isOver: false, done: work };
  const over = (): void => void Object.assign(settled, { isOver: true });
  work.then(over, over);
  return settled;
};

interface Both {
  held: PromiseSettledResult<unknown>;
  free: PromiseSettledResult<unknown>;
  /** Writes that the store repeated. */
  repeated: number;
}

/** Holds one write before a statement until the other waits for it or ends. Null if the write has no such statement. */
async function together(held: Write, free: Write, heldBefore: number): Promise<Both | null> {
  const all = await filled();
  const [first, second] = [counted(heldBefore), counted(null)];
  const before = await attempts();
  await control.query(`select pg_advisory_lock(${GATE})`);
  const holding = settling(held(first.state, all));
  let other: ReturnType<typeof settling> | null = null;
  try {
    await until('the first write is at the gate', async () => holding.isOver || (await isWaiting('gate')));
    if (!holding.isOver) {
      other = settling(free(second.state, all));
      await until('the second write waits or is over', async () => other?.isOver || (await isWaiting('lock')));
    }
  } finally {
    await control.query(`select pg_advisory_unlock(${GATE})`);
  }
  const [one, two] = await Promise.allSettled([holding.done, other?.done]);
  if (other !== null)
    return { held: one, free: two, repeated: (await attempts()) - before - first.writes() - second.writes() };
  await holding.done;
  return null;
}

const deletion: Write = (own, { account }) =>
  deleteAccount(
    { state: own, sources: accountDataSources, endBilling: async () => 'ended' as const },
    account,
    null,
    NOW,
  );
const DELETED = { status: 'fulfilled', value: 'deleted' };

const withAccounts = async (own: Database, use: (accounts: Accounts) => Promise<unknown>): Promise<void> => {
  const accounts = await accountsOver(own);
  await use(accounts).finally(accounts.close);
};

const result = (own: Database) =>
  planNotices({ state: own, mailer: mailer({ isReady: true }), site: () => null, page: () => '' });

const WRITES: Record<string, Write> = {
  'the plan is synchronized with the payment provider': (own, { account, subscription }) =>
    sync(
      {
        state: own,
        provider: { subscriptionsOf: async () => [subscription] } as Partial<PaymentProvider> as PaymentProvider,
        tally: () => {},
        planChangeStatements: result(own).planChangeStatements,
      },
      account,
    ),
  'a granted plan ends': (own) => endGrants(own, result(own).grantEndStatements),
  'a checkout is opened': async (own, { account }) => {
    const row = await openCheckout(own, account);
    assert.ok(row);
    const event = recordEventWhere(isUnopened(row), account, 'checkoutOpened', NOW);
    await storeSession(own, row, { session: 'session', url: '' }, event);
  },
  'a customer unknown to the provider is removed': (own, { account, customer }) =>
    own.write([whileCustomer(account, customer), ...deleteCustomerRows(account)]),
  'an app is disconnected': (own, { reader, grant }) => connectedApps(own).disconnect(reader, grant, ORIGIN, NOW),
  'a browser signs out': (own, { reader }) =>
    withAccounts(own, ({ auth: signInPage }) => signInPage.signOut(reader, coming())),
  'a browser signs in with a passkey': (own, { account, passkey, reader }) =>
    startSession(
      { state: own, sessions: browserSessions({ state: own, watch, secret: 'x' }), known: knownBrowsers('x') },
      coming('192.0.2.1', { session: reader.session }),
      account,
      { method: 'passkey' },
      {
        first: [recordPasskeyUse(passkey, 1, false, INSTANT)],
        last: [recordEvent(account, 'signedIn', NOW)],
      },
    ),
  'an emailed link sets a password': async (own, { account, email }) => {
    const { secret, statement } = createLink({ purpose: 'reset', account, email, language: 'ro' }, NOW);
    await state.write([statement]);
    await withAccounts(own, async ({ auth: signInPage }) => {
      const { outcome } = await signInPage.followLink({ secret, password: 'o parolă destul de lungă' }, null, coming());
      assert.equal(outcome, 'in');
    });
  },
  'an emailed link changes the address': async (own, { account, reader }) => {
    const email = `${randomUUID()}@example.ro`;
    const { secret, statement } = createLink({ purpose: 'email', account, email, language: 'ro' }, NOW);
    await state.write([statement]);
    await withAccounts(own, async ({ auth: signInPage }) => {
      const { outcome } = await signInPage.followLink({ secret, password: '' }, reader, coming());
      assert.equal(outcome, 'changed');
    });
  },
  'its owner changes the password': (own, { reader }) =>
    withAccounts(own, async (accounts) => {
      const { outcome } = await accounts.own.changePassword(reader, 'o parolă destul de lungă', coming());
      assert.equal(outcome, 'in');
    }),
  'its owner signs other browsers out': (own, { reader }) =>
    withAccounts(own, (accounts) => accounts.own.endSessions({ ...reader, session: 'here' }, null, coming())),
  'a key is revoked': (own, { account, key: id }) =>
    revokeOwnKey(own, { account, id, now: INSTANT }, [recordEvent(account, 'keyRevoked', NOW)], []),
  'a passkey is removed': (own, { account, passkey }) =>
    removePasskey(own, account, passkey, [recordEvent(account, 'passkeyRemoved', NOW)], []),
  'an operator blocks it': (own, { account }) => blockAccount(own, account, 'test', NOW),
};

/** Each hashes a password and opens a session like the write with a passkey. */
const LONG: readonly string[] = ['an emailed link sets a password', 'its owner changes the password'];

for (const [name, write] of Object.entries(WRITES))
  test(`an account is deleted while ${name}`, { skip: LONG.includes(name) && !isLongTier }, async () => {
    let statement = 1;
    for (; ; statement++) {
      const both = await together(write, deletion, statement);
      if (both === null) break;
      const where = `held before statement ${statement}`;
      assert.equal(both.held.status, 'fulfilled', `${where}: ${both.held.status === 'rejected' && both.held.reason}`);
      assert.deepEqual(both.free, DELETED, where);
      assert.equal(both.repeated, 0, `a deadlock, ${where}`);
    }
    assert.ok(statement > 1, 'the write has several statements');
  });

longTest('a browser signs in while another browser changes the password of the account', async () => {
  const password = WRITES['its owner changes the password'];
  assert.ok(password);
  for (let statement = 1; ; statement++) {
    const [{ account, reader }, over] = [await filled(), await filled()];
    const signIn: Write = async (own) => {
      await state.write([
        {
          sql: `update browser_session set expires_at = '2020-01-01' where digest = $1`,
          params: [over.reader.session],
        },
      ]);
      const sessions = browserSessions({ state: own, watch, secret: 'x' });
      const { statements } = sessions.prepare(account, NOW, { method: 'link', agent: null }, reader.session);
      return own.write([lockAccount(account), ...statements]);
    };
    const both = await together(password, signIn, statement);
    if (both === null) break;
    assert.deepEqual([both.held.status, both.free.status], ['fulfilled', 'fulfilled']);
    assert.equal(both.repeated, 0, `a deadlock, held before statement ${statement}`);
  }
});

test('an account event written during a deletion does not prevent the deletion', async () => {
  const note: Write = (own, { account }) => own.write([recordEvent(account, 'exported', NOW)]);
  let statement = 1;
  for (; ; statement++) {
    const both = await together(deletion, note, statement);
    if (both === null) break;
    assert.deepEqual(both.held, DELETED, `held before statement ${statement}`);
    assert.equal(both.free.status, 'rejected', 'the account no longer exists');
  }
  assert.ok(statement > 10, 'the deletion has many statements');
});
