/** Browser sessions, anonymous and signed in: validity, expiry and revocation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChangeWatch, watchChanges } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { changePassword, changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { type BrowserSessions, browserSessions, FREE_SECONDS, SIGNED_IN_SECONDS } from '#platform/accounts/sessions.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

onBothEngines((engine) => {
  let state: Database;
  let watch: ChangeWatch;
  let sessions: BrowserSessions;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    watch = await watchChanges(
      state,
      'access',
      () => {},
      (error) => {
        throw error;
      },
    );
    sessions = browserSessions({ state, watch, secret: 'secret' });
  });
  after(async () => {
    await watch.stop();
    await state.close();
  });

  const account = async (): Promise<string> => {
    const id = await createAccount(state, { email: null, password: null }, NOW);
    await changeSubscription(state, id, 'incomplete', NOW);
    await changeSubscription(state, id, 'active', NOW);
    return id;
  };
  /** A poll may be under way that began before the change: poll twice. */
  const noticed = async (): Promise<void> => {
    await watch.poll();
    await watch.poll();
  };

  test('an anonymous cookie is valid for a day and has no account', async () => {
    const cookie = sessions.openFree(NOW);
    assert.deepEqual(await sessions.visitorOf(cookie, NOW), { account: null, pro: false });
    assert.ok(await sessions.visitorOf(cookie, NOW + (FREE_SECONDS - 1) * 1000));
    assert.equal(await sessions.visitorOf(cookie, NOW + FREE_SECONDS * 1000), null);
    assert.equal(sessions.openFree(NOW), cookie);
  });

  test('a cookie without a valid signature is rejected', async () => {
    const cookie = sessions.openFree(NOW);
    const [kind, issued, signature = ''] = cookie.split('.');
    const other = browserSessions({ state, watch, secret: 'other' });
    const forged = [
      '',
      'f',
      'f.',
      `f.${issued}`,
      `f.${issued}.`,
      `s.${signature}`,
      `${kind}.zzzzzz.${signature}`,
      `${cookie}x`,
      cookie.toUpperCase(),
      other.openFree(NOW),
      `f.${issued}.${'ă'.repeat(43)}`,
      "f.1' or '1'='1.x",
      's.'.padEnd(45, 'A'),
    ];
    for (const text of forged) assert.equal(await sessions.visitorOf(text, NOW), null, text);
  });

  test('a signed-in session has the plan of its account and ends after a month', async () => {
    const id = await account();
    const cookie = await sessions.open(id, NOW);
    for (let i = 0; i < 2; i++) assert.deepEqual(await sessions.visitorOf(cookie, NOW), { account: id, pro: true });
    assert.equal(await sessions.visitorOf(cookie, NOW + SIGNED_IN_SECONDS * 1000), null);
    await changeSubscription(state, id, 'canceling', NOW, new Date(NOW + 1_000).toISOString());
    await noticed();
    assert.deepEqual(await sessions.visitorOf(cookie, NOW + 999), { account: id, pro: true });
    assert.deepEqual(await sessions.visitorOf(cookie, NOW + 1_000), { account: id, pro: false });
  });

  test('a sign-out ends one session, a new password all of them', async () => {
    const id = await account();
    const [one, two, three] = [
      await sessions.open(id, NOW),
      await sessions.open(id, NOW),
      await sessions.open(id, NOW),
    ];
    for (const cookie of [one, two, three]) assert.ok(await sessions.visitorOf(cookie, NOW));
    await sessions.close(one);
    await noticed();
    assert.equal(await sessions.visitorOf(one, NOW), null);
    assert.ok(await sessions.visitorOf(two, NOW));
    await changePassword(state, id, 'o parolă nouă', NOW);
    await noticed();
    for (const cookie of [two, three]) assert.equal(await sessions.visitorOf(cookie, NOW), null);
  });

  test('the store has no cookie in plain text, and expired sessions are removed', async () => {
    const id = await account();
    const old = await sessions.open(id, NOW - 2 * SIGNED_IN_SECONDS * 1000);
    const cookie = await sessions.open(id, NOW);
    const rows = await state.all('select * from browser_session where account_id = $1', [id]);
    assert.equal(rows.length, 1);
    for (const text of [cookie, old]) assert.ok(!JSON.stringify(rows).includes(text.slice(2)));
  });
});
