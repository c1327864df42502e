/** Blocked networks: in the store, in a serving thread, set by operators and automatic ones. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { parseSubnet } from '#lib/values/ip.ts';
import { generateKey } from '#platform/accounts/keys.ts';
import { type BlockWatch, watchBlocks } from '#platform/limits/blocks.ts';
import { addAutomaticBlock, addBlock, blockRows, removeBlock } from '#platform/limits/blocks-table.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { ask, refusal } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const HOUR_MS = 3_600_000;
const fail = (error: unknown): never => {
  throw error;
};

onBothEngines((engine) => {
  let state: Database;
  let watch: BlockWatch;
  before(async () => {
    state = await (await engine.place()).database();
    await migrate(state, migrationsOf('state', engine.name));
    watch = await watchBlocks(state, fail);
  });
  after(async () => {
    await watch.stop();
    await state.close();
  });

  const now = Date.now();
  const instant = (ms: number): string => new Date(ms).toISOString();
  const block = (network: string, expiresAt: string | null = null) =>
    addBlock(state, { network, reason: 'test', created_at: instant(now), expires_at: expiresAt });
  const isBlocked = (address: string, at = now): boolean => watch.find(address, at) !== null;

  test('a block takes effect at the next refresh, for its network only and until it expires', async () => {
    await block('198.51.100.0/24', instant(now + HOUR_MS));
    await block('2001:db8:bad::/48');
    await watch.refresh();
    await watch.refresh();
    assert.ok(isBlocked('198.51.100.77') && isBlocked('::ffff:198.51.100.77') && isBlocked('2001:db8:bad:1::5'));
    assert.ok(!isBlocked('198.51.101.1') && !isBlocked('2001:db8:bae::1') && !isBlocked('') && !isBlocked('nonsense'));
    assert.ok(isBlocked('198.51.100.77', now + HOUR_MS - 1) && !isBlocked('198.51.100.77', now + HOUR_MS));
    assert.equal(await removeBlock(state, '198.51.100.0/24'), true);
    assert.equal(await removeBlock(state, '198.51.100.0/24'), false);
    await watch.refresh();
    await watch.refresh();
    assert.ok(!isBlocked('198.51.100.77') && isBlocked('2001:db8:bad::1'));
  });

  test('an automatic block covers one IPv4 address or a whole IPv6 /64', () => {
    watch.block('198.51.100.9', 'test', now);
    watch.block('2001:db8:1:2::9', 'test', now);
    assert.ok(isBlocked('198.51.100.9') && !isBlocked('198.51.100.10'));
    assert.ok(isBlocked('2001:db8:1:2:ffff::1') && !isBlocked('2001:db8:1:3::9'));
    assert.ok(!isBlocked('198.51.100.9', now + HOUR_MS), 'it expires');
  });

  test('a loopback address is never blocked automatically, as it may be an undeclared proxy', () => {
    for (const address of ['127.0.0.1', '::1']) {
      watch.block(address, 'test', now);
      assert.ok(!isBlocked(address));
    }
  });

  test('an automatic block does not replace a manual one and removes expired blocks', async () => {
    await block('192.0.2.1/32');
    await block('192.0.2.2/32', instant(now - 1));
    const automatic = { reason: 'automatic', created_at: instant(now), expires_at: instant(now + 1_000) };
    await addAutomaticBlock(state, { network: '192.0.2.1/32', ...automatic });
    const rows = await state.all<{ network: string; reason: string; expires_at: string | null }>(
      "select network, reason, expires_at from address_block where network like '192.0.2.%'",
    );
    assert.deepEqual(rows, [{ network: '192.0.2.1/32', reason: 'test', expires_at: null }]);
    assert.ok(
      (await blockRows(state, instant(now))).every(
        ({ expires_at }) => expires_at === null || expires_at > instant(now),
      ),
    );
  });
});

describe('abusive callers', () => {
  let service: SmallService;
  before(async () => {
    const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
    const trustedProxies = [parseSubnet('127.0.0.1') ?? { base: 0n, bits: 0 }];
    service = await smallService({ limits, config: { trustedProxies } });
  });
  after(() => service.close());

  const from = (address: string, headers: Record<string, string> = {}) =>
    ask(service.port, { path: '/api/company/90000014', headers: { 'x-forwarded-for': address, ...headers } });
  const codeOf = async (...one: Parameters<typeof from>): Promise<string> =>
    refusal(await from(...one), 'refused').code;

  test('an address that sends many invalid keys is blocked, while Pro keys from it and other addresses are not', async () => {
    const codes = new Set<string>();
    for (let i = 0; i < 40; i++) codes.add(await codeOf('198.51.100.1', { 'x-api-key': generateKey() }));
    assert.deepEqual([...codes], ['INVALID_API_KEY', 'IP_BLOCKED']);
    assert.equal(await codeOf('198.51.100.1'), 'IP_BLOCKED');
    assert.equal((await from('198.51.100.1', { 'x-api-key': DEMO_KEY })).status, 200);
    assert.equal(await codeOf('198.51.100.2'), 'API_KEY_REQUIRED');
    const rows = () => blockRows(service.store.state, new Date().toISOString());
    await until('the block is stored', async () => (await rows()).length > 0);
    const [row] = await rows();
    assert.deepEqual([row?.network, row?.reason, row?.automatic], ['198.51.100.1/32', 'sent many invalid keys', 1]);
  });

  test('invalid keys reduce the rate limit of their address only', async () => {
    for (let i = 0; i < 30; i++) await from('198.51.100.3', { 'x-api-key': generateKey() });
    const stranger = await from('198.51.100.3');
    assert.equal(stranger.headers['x-ratelimit-remaining'], '89');
    const pro = await from('198.51.100.3', { 'x-api-key': DEMO_KEY });
    assert.equal(pro.headers['x-ratelimit-limit'], '1200');
    assert.equal((await from('198.51.100.4')).headers['x-ratelimit-remaining'], '119');
  });

  test('an address far beyond its limit is blocked', async () => {
    const statuses = new Map<number, number>();
    for (let i = 0; i < 1_400; i++) {
      const { status } = await from('198.51.100.5');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.equal(statuses.get(401), 120);
    assert.ok((statuses.get(429) ?? 0) >= 1_190 && (statuses.get(403) ?? 0) > 50, JSON.stringify([...statuses]));
    assert.equal((await from('198.51.100.5', { 'x-api-key': DEMO_KEY })).status, 200);
  });

  longTest(
    'agents over the limit of their accounts get no address blocked, as their hosts share a few addresses',
    async () => {
      const address = { 'x-forwarded-for': '198.51.100.7' };
      let refused = 0;
      for (let account = 0; account < 9; account++) {
        const agent = await agentAt(service);
        for (let i = 0; i < 180; i++) {
          const { status } = await agent.post(
            'tools/call',
            { name: 'get_company', arguments: { cui: '90000014' } },
            address,
          );
          if (status === 429) refused++;
          else assert.equal(status, 200);
        }
      }
      assert.equal(refused, 9 * 150, 'more refusals than an anonymous address may have');
      assert.equal(await codeOf('198.51.100.7'), 'API_KEY_REQUIRED');
    },
  );

  test('a forged X-Forwarded-For opens no new rate limit', async () => {
    const before = Number((await from('198.51.100.6')).headers['x-ratelimit-remaining']);
    const forged = await from('10.9.8.7, 198.51.100.6');
    assert.equal(Number(forged.headers['x-ratelimit-remaining']), before - 1);
  });

  test('one IPv6 client network has one rate limit', async () => {
    const before = Number((await from('2001:db8:5:5::1')).headers['x-ratelimit-remaining']);
    assert.equal(Number((await from('2001:db8:5:5:abcd::2')).headers['x-ratelimit-remaining']), before - 1);
    assert.equal(Number((await from('2001:db8:5:6::1')).headers['x-ratelimit-remaining']), before);
  });
});
