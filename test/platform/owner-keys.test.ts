/** API keys managed by their owner, on both engines: limits, single creation, revocation and account events. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { eventsOf } from '#platform/accounts/events-table.ts';
import { type OwnerKeys, ownerKeys } from '#platform/accounts/owner-keys.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { emailPagePath } from '#server/compose/accounts.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const AT = { site: 'https://firmoteca.example', now: NOW };
const HERE = { network: '192.0.2.0/24', agent: 'Firefox, Linux' };

const refused =
  (code: string, message: RegExp) =>
  (error: unknown): boolean =>
    error instanceof ApiError && error.code === code && message.test(error.message);

onBothEngines((engine) => {
  let state: Database;
  let keys: OwnerKeys;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    keys = ownerKeys({ state, mail: mailer({ isReady: true }), pagePath: emailPagePath, pepper: 'pepper' });
  });
  after(() => state.close());

  const proAccount = async (): Promise<string> => {
    const id = await createAccount(state, { email: null, password: null }, NOW);
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, id, to, NOW);
    return id;
  };
  const make = (account: string, more = {}) =>
    keys.issue(account, { form: keys.newForm(), name: '', expires: '', ...more }, HERE, AT);
  const kinds = async (account: string): Promise<string[]> =>
    (await eventsOf(state, account, 100)).map(({ kind, about }) => `${kind} ${about}`);

  test('a key is created with an event that has its hint and never the key', async () => {
    const account = await proAccount();
    const { key, hint, id } = await make(account, { name: 'ERP', expires: '2027-01-31' });
    const [row] = await keys.list(account, NOW);
    assert.deepEqual([row?.id, row?.hint, row?.name, row?.expires_at], [id, hint, 'ERP', '2027-01-31T21:59:59.999Z']);
    const [event] = await eventsOf(state, account, 9);
    assert.deepEqual(
      [event?.kind, event?.about, event?.place, event?.agent],
      ['keyMade', hint, HERE.network, HERE.agent],
    );
    assert.ok(!JSON.stringify([row, event]).includes(key.slice(9, 20)));
  });

  test('of two concurrent keys for one free slot one is created', async () => {
    const account = await proAccount();
    for (let created = 1; created < keys.most; created++) await make(account);
    const done = await Promise.allSettled([make(account), make(account)]);
    assert.deepEqual(done.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const why = done.find((one) => one.status === 'rejected');
    assert.ok(why && refused('INVALID_PARAMETER', /already has 10 keys/)(why.reason));
    assert.equal((await keys.list(account, NOW)).length, keys.most);
    assert.equal((await kinds(account)).length, keys.most);
  });

  test('a form sent twice creates one key and one event', async () => {
    const account = await proAccount();
    const form = keys.newForm();
    const { hint } = await make(account, { form });
    await assert.rejects(make(account, { form }), refused('INVALID_BODY', /cannot be displayed again/));
    assert.deepEqual(await kinds(account), [`keyMade ${hint}`]);
  });

  test('without Pro no key and no event is created', async () => {
    const account = await createAccount(state, { email: null, password: null }, NOW);
    await assert.rejects(
      make(account),
      refused('SUBSCRIPTION_INACTIVE', /^Only accounts with an active Pro subscription/),
    );
    assert.deepEqual(await kinds(account), []);
  });

  test('a past or invalid expiry date and a too long name are refused', async () => {
    const account = await proAccount();
    for (const expires of ['2026-11-14', '2026-02-30', 'mâine', "2027-01-01' or 1=1"])
      await assert.rejects(make(account, { expires }), refused('INVALID_PARAMETER', /today or a future day/), expires);
    await assert.rejects(make(account, { name: 'x'.repeat(61) }), refused('INVALID_PARAMETER', /at most 60/));
    assert.deepEqual(await keys.list(account, NOW), []);
  });

  test('a key is revoked once, by its owner only', async () => {
    const [account, other] = [await proAccount(), await proAccount()];
    const { id, hint } = await make(account);
    for (const wrong of [randomUUID(), '', 'x', "' or 1=1 --"])
      await assert.rejects(keys.revoke(account, wrong, HERE, AT), refused('NOT_FOUND', /no such key/), wrong);
    await assert.rejects(keys.revoke(other, id, HERE, AT), refused('NOT_FOUND', /no such key/));
    assert.equal((await keys.list(account, NOW)).length, 1);
    await Promise.all([1, 2].map(() => keys.revoke(account, id, HERE, { ...AT, now: NOW + 1_000 })));
    assert.deepEqual(await keys.list(account, NOW), []);
    assert.deepEqual(await kinds(account), [`keyRevoked ${hint}`, `keyMade ${hint}`]);
    assert.deepEqual(await kinds(other), []);
    assert.equal((await keys.names(account)).get(id), hint);
  });

  test('an expired key frees its slot', async () => {
    const account = await proAccount();
    for (let created = 0; created < keys.most; created++) await make(account, { expires: '2026-11-15' });
    const later = NOW + 86_400_000;
    assert.deepEqual(await keys.list(account, later), []);
    await keys.issue(account, { form: keys.newForm(), name: '', expires: '' }, HERE, { ...AT, now: later });
  });
});
