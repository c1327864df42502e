/** Pro from a chat, on both engines: an agent cannot buy without the confirmation of its person. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { blockAccount } from '#platform/accounts/accounts.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { recordDigest } from '#platform/oauth/grants.ts';
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
  round,
  type Selling,
  sellingService,
  subscribed,
  textOf,
} from '#test/support/person-kit.ts';
import { until } from '#test/support/until.ts';
import { sendForm } from '#test/support/web-form.ts';

onBothEngines((engine) => {
  let selling: Selling;
  before(async () => {
    selling = await sellingService((await engine.place()).databaseUrl);
  });
  after(() => selling.close());

  const open = (path: string, browser: AccountBrowser | null) => openPage(selling.service.port, path, browser);
  const press = (path: string, browser: AccountBrowser | null, pressed: 'go' | 'decline' = 'go') =>
    send(selling.service.port, path, { do: pressed }, browser);
  const checkouts = (): number =>
    selling.provider.requests.filter(({ line }) => line === 'POST /v1/checkout/sessions').length;
  const isFree = async (account: string): Promise<void> =>
    assert.equal((await planOf(selling.service.store.state, account))?.state ?? 'none', 'none');

  /** An agent and a browser of the same account. */
  async function pair(
    more: Parameters<typeof agentOf>[1] = {},
  ): Promise<{ agent: TestAgent; browser: AccountBrowser }> {
    const agent = await agentOf(selling.service, more);
    return { agent, browser: await accountBrowser(selling.service, { account: agent.account }) };
  }

  test('a checkout that the person confirms and pays gives Pro only after the provider reports it', async () => {
    const { agent, browser } = await pair();
    const requested = await round(agent, 'start_checkout');
    assert.equal(requested.resultType, 'input_required');
    assert.equal(requested.inputRequests?.person.params.mode, 'url');
    const path = pathIn(requested);
    assert.match(path, /^\/en\/account\/request\/[A-Za-z0-9_-]{43}$/);
    const page = await open(path, browser);
    assert.equal(page.status, 200);
    assert.match(page.text, /Requested by the app “test-agent”/);
    assert.match(page.text, />[^<]*\b49[^<]*RON[^<]*</);
    assert.match(page.text, /each month, until you cancel/);
    assert.equal(page.headers['referrer-policy'], 'strict-origin');
    assert.equal(page.headers['cache-control'], 'no-store');
    const sent = await press(path, browser);
    assert.equal(sent.status, 303);
    assert.ok(sent.headers.location?.startsWith(`${selling.provider.address}/c/pay/`));
    const between = await round(
      agent,
      'start_checkout',
      {},
      { requestState: requested.requestState, inputResponses: accepted },
    );
    assert.equal(between.structuredContent.state, 'paying');
    const status = await agent.call('get_account_status');
    assert.equal(status.structuredContent.plan, 'free');
    assert.deepEqual(
      status.structuredContent.asked.map(({ what, state }: { what: string; state: string }) => [what, state]),
      [['checkout', 'done']],
    );
    await isFree(agent.account);
    await subscribed(selling, agent.account, sent.headers.location ?? '');
    assert.equal((await agent.call('get_account_status')).structuredContent.plan, 'pro');
    assert.equal((await round(agent, 'start_checkout')).structuredContent.state, 'active');
    assert.match((await open(path, browser)).text, /You went on to the payment/);
  });

  test('a host that accepts an unopened link buys nothing', async () => {
    const { agent } = await pair();
    const requested = await round(agent, 'start_checkout');
    const before = checkouts();
    const answer = await round(
      agent,
      'start_checkout',
      {},
      { requestState: requested.requestState, inputResponses: confirmed },
    );
    assert.equal(answer.structuredContent.state, 'open');
    assert.equal(new URL(answer.structuredContent.link).pathname, pathIn(requested));
    assert.equal(checkouts(), before);
    await isFree(agent.account);
  });

  test('a signed request state works once, unmodified, before it expires, for its own account and app', async () => {
    const { agent } = await pair();
    const sealed = async (): Promise<string> => {
      // The limit is three checkout requests an hour and account: this test needs more.
      await selling.service.store.state.write([
        { sql: 'delete from errand where account_id = $1 and answered_at is not null', params: [agent.account] },
      ]);
      return (await round(agent, 'start_checkout')).requestState ?? '';
    };
    const refused = async (requestState: unknown, by = agent): Promise<void> => {
      const answer = await round(by, 'start_checkout', {}, { requestState, inputResponses: confirmed });
      assert.notEqual(answer.resultType, 'input_required', String(requestState));
      assert.equal(answer.structuredContent, undefined, JSON.stringify(answer));
      assert.ok(answer.isError || answer.error, JSON.stringify(answer));
    };
    const state = await sealed();
    const [version = '', body = '', mac = ''] = state.split('.');
    const inside = JSON.parse(Buffer.from(body, 'base64url').toString()) as { p: object; exp: number };
    const forged = Buffer.from(JSON.stringify({ ...inside, exp: inside.exp + 9_999 })).toString('base64url');
    for (const wrong of [
      '',
      'x',
      'v1..',
      body,
      state.slice(0, -1),
      state.slice(1),
      `${version}.${forged}.${mac}`,
      7,
      {},
      [state],
      null,
    ])
      await refused(wrong);
    await refused(`${version}.${forged}.${Buffer.alloc(32).toString('base64url')}`);
    const other = await agentOf(selling.service);
    await refused(state, other);
    await refused(state, await agentOf(selling.service, { account: agent.account, client: 'another-app' }));
    // A state signed with another key.
    const strange = createRequestStateCodec({ key: 'k'.repeat(40) });
    await refused(await strange.mint(inside.p));
    // The refused attempts have not consumed it.
    const answer = await round(agent, 'start_checkout', {}, { requestState: state, inputResponses: accepted });
    assert.equal(answer.structuredContent.state, 'open');
    await refused(state);
    const late = await sealed();
    await selling.service.store.state.write([
      { sql: `update errand set expires_at = '2020-01-01' where account_id = $1`, params: [agent.account] },
    ]);
    await refused(late);
    const many = await sealed();
    const rounds = Array.from({ length: 12 }, () =>
      round(agent, 'start_checkout', {}, { requestState: many, inputResponses: accepted }),
    );
    const answers = await Promise.all(rounds);
    assert.equal(answers.filter(({ structuredContent }) => structuredContent).length, 1, JSON.stringify(answers));
    assert.equal(answers.filter(({ isError }) => isError).length, 11, JSON.stringify(answers));
    await isFree(agent.account);
  });

  test('a link works for one account and reveals nothing to another account or a signed-out visitor', async () => {
    const { agent, browser } = await pair();
    const path = pathIn(await round(agent, 'start_checkout'));
    const stranger = await accountBrowser(selling.service, { pro: false });
    const before = checkouts();
    const unknown = await open('/en/account/request/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', stranger);
    for (const answer of [
      await open(path, stranger),
      await press(path, stranger),
      await press(path, stranger, 'decline'),
    ]) {
      assert.equal(answer.status, 404);
      assert.doesNotMatch(answer.text, /test-agent|RON|Subscribe to Pro/);
    }
    const target = (text: string): string => /<section class="sign-in">.*?<\/section>/s.exec(text)?.[0] ?? '';
    assert.equal(target((await open(path, stranger)).text), target(unknown.text));
    for (const answer of [await open(path, null), await press(path, null)])
      assert.deepEqual(
        [answer.status, answer.headers.location],
        [303, `/en/account/sign-in?next=${encodeURIComponent(path)}`],
      );
    const foreign = { cookie: browser.cookie, origin: 'https://rau.example', 'sec-fetch-site': 'cross-site' };
    assert.notEqual((await sendForm(selling.service.port, path, { do: 'go' }, foreign)).status, 303);
    assert.equal(checkouts(), before);
    assert.match((await open(path, browser)).text, /Subscribe to Pro\?/);
  });

  test('a checkout that the person declines, on the page or in the host, cannot continue', async () => {
    const { agent, browser } = await pair();
    const requested = await round(agent, 'start_checkout');
    const path = pathIn(requested);
    assert.deepEqual((await press(path, browser, 'decline')).headers.location, path);
    assert.match((await open(path, browser)).text, /You declined/);
    const before = checkouts();
    assert.equal((await press(path, browser)).headers.location, path);
    const answer = await round(
      agent,
      'start_checkout',
      {},
      { requestState: requested.requestState, inputResponses: accepted },
    );
    assert.equal(answer.structuredContent.state, 'declined');
    const again = await round(agent, 'start_checkout');
    const no = await round(agent, 'start_checkout', {}, { requestState: again.requestState, inputResponses: declined });
    assert.equal(no.structuredContent.state, 'declined');
    assert.equal((await press(pathIn(again), browser)).headers.location, pathIn(again));
    assert.equal(checkouts(), before);
    await round(agent, 'start_checkout');
    const fourth = await round(agent, 'start_checkout');
    assert.match(textOf(fourth), /^RATE_LIMITED: 3 requests of this kind/);
  });

  test('an expired link opens no checkout, and its page says so', async () => {
    const { agent, browser } = await pair();
    const path = pathIn(await round(agent, 'start_checkout'));
    await selling.service.store.state.write([
      { sql: `update errand set expires_at = '2020-01-01' where account_id = $1`, params: [agent.account] },
    ]);
    const before = checkouts();
    for (const pressed of ['go', 'decline'] as const)
      assert.equal((await press(path, browser, pressed)).headers.location, path);
    assert.equal(checkouts(), before);
    const page = await open(path.replace('/en/account/request/', '/cont/cerere/'), browser);
    assert.match(page.text, /Legătura a expirat/);
    assert.doesNotMatch(page.text, /value="go"/);
  });

  test('a paid checkout does not count as Pro until the webhook of the provider arrives', async () => {
    const { agent, browser } = await pair();
    const requested = await round(agent, 'start_checkout');
    const { location = '' } = (await press(pathIn(requested), browser)).headers;
    selling.provider.webhookFaults.paused = true;
    selling.provider.ledger.complete(new URL(location).pathname.split('/').at(-1) ?? '', true);
    const received = { requestState: requested.requestState, inputResponses: accepted };
    const answer = await round(agent, 'start_checkout', {}, received);
    assert.equal(answer.structuredContent.state, 'paying');
    assert.match(answer.structuredContent.next, /has not confirmed it yet/);
    assert.equal((await agent.call('get_account_status')).structuredContent.plan, 'free');
    await isFree(agent.account);
    selling.provider.webhookFaults.paused = false;
    selling.provider.webhooks.release();
    await planIs(selling.service, agent.account, 'active');
    assert.equal((await agent.call('get_account_status')).structuredContent.plan, 'pro');
  });

  test('repeated and concurrent confirmations of two agents share one checkout', async () => {
    const { agent, browser } = await pair();
    const second = await agentOf(selling.service, { account: agent.account, client: 'another-app' });
    const before = checkouts();
    const paths = (await Promise.all([round(agent, 'start_checkout'), round(second, 'start_checkout')])).map(pathIn);
    assert.notEqual(paths[0], paths[1]);
    const locations: (string | undefined)[] = [];
    const all = [...paths, ...paths].map(async (path) => locations.push((await press(path, browser)).headers.location));
    await Promise.all(all);
    for (const path of paths) locations.push((await press(path, browser)).headers.location);
    assert.equal(new Set(locations).size, 1, JSON.stringify(locations));
    assert.ok(locations[0]?.startsWith(selling.provider.address));
    const sessions = Object.values(selling.provider.ledger.data.sessions).filter(
      ({ session }) => session.client_reference_id === agent.account,
    );
    assert.equal(sessions.length, 1);
    assert.ok(checkouts() > before);
  });

  test('a link survives an outage of the provider and works afterwards', async () => {
    const { agent, browser } = await pair();
    const path = pathIn(await round(agent, 'start_checkout'));
    selling.provider.faults.down = 50;
    const away = await press(path, browser);
    assert.equal(away.status, 503);
    assert.match(away.text, /does not answer at the moment. Nothing was charged/);
    selling.provider.faults.down = 0;
    assert.match((await open(path, browser)).text, /Subscribe to Pro\?/);
    assert.ok((await press(path, browser)).headers.location?.startsWith(selling.provider.address));
  });

  test('hosts that cannot open links get the link of the same page in the answer', async () => {
    for (const capabilities of [{}, { elicitation: { form: {} } }]) {
      const { agent, browser } = await pair({ capabilities });
      const answer = await round(agent, 'start_checkout');
      assert.equal(answer.structuredContent.state, 'open');
      assert.match(answer.structuredContent.next, /You cannot finish it for them/);
      assert.match((await open(pathIn(answer), browser)).text, /Subscribe to Pro\?/);
    }
  });

  test('a checkout is refused without the scope and for the agent and browser of a blocked account', async () => {
    const { agent } = await pair({ scopes: ['data:read', 'account:read'] });
    const refused = await round(agent, 'start_checkout');
    assert.equal(refused.status, 403);
    assert.equal((await agent.call('get_account_status')).structuredContent.asked.length, 0);
    const blocked = await pair();
    const path = pathIn(await round(blocked.agent, 'start_checkout'));
    await blockAccount(selling.service.store.state, blocked.agent.account, 'abuz', Date.now());
    await until(
      'the blocked account is refused',
      async () => (await round(blocked.agent, 'start_checkout')).status === 401,
    );
    await until('the browser is signed out', async () => (await press(path, blocked.browser)).status === 303);
    assert.match((await press(path, blocked.browser)).headers.location ?? '', /^\/en\/account\/sign-in/);
  });

  test('the connector for public directories has the account status tool and no commerce tools', async () => {
    const agent = await agentOf(selling.service, { path: '/mcp/data' });
    assert.equal((await agent.call('get_account_status')).structuredContent.plan, 'free');
    for (const tool of ['list_plans', 'start_checkout', 'manage_subscription', 'create_api_key'])
      assert.ok((await round(agent, tool)).error, tool);
  });

  test('no answer contains the email address or the id of the account', async () => {
    const { agent } = await pair();
    const { state } = selling.service.store;
    const row = await state.one<{ email: string }>('select email from account where id = $1', [agent.account]);
    for (const tool of ['get_account_status', 'list_plans', 'start_checkout', 'manage_subscription', 'list_api_keys']) {
      const text = JSON.stringify(await round(agent, tool));
      for (const secret of [row?.email ?? '', agent.account]) assert.ok(secret && !text.includes(secret), tool);
    }
    const digest = recordDigest(selling.service.secrets.sessionKey, 'AccessToken', agent.token);
    assert.ok(await state.one('select 1 from oauth_record where digest = $1', [digest]));
  });
});
