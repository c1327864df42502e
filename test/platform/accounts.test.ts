/** Accounts, subscriptions and keys in the state store: allowed steps, rejected ones, and how soon other processes see them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ApiError, type ApiErrorCode } from '#api/api-error.ts';
import type { KeyOwners } from '#api/caller.ts';
import { type ChangeWatch, recordChange, watchChanges } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { accountRow, setPassword } from '#platform/accounts/accounts-table.ts';
import { keyOwners } from '#platform/accounts/key-owners.ts';
import { digestOf, generateKey } from '#platform/accounts/keys.ts';
import { KEYS_MAX, keyOwnerByDigest, keyRows, revokeKey } from '#platform/accounts/keys-table.ts';
import { type LastUsed, lastUsed } from '#platform/accounts/last-used.ts';
import { expiryOf, issueKey, rememberFreeKey } from '#platform/accounts/owner-keys.ts';
import { openedBy } from '#test/support/account-login.ts';
import { onBothEngines, type Place } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

const PEPPER = 'pepper';
const NOW = Date.parse('2026-11-15T12:00:00Z');
const INSTANT = new Date(NOW).toISOString();
const DAY_MS = 86_400_000;

const refusedWith =
  (code: ApiErrorCode, message?: RegExp) =>
  (error: unknown): boolean =>
    error instanceof ApiError && error.code === code && (message?.test(error.message) ?? true);

onBothEngines((engine) => {
  let location: Place;
  let state: Database;
  before(async () => {
    location = await engine.place();
    state = await location.database();
    await migrate(state, migrationsOf('state', engine.name));
  });
  after(() => state.close());

  let created = 0;
  const account = (): Promise<string> =>
    createAccount(state, { email: `a${++created}@example.ro`, password: null }, NOW);
  const proAccount = async (): Promise<string> => {
    const id = await account();
    await changeSubscription(state, id, 'incomplete', NOW);
    await changeSubscription(state, id, 'active', NOW);
    return id;
  };
  const issue = (id: string, expiresAt: string | null = null, now = NOW) =>
    issueKey(state, PEPPER, { account: id, name: null, expiresAt }, now);

  describe('accounts', () => {
    test('an address belongs to one account in any spelling', async () => {
      const id = await createAccount(state, { email: ' Ana@Example.RO ', password: null }, NOW);
      assert.equal((await accountRow(state, 'ana@example.ro', INSTANT))?.id, id);
      await assert.rejects(
        createAccount(state, { email: 'ANA@example.ro', password: null }, NOW),
        refusedWith('INVALID_PARAMETER', /ana@example\.ro already/),
      );
    });

    test('an invalid address is refused', async () => {
      for (const email of ['', 'ana', 'ana@', '@x.ro', 'a b@x.ro', 'ana@x', `${'a'.repeat(250)}@x.ro`, "a';--"])
        await assert.rejects(
          createAccount(state, { email, password: null }, NOW),
          refusedWith('INVALID_PARAMETER'),
          email,
        );
    });

    test('a password opens its own account only, and a new one replaces it', async () => {
      const id = await createAccount(state, { email: 'parola@example.ro', password: 'prima parolă' }, NOW);
      assert.equal(await openedBy(state, 'parola@example.ro', 'prima parolă'), id);
      assert.equal(await openedBy(state, 'parola@example.ro', 'altă parolă'), null);
      assert.equal(await openedBy(state, 'nimeni@example.ro', 'prima parolă'), null);
      await state.write([
        setPassword(id, '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'),
      ]);
      assert.equal(await openedBy(state, 'parola@example.ro', 'password'), id);
      assert.equal(await openedBy(state, 'parola@example.ro', 'prima parolă'), null);
    });

    test('a subscription changes only by its allowed steps, and any other change is refused', async () => {
      const id = await account();
      assert.equal((await accountRow(state, id, INSTANT))?.state, 'none');
      await assert.rejects(
        changeSubscription(state, id, 'active', NOW),
        refusedWith('INVALID_PARAMETER', /from none to active/),
      );
      await changeSubscription(state, id, 'incomplete', NOW);
      await changeSubscription(state, id, 'active', NOW + 1_000);
      await assert.rejects(
        changeSubscription(state, id, 'canceling', NOW),
        refusedWith('INVALID_PARAMETER', /has a last day/),
      );
      await changeSubscription(state, id, 'canceling', NOW + 2_000, '2026-12-31T23:59:59.999Z');
      const row = await accountRow(state, id, INSTANT);
      assert.deepEqual(
        [row?.state, row?.since, row?.until],
        ['canceling', '2026-11-15T12:00:02.000Z', '2026-12-31T23:59:59.999Z'],
      );
      await changeSubscription(state, id, 'active', NOW + 3_000);
      assert.equal((await accountRow(state, id, INSTANT))?.until, null);
      await assert.rejects(changeSubscription(state, 'nobody', 'active', NOW), refusedWith('NOT_FOUND'));
    });

    test('of two concurrent subscription changes one is refused', async () => {
      const id = await proAccount();
      const both = await Promise.allSettled([
        changeSubscription(state, id, 'past_due', NOW),
        changeSubscription(state, id, 'canceling', NOW, new Date(NOW + DAY_MS).toISOString()),
      ]);
      assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
    });
  });

  describe('keys', () => {
    let watch: ChangeWatch;
    let used: LastUsed;
    let owners: KeyOwners;
    before(async () => {
      const fail = (error: unknown): never => {
        throw error;
      };
      watch = await watchChanges(state, 'access', () => {}, fail);
      used = lastUsed(state, fail);
      owners = keyOwners({ state, watch, pepper: PEPPER, country: 'romania', used });
    });
    after(async () => {
      await watch.stop();
      await used.stop();
    });

    test('a key is created only while the subscription is active or in its grace period', async () => {
      const id = await account();
      const inactive = refusedWith('SUBSCRIPTION_INACTIVE');
      await assert.rejects(issue(id), inactive);
      await changeSubscription(state, id, 'incomplete', NOW);
      await assert.rejects(issue(id), inactive);
      await changeSubscription(state, id, 'active', NOW);
      await issue(id);
      await changeSubscription(state, id, 'past_due', NOW);
      await issue(id, null, NOW + 6 * DAY_MS);
      await assert.rejects(issue(id, null, NOW + 7 * DAY_MS), inactive);
      await assert.rejects(issue('nobody'), refusedWith('NOT_FOUND'));
    });

    test('a key expires at the end of a day in Romania, and a past or invalid day is refused', () => {
      assert.equal(expiryOf('2026-11-15', NOW), '2026-11-15T21:59:59.999Z');
      for (const day of ['2026-11-14', '2026-02-30', '15.11.2026', ''])
        assert.throws(() => expiryOf(day, NOW), refusedWith('INVALID_PARAMETER'));
    });

    test('an account has at most ten active keys, also when they are created concurrently', async () => {
      const id = await proAccount();
      const all = await Promise.allSettled(Array.from({ length: KEYS_MAX + 5 }, () => issue(id)));
      assert.equal(all.filter(({ status }) => status === 'fulfilled').length, KEYS_MAX);
      const [first] = await keyRows(state, id);
      await revokeKey(state, first?.id ?? '', INSTANT);
      await issue(id, new Date(NOW + DAY_MS).toISOString());
      await assert.rejects(issue(id), refusedWith('INVALID_PARAMETER', /already has 10 keys/));
      await issue(id, null, NOW + 2 * DAY_MS);
    });

    test('the store has no key in plain text', async () => {
      const { key } = await issue(await proAccount());
      const rows = JSON.stringify(await state.all('select * from api_key'));
      assert.ok(!rows.includes(key) && !rows.includes(key.slice(9, 39)));
    });

    test('a revoked key and a lapsed subscription take effect at the next poll despite the key cache', async () => {
      const id = await proAccount();
      const [one, other] = [await issue(id), await issue(id)];
      for (const { key, id: keyId } of [one, other, one, other])
        assert.deepEqual(await owners.ownerOf(key, NOW), { account: id, key: keyId });
      await revokeKey(state, one.id, INSTANT);
      await watch.poll();
      await assert.rejects(async () => owners.ownerOf(one.key, NOW), refusedWith('INVALID_API_KEY', /revoked/));
      await owners.ownerOf(other.key, NOW);
      await changeSubscription(state, id, 'canceling', NOW, new Date(NOW + DAY_MS).toISOString());
      await watch.poll();
      await owners.ownerOf(other.key, NOW);
      await assert.rejects(async () => owners.ownerOf(other.key, NOW + DAY_MS), refusedWith('SUBSCRIPTION_INACTIVE'));
    });

    test('a key revoked by another process is refused without a restart', async () => {
      const { key, id } = await issue(await proAccount());
      await owners.ownerOf(key, NOW);
      const elsewhere = await location.database();
      await revokeKey(elsewhere, id, INSTANT);
      await elsewhere.close();
      const isRefused = async (): Promise<boolean> => {
        try {
          await owners.ownerOf(key, NOW);
          return false;
        } catch {
          return true;
        }
      };
      await until('the key is refused', isRefused);
      await assert.rejects(async () => owners.ownerOf(key, NOW), refusedWith('INVALID_API_KEY', /revoked/));
    });

    test('a cached key expires to the millisecond', async () => {
      const { key } = await issue(await proAccount(), new Date(NOW + 1_000).toISOString());
      await owners.ownerOf(key, NOW + 999);
      await assert.rejects(async () => owners.ownerOf(key, NOW + 1_000), refusedWith('INVALID_API_KEY', /expired/));
    });

    test('a key of the free tier is refused with the day that tier ended, whatever plan its account has', async () => {
      const key = generateKey();
      assert.equal(await rememberFreeKey(state, PEPPER, key, NOW), true);
      assert.equal(await rememberFreeKey(state, PEPPER, key, NOW), false);
      await assert.rejects(
        async () => owners.ownerOf(key, NOW),
        refusedWith('SUBSCRIPTION_INACTIVE', /21 August 2026/),
      );
      const row = await keyOwnerByDigest(state, digestOf(PEPPER, key));
      for (const to of ['incomplete', 'active'] as const)
        await changeSubscription(state, row?.account_id ?? '', to, NOW);
      await watch.poll();
      await watch.poll();
      await assert.rejects(
        async () => owners.ownerOf(key, NOW),
        refusedWith('SUBSCRIPTION_INACTIVE', /21 August 2026/),
      );
    });

    test('a key that was rejected before its import is recognized after the next poll', async () => {
      const key = generateKey();
      await assert.rejects(async () => owners.ownerOf(key, NOW), refusedWith('INVALID_API_KEY', /does not exist/));
      await rememberFreeKey(state, PEPPER, key, NOW);
      await watch.poll();
      await assert.rejects(async () => owners.ownerOf(key, NOW), refusedWith('SUBSCRIPTION_INACTIVE'));
    });

    test('the last use of a key is written at most once a minute and never moves back', async () => {
      const { key, id } = await issue(await proAccount());
      const stored = async () =>
        (await state.one<{ at: string | null }>('select last_used_at as at from api_key where id = $1', [id]))?.at;
      // From here on the owner is cached, and no timer writes in between.
      await watch.poll();
      for (let i = 0; i < 100; i++) await owners.ownerOf(key, NOW + i);
      await used.flush();
      assert.equal(await stored(), new Date(NOW + 99).toISOString());
      await owners.ownerOf(key, NOW + 50_000);
      await used.flush();
      assert.equal(await stored(), new Date(NOW + 99).toISOString(), 'within the same minute');
      await owners.ownerOf(key, NOW + 70_000);
      await used.flush();
      assert.equal(await stored(), new Date(NOW + 70_000).toISOString());
    });
  });

  test('the migration keeps older accounts: of two with one address the older keeps it', async () => {
    const old = await (await engine.place()).database();
    const migrations = migrationsOf('state', engine.name);
    await migrate(
      old,
      migrations.filter(({ version }) => version < 5),
    );
    const insert = (id: string, email: string | null, day: string) => ({
      sql: 'insert into account (id, email, created_at) values ($1, $2, $3)',
      params: [id, email, day],
    });
    await old.write([
      insert('b', 'Ana@example.ro', '2026-01-02'),
      insert('a', 'ana@example.ro', '2026-01-03'),
      insert('c', null, '2026-01-01'),
      insert('d', null, '2026-01-01'),
    ]);
    await migrate(old, migrations);
    const rows = await old.all('select id, email from account order by id');
    assert.deepEqual(rows, [
      { id: 'a', email: null },
      { id: 'b', email: 'ana@example.ro' },
      { id: 'c', email: null },
      { id: 'd', email: null },
    ]);
    assert.equal((await accountRow(old, 'a', INSTANT))?.state, 'none');
    await old.close();
  });

  test('a change notifies the watchers of its topic only', async () => {
    const seen: string[] = [];
    const fail = (error: unknown): never => {
      throw error;
    };
    const access = await watchChanges(state, 'access', () => void seen.push('access'), fail);
    const blocks = await watchChanges(state, 'blocks', () => void seen.push('blocks'), fail);
    assert.deepEqual(seen.splice(0), ['access', 'blocks']);
    const before = access.version();
    await state.write([recordChange('access')]);
    await Promise.all([access.poll(), blocks.poll()]);
    // A poll can be under way when the change is written: poll twice.
    await Promise.all([access.poll(), blocks.poll()]);
    assert.deepEqual(seen, ['access']);
    assert.notEqual(access.version(), before);
    assert.ok(access.isFresh());
    await access.stop();
    await blocks.stop();
  });
});
