/** Subscription and key tools of agents, on both engines: no cancellation and no key without the person. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { sha256 } from '#lib/values/hash.ts';
import { eventsOf } from '#platform/accounts/events-table.ts';
import { generateKey } from '#platform/accounts/keys.ts';
import { issueKey } from '#platform/accounts/owner-keys.ts';
import { approvals } from '#platform/approvals/approvals.ts';
import { agentStateKey } from '#server/compose/agents.ts';
import { type AccountBrowser, accountBrowser, openPage, send } from '#test/support/account-browser.ts';
import type { TestAgent } from '#test/support/agent-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import {
  accepted,
  agentOf,
  confirmed,
  declined,
  pathIn,
  planIs,
  type Round,
  round,
  type Selling,
  sellingService,
  subscribed,
  textOf,
} from '#test/support/person-kit.ts';

const KEY = /fmt_live_[0-9A-Za-z]{36}/;

onBothEngines((engine) => {
  let selling: Selling;
  before(async () => {
    selling = await sellingService((await engine.place()).databaseUrl);
  });
  after(() => selling.close());

  const open = (path: string, browser: AccountBrowser | null) => openPage(selling.service.port, path, browser);
  const press = (path: string, browser: AccountBrowser | null, pressed: 'go' | 'decline' = 'go') =>
    send(selling.service.port, path, { do: pressed }, browser);
  const result = (): number =>
    selling.provider.requests.filter(({ line }) => line.startsWith('POST /v1/subscriptions/')).length;

  async function pair(
    more: Parameters<typeof agentOf>[1] = {},
  ): Promise<{ agent: TestAgent; browser: AccountBrowser }> {
    const agent = await agentOf(selling.service, more);
    return { agent, browser: await accountBrowser(selling.service, { account: agent.account }) };
  }

  /** The same with a paid subscription. */
  async function paying(more: Parameters<typeof agentOf>[1] = {}): ReturnType<typeof pair> {
    const both = await pair(more);
    const path = pathIn(await round(both.agent, 'start_checkout'));
    const { location = '' } = (await press(path, both.browser)).headers;
    await subscribed(selling, both.agent.account, location);
    return both;
  }

  const bring = (
    agent: TestAgent,
    name: string,
    requested: Round,
    inputResponses: unknown,
    input = {},
  ): Promise<Round> => round(agent, name, input, { requestState: requested.requestState, inputResponses });

  test('a cancellation that the owner confirms in a browser takes effect at the end of the period; a resumed one likewise', async () => {
    const { agent, browser } = await paying();
    const before = result();
    for (const [tool, title, state] of [
      ['cancel_subscription', /Cancel the Pro subscription\?/, 'canceling'],
      ['resume_subscription', /49/, 'active'],
    ] as const) {
      const requested = await round(agent, tool);
      assert.equal(requested.inputRequests?.person.params.mode, 'url');
      const queries = result();
      // A host that accepts on behalf of its person changes no plan.
      assert.equal((await bring(agent, tool, requested, confirmed)).structuredContent.state, 'open');
      assert.equal(result(), queries, tool);
      const path = pathIn(requested);
      assert.equal((await press(path, await accountBrowser(selling.service))).status, 404);
      assert.match((await open(path, browser)).text, title);
      assert.equal(result(), queries, tool);
      assert.equal((await press(path, browser)).headers.location, path);
      assert.match((await open(path, browser)).text, /The payment provider has the/);
      await planIs(selling.service, agent.account, state);
      assert.equal((await round(agent, tool)).structuredContent.state, 'nothing');
      if (state === 'active') break;
      const status = (await agent.call('get_account_status')).structuredContent;
      assert.deepEqual([status.plan, status.subscription, status.renews], ['pro', 'canceling', null]);
      assert.ok(Date.parse(status.until) > Date.now());
      assert.match((await round(agent, 'start_checkout')).structuredContent.next, /resume_subscription/);
    }
    assert.equal(result(), before + 2);
  });

  test('no answer of a host cancels a subscription: not positive, unclear, forged, expired, foreign or repeated', async () => {
    const { agent } = await paying();
    const before = result();
    const ask = (): Promise<Round> => round(agent, 'cancel_subscription');
    const answers = [
      ...[confirmed, accepted, declined, { person: { action: 'cancel' } }, {}, { person: null }],
      ...[false, 'true', 1, null].map((confirm) => ({ person: { action: 'accept', content: { confirm } } })),
    ];
    for (const elicitation of [{ form: {}, url: {} }, { form: {} }, { url: {} }, {}]) {
      const host = await agentOf(selling.service, { account: agent.account, capabilities: { elicitation } });
      for (const answer of answers) {
        await forgetApprovals(agent.account);
        const requested = await round(host, 'cancel_subscription');
        assert.ok(pathIn(requested));
        const output = await bring(host, 'cancel_subscription', requested, answer);
        assert.notEqual(output.structuredContent?.state, 'done', JSON.stringify(answer));
      }
    }
    await forgetApprovals(agent.account);
    // An answer without a request state starts a new request.
    assert.equal(
      (await round(agent, 'cancel_subscription', {}, { inputResponses: confirmed })).resultType,
      'input_required',
    );
    const requested = await ask();
    const isRefused = async (by: TestAgent, name: string, state: unknown, input = {}): Promise<void> => {
      const output = await round(by, name, input, { requestState: state, inputResponses: confirmed });
      assert.ok(output.isError, `${name} ${state}`);
      assert.match(textOf(output), /Nothing was done/);
    };
    const state = requested.requestState ?? '';
    await isRefused(agent, 'cancel_subscription', state.slice(0, -2));
    await isRefused(agent, 'cancel_subscription', `${state}AA`);
    await isRefused(agent, 'manage_subscription', state);
    await isRefused(agent, 'create_api_key', state, { name: 'x' });
    const other = await paying();
    await isRefused(other.agent, 'cancel_subscription', state);
    await isRefused(
      await agentOf(selling.service, { account: agent.account, client: 'another-app' }),
      'cancel_subscription',
      state,
    );
    // Validly signed for this call, but expired; and valid, but for an approval of another kind.
    const documentsClient = approvals({ ...selling.service.store, secret: 'session', appName: async () => 'x' });
    const sealed = async (ttlSeconds: number, kind: 'cancel' | 'manage'): Promise<string> => {
      const { id } = await documentsClient.open({ account: agent.account, client: 'test-agent', kind }, Date.now());
      const bind = [agent.account, 'test-agent', `${selling.service.origin}/mcp`, 'cancel_subscription', sha256('{}')];
      const codec = createRequestStateCodec({
        key: agentStateKey('session'),
        ttlSeconds,
        bind: () => JSON.stringify(bind),
      });
      return codec.mint({ errand: id }, {} as never);
    };
    await isRefused(agent, 'cancel_subscription', await sealed(-5, 'cancel'));
    await isRefused(agent, 'cancel_subscription', await sealed(60, 'manage'));
    const all = await Promise.all(
      Array.from({ length: 8 }, () => bring(agent, 'cancel_subscription', requested, confirmed)),
    );
    assert.equal(all.filter(({ structuredContent }) => structuredContent?.state === 'open').length, 1);
    assert.equal(result(), before);
  });

  const forgetApprovals = (account: string): Promise<unknown> =>
    selling.service.store.state.write([{ sql: 'delete from errand where account_id = $1', params: [account] }]);

  test('a cancellation during an outage of the provider stays open until the owner confirms it again', async () => {
    const { agent, browser } = await paying();
    const path = pathIn(await round(agent, 'cancel_subscription'));
    selling.provider.faults.down = 50;
    const away = await press(path, browser);
    selling.provider.faults.down = 0;
    assert.equal(away.status, 503);
    assert.equal((await agent.call('get_account_status')).structuredContent.subscription, 'active');
    assert.equal((await press(path, browser)).headers.location, path);
    await planIs(selling.service, agent.account, 'canceling');
  });

  test('a request that the owner or the host declined stays declined', async () => {
    const { agent, browser } = await paying();
    const before = result();
    const first = pathIn(await round(agent, 'cancel_subscription'));
    await press(first, browser, 'decline');
    await press(first, browser);
    const second = await round(agent, 'cancel_subscription');
    assert.equal((await bring(agent, 'cancel_subscription', second, declined)).structuredContent.state, 'declined');
    await press(pathIn(second), browser);
    assert.equal(result(), before);
  });

  test('a page links to the billing portal of the provider; accounts without a payment have nothing to manage', async () => {
    const { agent, browser } = await paying();
    const path = pathIn(await round(agent, 'manage_subscription'));
    assert.equal((await press(path, await accountBrowser(selling.service))).status, 404);
    const { location = '' } = (await press(path, browser)).headers;
    assert.ok(location.startsWith(`${selling.provider.address}/p/session/`));
    const { agent: free } = await pair();
    for (const tool of ['manage_subscription', 'cancel_subscription', 'resume_subscription'])
      assert.equal((await round(free, tool)).structuredContent.state, 'nothing', tool);
    const { agent: granted } = await pair({ pro: true });
    assert.equal((await round(granted, 'cancel_subscription')).structuredContent.state, 'nothing');
  });

  test('the person creates a key after reauthentication, and only their page shows it', async () => {
    const { agent, browser } = await pair({ pro: true });
    const requested = await round(agent, 'create_api_key', { name: 'ERP <b>' });
    const path = pathIn(requested);
    assert.match((await open(path, browser)).text, /ERP &lt;b&gt;/);
    const { location = '' } = (await press(path, browser)).headers;
    assert.match(location, /^\/en\/account\/keys\?errand=/);
    const between = await bring(agent, 'create_api_key', requested, accepted, { name: 'ERP <b>' });
    assert.equal(between.structuredContent.state, 'open', 'opening the page creates no key');
    const old = await accountBrowser(selling.service, { account: agent.account, agoMs: 11 * 60_000 });
    const unproved = await open(location, old);
    assert.match(unproved.text, /confirm\?next=%2Fen%2Faccount%2Fkeys%3Ferrand%3D/);
    assert.doesNotMatch(unproved.text, /name="expires"/);
    const page = await open(location, browser);
    assert.match(page.text, /value="ERP &lt;b&gt;"/);
    assert.equal(page.headers['referrer-policy'], 'strict-origin');
    const field = (name: string): string => new RegExp(` name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? '';
    const fields = { form: field('form'), errand: field('errand'), name: 'ERP', expires: '' };
    const created = await send(selling.service.port, '/en/account/keys', fields, browser);
    const [key = ''] = KEY.exec(created.text) ?? [];
    assert.ok(key);
    const status = (await agent.call('get_account_status')).structuredContent;
    assert.deepEqual([status.asked[0].what, status.asked[0].state, status.keys.open], ['makeKey', 'done', 1]);
    for (const tool of ['list_api_keys', 'get_account_status'])
      assert.doesNotMatch(JSON.stringify(await round(agent, tool)), KEY);
    const [entries] = (await agent.call('list_api_keys')).structuredContent.keys;
    assert.deepEqual([entries.name, entries.lastUsedAt], ['ERP', null]);
    assert.ok(entries.hint.startsWith('fmt_live_…') && !key.includes(entries.hint));
    assert.match((await open(path, browser)).text, /You created the key/);
  });

  test('no key is created for a free account, from the browser of another account or with its approval', async () => {
    const { agent: free } = await pair();
    assert.match(textOf(await round(free, 'create_api_key', { name: 'x' })), /^PRO_REQUIRED/);
    const { agent } = await pair({ pro: true });
    const path = pathIn(await round(agent, 'create_api_key', { name: 'secretul meu' }));
    const stranger = await accountBrowser(selling.service);
    assert.equal((await open(path, stranger)).status, 404);
    const id = path.split('/').at(-1) ?? '';
    const page = await open(`/en/account/keys?errand=${id}`, stranger);
    assert.doesNotMatch(page.text, /secretul meu/);
    for (const name of ['', 'x'.repeat(61), 7.5, { a: 1 }])
      assert.ok((await round(agent, 'create_api_key', { name } as never)).isError, JSON.stringify(name));
  });

  test('a key is revoked only after its owner confirms that key in a browser', async () => {
    const { agent, browser } = await pair({ pro: true });
    const { state } = selling.service.store;
    const issue = (name: string, laterMs: number) =>
      issueKey(state, 'pepper', { account: agent.account, name, expiresAt: null }, Date.now() + laterMs);
    const [first, second] = [await issue('prima', 0), await issue('a doua', 1)];
    const stranger = await issueKey(
      state,
      'pepper',
      { account: (await pair({ pro: true })).agent.account, name: null, expiresAt: null },
      Date.now(),
    );
    assert.ok((await round(agent, 'revoke_api_key', { id: stranger.id })).isError);
    const requested = await round(agent, 'revoke_api_key', { id: first.id });
    assert.match(requested.inputRequests?.person.params.message ?? '', /“prima” \(fmt_live_…/);
    assert.ok((await bring(agent, 'revoke_api_key', requested, confirmed, { id: second.id })).isError);
    const open_ = async (): Promise<string[]> =>
      (await agent.call('list_api_keys')).structuredContent.keys.map(({ name }: { name: string }) => name);
    assert.deepEqual(await open_(), ['prima', 'a doua']);
    const no = await round(agent, 'revoke_api_key', { id: second.id });
    assert.equal(
      (await bring(agent, 'revoke_api_key', no, declined, { id: second.id })).structuredContent.state,
      'declined',
    );
    const claim = await bring(agent, 'revoke_api_key', requested, confirmed, { id: first.id });
    assert.equal(claim.structuredContent.state, 'open');
    assert.deepEqual(await open_(), ['prima', 'a doua']);
    const other = await accountBrowser(selling.service);
    assert.equal((await press(pathIn(requested), other)).status, 404);
    const again = await round(agent, 'revoke_api_key', { id: first.id });
    await press(pathIn(again), browser);
    assert.deepEqual(await open_(), ['a doua']);
    const output = await bring(agent, 'revoke_api_key', again, accepted, { id: first.id });
    assert.equal(output.structuredContent.state, 'done');
    assert.ok((await round(agent, 'revoke_api_key', { id: first.id })).isError);
    const plain = await agentOf(selling.service, { account: agent.account, capabilities: {} });
    const path = pathIn(await round(plain, 'revoke_api_key', { id: second.id }));
    assert.match((await open(path, browser)).text, /a doua · fmt_live_…/);
    await press(path, browser);
    assert.deepEqual(await open_(), []);
    const kinds = (await eventsOf(state, agent.account, 20)).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'keyRevoked').length, 2);
  });

  test('account calls are logged, and a call with an API key in an argument is refused and not logged', async () => {
    const { agent } = await pair({ pro: true });
    await agent.call('get_account_status');
    await agent.call('list_api_keys');
    const key = generateKey();
    for (const [tool, input] of [
      ['get_company', { cui: key }],
      ['create_api_key', { name: `for ${key}` }],
      ['revoke_api_key', { id: key }],
      ['start_checkout', { [key]: 'pro' }],
    ] as const) {
      const output = await round(agent, tool, input);
      assert.ok(output.isError, tool);
      assert.match(textOf(output), /Keys do not belong in a conversation/, tool);
      assert.ok(!JSON.stringify(output).includes(key), tool);
    }
    const { state } = selling.service.store;
    const rows = await state.all<{ tool: string; client_id: string }>(
      'select * from agent_call where account_id = $1 order by tool',
      [agent.account],
    );
    assert.deepEqual(
      rows.map(({ tool, client_id }) => [tool, client_id]),
      [
        ['get_account_status', 'test-agent'],
        ['list_api_keys', 'test-agent'],
      ],
    );
  });
});
