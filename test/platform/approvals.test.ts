/** Approvals in the state, on both engines and from two hosts at once: limits, expiry and single use, for one account each. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { createAccount } from '#platform/accounts/accounts.ts';
import { DEMO_ACCOUNT } from '#platform/accounts/demo-account.ts';
import { eventsOf } from '#platform/accounts/events-table.ts';
import { APPROVAL_MINUTES, type ApprovalKind } from '#platform/approvals/approval.ts';
import { type Approvals, approvals, cleanUpApprovals } from '#platform/approvals/approvals.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const MINUTE = 60_000;
const appName = async (client: string): Promise<string> => `App ${client}`;

onBothEngines((engine) => {
  let hosts: Database[];
  let state: Database;
  let desks: Approvals[];
  let documentsClient: Approvals;
  before(async () => {
    const location = await engine.place();
    hosts = [await location.database(), await location.database()];
    [state] = hosts as [Database];
    await migrate(state, migrationsOf('state', engine.name));
    desks = hosts.map((host) => approvals({ state: host, secret: 'secret', appName }));
    [documentsClient] = desks as [Approvals];
  });
  after(async () => {
    for (const host of hosts) await host.close();
  });

  /** An account with the requesting app connected. */
  async function account(): Promise<string> {
    const id = await createAccount(state, { email: null, password: null }, NOW);
    await state.write([
      {
        sql: `insert into oauth_record (kind, digest, payload, account_id, client_id, created_at)
              values ('Grant', $1, '{}', $2, 'a', $3)`,
        params: [`grant-of-${id}`, id, new Date(NOW).toISOString()],
      },
    ]);
    return id;
  }
  const intent = (of: string, kind: ApprovalKind = 'checkout', about: string | null = null) => ({
    account: of,
    client: 'a',
    kind,
    about,
  });
  const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.code === 'RATE_LIMITED';

  test('of ten concurrent checkout approvals on two hosts three are opened', async () => {
    const own = await account();
    const requested = Array.from({ length: 10 }, (_, n) => (desks[n % 2] as Approvals).open(intent(own), NOW));
    const outcomes = await Promise.allSettled(requested);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isTooMany(outcome.reason));
    const events = await eventsOf(state, own, 20);
    assert.deepEqual(
      events.map(({ kind, about, agent }) => [kind, about, agent]),
      Array.from({ length: 3 }, () => ['appAsked', 'checkout', 'App a']),
    );
    // Approvals of another kind or another account have limits of their own.
    await documentsClient.open(intent(own, 'manage'), NOW);
    await documentsClient.open(intent(await account()), NOW);
  });

  test('declined and expired approvals count towards the limit for an hour, completed ones do not', async () => {
    const own = await account();
    const close = async (to: 'done' | 'declined', now: number): Promise<void> => {
      const { id } = await documentsClient.open(intent(own), now);
      const approval = await documentsClient.find(own, id, now);
      assert.ok(approval && (await documentsClient.close(approval, to, now)));
    };
    for (let n = 0; n < 5; n++) await close('done', NOW);
    for (let n = 0; n < 2; n++) await close('declined', NOW);
    await documentsClient.open(intent(own), NOW);
    await assert.rejects(documentsClient.open(intent(own), NOW + 45 * MINUTE), isTooMany);
    await documentsClient.open(intent(own), NOW + 60 * MINUTE);
  });

  test('an approval is visible to its account only and expires after thirty minutes', async () => {
    const [own, other] = [await account(), await account()];
    const { id, expiresAt } = await documentsClient.open(intent(own, 'makeKey', 'ERP'), NOW);
    assert.match(id, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(Date.parse(expiresAt), NOW + APPROVAL_MINUTES * MINUTE);
    assert.equal(await documentsClient.find(other, id, NOW), null);
    for (const wrong of ['', 'x', `${id}x`, id.slice(1), id.toLowerCase(), "' or 1=1"])
      assert.equal(await documentsClient.find(own, wrong, NOW), null, wrong);
    const approval = await documentsClient.find(own, id, NOW);
    assert.deepEqual([approval?.state, approval?.about, approval?.kind], ['open', 'ERP', 'makeKey']);
    const late = NOW + APPROVAL_MINUTES * MINUTE;
    assert.equal((await documentsClient.find(own, id, late))?.state, 'expired');
    assert.ok(approval);
    assert.equal(await documentsClient.close({ ...approval, account: other }, 'done', NOW), false);
    assert.equal(await documentsClient.close(approval, 'done', late), false);
    assert.equal(
      JSON.stringify(await state.all('select * from errand')).includes(id),
      false,
      'only the digest is stored',
    );
  });

  test('one of twenty concurrent completions or refusals of an approval succeeds', async () => {
    const own = await account();
    const { id } = await documentsClient.open(intent(own), NOW);
    const approval = await documentsClient.find(own, id, NOW);
    assert.ok(approval);
    const closings = Array.from({ length: 20 }, (_, n) =>
      (desks[n % 2] as Approvals).close(approval, n % 3 ? 'done' : 'declined', NOW),
    );
    assert.equal((await Promise.all(closings)).filter(Boolean).length, 1);
  });

  test('an approval expires when its app is disconnected', async () => {
    const own = await account();
    const { id } = await documentsClient.open(intent(own, 'cancel'), NOW);
    const approval = await documentsClient.find(own, id, NOW);
    assert.ok(approval?.state === 'open');
    await state.write([{ sql: `delete from oauth_record where kind = 'Grant' and account_id = $1`, params: [own] }]);
    assert.equal((await documentsClient.find(own, id, NOW))?.state, 'expired');
    assert.equal(await documentsClient.takeAnswer(id, intent(own, 'cancel'), NOW), null);
    assert.equal(await documentsClient.close(approval, 'done', NOW), false);
  });

  test('an answer to an approval is taken once, by the same account, app and subject', async () => {
    const [own, other] = [await account(), await account()];
    const { id } = await documentsClient.open(intent(own, 'revokeKey', 'k'), NOW);
    const right = intent(own, 'revokeKey', 'k');
    for (const wrong of [{ account: other }, { client: 'b' }, { kind: 'cancel' as const }])
      assert.equal(await documentsClient.takeAnswer(id, { ...right, ...wrong }, NOW), null);
    assert.equal(await documentsClient.takeAnswer(id, right, NOW + APPROVAL_MINUTES * MINUTE), null);
    const answers = Array.from({ length: 20 }, (_, n) => (desks[n % 2] as Approvals).takeAnswer(id, right, NOW));
    assert.equal((await Promise.all(answers)).filter(Boolean).length, 1);
    const about = await documentsClient.open(intent(own, 'revokeKey', 'k'), NOW);
    assert.equal(await documentsClient.takeAnswer(about.id, { ...right, about: 'another' }, NOW), null);
    assert.equal(
      await documentsClient.takeAnswer(about.id, right, NOW),
      null,
      'a request about another subject uses the answer up',
    );
  });

  test('no approval is opened for a blocked, missing or demo account', async () => {
    const own = await account();
    await state.write([{ sql: 'update account set blocked_at = $2 where id = $1', params: [own, '2026-11-16'] }]);
    await assert.rejects(documentsClient.open(intent(own), NOW), isTooMany);
    await assert.rejects(documentsClient.open(intent('nobody'), NOW), isTooMany);
    await assert.rejects(documentsClient.open(intent(DEMO_ACCOUNT), NOW), ApiError);
    assert.equal((await state.all('select 1 from errand where account_id = $1', [own])).length, 0);
  });

  test('calls are counted by day without their arguments, and cleanup removes them and the approvals', async () => {
    const own = await account();
    const asker = { account: own, client: 'a' };
    for (let n = 0; n < 3; n++)
      await documentsClient.recordCall(asker, 'revoke_api_key', { id: 'what was said' }, NOW + n);
    await documentsClient.recordCall(asker, 'revoke_api_key', { id: 'other' }, NOW);
    await documentsClient.recordCall({ ...asker, account: 'nobody' }, 'list_plans', {}, NOW);
    const rows = await state.all<{ calls: number; tool: string; day: string }>(
      'select * from agent_call where account_id = $1 order by calls',
      [own],
    );
    assert.deepEqual(
      rows.map(({ calls, tool, day }) => [calls, tool, day]),
      [
        [1, 'revoke_api_key', '2026-11-16'],
        [3, 'revoke_api_key', '2026-11-16'],
      ],
    );
    assert.equal(JSON.stringify(rows).includes('what was said'), false);
    await documentsClient.open(intent(own), NOW);
    const count = async (table: string): Promise<number> =>
      (await state.all(`select 1 from ${table} where account_id = $1`, [own])).length;
    await cleanUpApprovals(state, NOW + 6 * 86_400_000);
    assert.deepEqual([await count('errand'), await count('agent_call')], [1, 2]);
    await cleanUpApprovals(state, NOW + 8 * 86_400_000);
    assert.deepEqual([await count('errand'), await count('agent_call')], [0, 2]);
    await cleanUpApprovals(state, NOW + 91 * 86_400_000);
    assert.equal(await count('agent_call'), 0);
  });
});
