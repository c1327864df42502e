/** One-time links by email on both engines: each works once under concurrency, and requests cost the same for any address. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { cleanUpAccounts } from '#platform/accounts/accounts.ts';
import { setPassword } from '#platform/accounts/accounts-table.ts';
import { DEMO_ACCOUNT, ensureDemoAccount } from '#platform/accounts/demo-account.ts';
import { digestPassword } from '#platform/accounts/password.ts';
import { addSession, removeSessions } from '#platform/accounts/sessions-table.ts';
import { openedBy } from '#test/support/account-login.ts';
import { accountsOver, coming, type Kit, NOW, opened, PASSWORD, secretTo } from '#test/support/accounts-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

/** The password hashes take most of the time. */
const CROWD = isLongTier ? 20 : 8;

onBothEngines((engine) => {
  let state: Database;
  let accounts: Kit;
  /** Threads of one service: each hashes passwords on its own, so that their writes collide. */
  let threads: Kit[];
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    threads = await Promise.all(Array.from({ length: 5 }, () => accountsOver(state)));
    accounts = threads[0] as Kit;
  });
  after(async () => {
    for (const thread of threads) await thread.close();
    await state.close();
  });

  /** Concurrent visitors from different networks, each with an own password. */
  const crowd = async (secret: string) => {
    const passwords = Array.from({ length: CROWD }, (_, i) => `parola numărul ${i}`);
    const outcomes = await Promise.all(
      passwords.map((password, i) =>
        threads[i % 5]?.auth.followLink({ secret, password }, null, coming(`198.51.100.${i}`)),
      ),
    );
    return { passwords, outcomes: outcomes.map((done) => done?.outcome ?? '') };
  };

  const winners = (outcomes: readonly string[]): number[] =>
    outcomes.flatMap((outcome, i) => (outcome === 'in' ? [i] : []));

  test(`one of ${CROWD} concurrent visitors of a sign-up link opens the account, with the visitor’s own password`, async () => {
    const email = 'douazeci@example.ro';
    await accounts.auth.requestLink('signUp', { email }, coming());
    const { passwords, outcomes } = await crowd(await secretTo(state, email));
    const [winner = -1, ...others] = winners(outcomes);
    assert.deepEqual(others, []);
    assert.equal(outcomes.filter((outcome) => outcome === 'expired').length, CROWD - 1);
    assert.ok(await openedBy(state, email, passwords[winner] ?? ''));
  });

  test(`one of ${CROWD} concurrent visitors of a reset link sets the password`, async () => {
    const email = 'reset@example.ro';
    await opened(accounts, state, email);
    await accounts.auth.requestLink('reset', { email }, coming('192.0.2.1', { now: NOW + 1 }));
    const { passwords, outcomes } = await crowd(await secretTo(state, email));
    const [winner = -1, ...others] = winners(outcomes);
    assert.deepEqual(others, []);
    assert.ok(await openedBy(state, email, passwords[winner] ?? ''));
    const sessions = await state.all(
      'select 1 as found from browser_session where account_id = (select id from account where email = $1)',
      [email],
    );
    assert.equal(sessions.length, 1, 'the winner’s session');
    const result = await state.all<{ kind: string; at: string }>(
      `select kind, at from account_event where kind in ('passwordSet', 'signedIn')
         and account_id = (select id from account where email = $1)`,
      [email],
    );
    const [set, entered] = ['passwordSet', 'signedIn'].map((kind) => result.find((one) => one.kind === kind)?.at ?? '');
    assert.ok(set && entered && set < entered, 'the account events are in the order in which they happened');
  });

  test('of two sign-up links for one address the second has no effect after the first is used', async () => {
    const email = 'doua@example.ro';
    await accounts.auth.requestLink('signUp', { email }, coming());
    const first = await secretTo(state, email);
    await state.write([{ sql: `update letter set text = '' where recipient = $1`, params: [email] }]);
    await accounts.auth.requestLink('signUp', { email }, coming());
    const second = await secretTo(state, email);
    const done = await Promise.all(
      [first, second].map((secret, i) =>
        threads[i]?.auth.followLink({ secret, password: PASSWORD }, null, coming(`203.0.113.${i}`)),
      ),
    );
    assert.deepEqual(done.map((one) => one?.outcome).toSorted(), ['in', 'taken']);
  });

  test('a link expires to the millisecond', async () => {
    const email = 'minut@example.ro';
    await accounts.auth.requestLink('signUp', { email }, coming());
    const secret = await secretTo(state, email);
    assert.ok(await accounts.auth.openLink(secret, NOW + 24 * 3_600_000 - 1));
    assert.equal(await accounts.auth.openLink(secret, NOW + 24 * 3_600_000), null);
    const late = coming('192.0.2.1', { now: NOW + 24 * 3_600_000 });
    const { outcome } = await accounts.auth.followLink({ secret, password: PASSWORD }, null, late);
    assert.equal(outcome, 'expired');
  });

  test('cleanup removes expired links with their addresses, and old account events', async () => {
    const [email, day] = ['niciodata@example.ro', 86_400_000];
    const account = await opened(accounts, state, 'vechime@example.ro');
    await accounts.auth.requestLink('signUp', { email }, coming());
    const left = async () => [
      (await state.all('select 1 as found from one_time_link where email = $1', [email])).length,
      (await state.all('select 1 as found from account_event where account_id = $1', [account])).length,
    ];
    await cleanUpAccounts(state, NOW + day - 1);
    assert.deepEqual(await left(), [1, 1]);
    await cleanUpAccounts(state, NOW + day);
    assert.deepEqual(await left(), [0, 1]);
    await cleanUpAccounts(state, NOW + 401 * day);
    assert.deepEqual(await left(), [0, 0]);
  });

  test('link requests and sign-in attempts cost the same reads and writes with and without an account', async () => {
    await opened(accounts, state, 'exista@example.ro');
    let counts: Record<string, number> = {};
    const note = (what: string, by = 1): void => {
      counts[what] = (counts[what] ?? 0) + by;
    };
    const counted: Database = {
      engine: state.engine,
      stream: state.stream.bind(state),
      close: async () => {},
      all(...requested) {
        note('read');
        return state.all(...requested);
      },
      one(...requested) {
        note('read');
        return state.one(...requested);
      },
      write(statements) {
        note('write', statements.length);
        return state.write(statements);
      },
    };
    const watched = await accountsOver(counted);
    const cost = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
      counts = {};
      await work();
      return counts;
    };
    await watched.watch.stop();
    const { auth: signInPage } = watched;
    for (const expected of ['signUp', 'reset'] as const) {
      const known = await cost(() => signInPage.requestLink(expected, { email: 'exista@example.ro' }, coming()));
      assert.deepEqual(
        known,
        await cost(() => signInPage.requestLink(expected, { email: 'nimeni@example.ro' }, coming())),
        expected,
      );
      assert.ok((known.write ?? 0) > 0);
    }
    const attempt = (email: string) => cost(() => signInPage.signIn({ email, password: 'o parolă greșită' }, coming()));
    const unknown = await attempt('nimeni@example.ro');
    assert.deepEqual(unknown, { read: 1 });
    // The record of a wrong password is written in the background, outside of the request.
    const { write: _later, ...known } = await attempt('exista@example.ro');
    assert.deepEqual(known, unknown);
    await watched.close();
  });

  /** A host that has verified a password and pauses before the write that follows. */
  async function heldUp() {
    const goOn = Promise.withResolvers<void>();
    let isHeld = false;
    let waiting = 0;
    const slow: Database = {
      engine: state.engine,
      stream: state.stream.bind(state),
      close: async () => {},
      all: state.all.bind(state),
      one: state.one.bind(state),
      async write(statements) {
        waiting++;
        if (isHeld) await goOn.promise;
        return state.write(statements);
      },
    };
    const kit = await accountsOver(slow);
    await kit.watch.stop();
    [isHeld, waiting] = [true, 0];
    const wait = (writes: number) => until('the writes are pending', async () => waiting === writes);
    return { ...kit, wait, goOn: goOn.resolve };
  }
  const sessionsOf = async (account: string): Promise<number> =>
    (await state.all('select 1 as found from browser_session where account_id = $1', [account])).length;

  test('a sign-in with the old password during a password change opens no session once all sessions are revoked', async () => {
    const email = 'vechi@example.ro';
    const id = await opened(accounts, state, email);
    const changed = await digestPassword('o altă parolă lungă');
    const host = await heldUp();
    const late = host.auth.signIn({ email, password: PASSWORD }, coming('203.0.113.7'));
    const reader = { account: id, session: 'gone', pro: false, authenticatedAt: NOW };
    const again = host.auth.reauthenticate(reader, PASSWORD, coming('203.0.113.8'));
    await host.wait(2);
    await state.write([setPassword(id, changed), ...removeSessions(id, null)]);
    host.goOn();
    assert.deepEqual([(await late).outcome, (await again).outcome], ['wrong', 'wrong']);
    assert.equal(await sessionsOf(id), 0);
    const kinds = await state.all<{ kind: string }>('select kind from account_event where account_id = $1', [id]);
    assert.ok(
      !kinds.some(({ kind }) => kind === 'signedIn' || kind === 'provedAgain'),
      'no event for a sign-in that did not happen',
    );
    await host.close();
  });

  test('a password change of a browser that is signed out meanwhile has no effect', async () => {
    const email = 'hot@example.ro';
    const id = await opened(accounts, state, email);
    const { digest: session } = (await state.one<{ digest: string }>(
      'select digest from browser_session where account_id = $1',
      [id],
    )) ?? { digest: '' };
    const host = await heldUp();
    const reader = { account: id, session, pro: false, authenticatedAt: NOW };
    const theft = host.own.changePassword(reader, 'parola hoțului de cont', coming('203.0.113.9'));
    await host.wait(1);
    await state.write(removeSessions(id, null));
    host.goOn();
    assert.equal((await theft).outcome, 'ended');
    assert.equal(await sessionsOf(id), 0);
    assert.ok(await openedBy(state, email, PASSWORD), 'the owner’s password stays');
    await host.close();
  });

  test('the hundred-first session signs out the oldest; the shared demo account lists only the reader’s own session', async () => {
    const id = await opened(accounts, state, 'multe@example.ro');
    await state.write(ensureDemoAccount(NOW));
    const changes = async () =>
      (await state.one<{ changes: number }>('select changes from change_count'))?.changes ?? 0;
    const opening = (account: string, name: string, at: number) =>
      addSession({
        account,
        digest: `${account} ${name}`,
        method: 'password',
        password: null,
        agent: null,
        now: new Date(at).toISOString(),
        expiresAt: new Date(NOW + 1e9).toISOString(),
      });
    const open = (...one: Parameters<typeof opening>) => state.write(opening(...one));
    const others = (account: string, from: number, until: number, at: (i: number) => number) =>
      state.write(
        Array.from({ length: until - from }, (_, i) => opening(account, `other-${from + i}`, at(from + i))).flat(),
      );
    for (const account of [id, DEMO_ACCOUNT]) {
      await open(account, 'mine', NOW);
      await others(account, 0, 98, (i) => NOW + i);
    }
    assert.equal(await sessionsOf(id), 100);
    const before = await changes();
    await open(id, 'other-98', NOW + 98);
    assert.equal(await sessionsOf(id), 100);
    assert.equal(await changes(), before + 1, 'threads are notified of the ended session');
    // A new session survives also on a host whose clock is behind.
    await open(id, 'late', NOW - 1_000);
    assert.equal(await sessionsOf(id), 100);
    assert.ok(await state.one('select 1 as found from browser_session where digest = $1', [`${id} late`]));
    await open(DEMO_ACCOUNT, 'other-98', NOW + 98);
    assert.equal(await sessionsOf(DEMO_ACCOUNT), 100);
    await others(DEMO_ACCOUNT, 99, 1_010, () => NOW - 2_000);
    assert.equal(await sessionsOf(DEMO_ACCOUNT), 1_000);
    const seenBy = async (account: string) =>
      (await accounts.own.read({ account, session: `${account} mine`, pro: false, authenticatedAt: NOW }, NOW))
        ?.sessions;
    assert.equal((await seenBy(id))?.length, 100);
    assert.deepEqual(
      (await seenBy(DEMO_ACCOUNT))?.map(({ digest }) => digest),
      [`${DEMO_ACCOUNT} mine`],
    );
  });
});
