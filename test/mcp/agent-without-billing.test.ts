/** Billing tools of an installation without billing, and with hosts of the 2025 revision. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { DEMO_ACCOUNT } from '#platform/accounts/demo-account.ts';
import { SCOPES, type Scope } from '#platform/oauth/scopes.ts';
import { accountBrowser, openPage } from '#test/support/account-browser.ts';
import { agentAt } from '#test/support/agent-kit.ts';
import { agentOf, confirmed, pathIn, round, type Selling, sellingService, textOf } from '#test/support/person-kit.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

let unsold: SmallService;
let selling: Selling;
before(async () => {
  unsold = await smallService({ bare: true, config: { contact: 'contact@firmoteca.example' } });
  selling = await sellingService(null);
});
after(async () => {
  await unsold.close();
  await selling.close();
});

const TOOLS = ['start_checkout', 'manage_subscription', 'cancel_subscription', 'resume_subscription'];

test('billing tools of an installation that sells nothing say so and name the contact', async () => {
  const agent = await agentOf(unsold);
  for (const tool of TOOLS) {
    const { state, link, next } = (await round(agent, tool)).structuredContent;
    assert.deepEqual([state, link], ['notSold', null], tool);
    assert.match(next, /sells nothing.*contact@firmoteca\.example/, tool);
  }
  const plans = (await agent.call('list_plans')).structuredContent;
  assert.equal(plans.sold, false);
  assert.match(plans.note, /contact@firmoteca\.example/);
  assert.deepEqual(
    plans.plans.map(({ price }: { price: unknown }) => price),
    [null, null],
  );
});

test('the plans of a selling installation include the price of Pro', async () => {
  const { plans, sold, url } = (await (await agentOf(selling.service)).call('list_plans')).structuredContent;
  assert.equal(sold, true);
  assert.deepEqual(plans[1].price, { amount: 49, currency: 'RON', per: 'month' });
  assert.equal(url, `${selling.service.origin}/en/pricing`);
});

test('the shared demo account can neither buy Pro nor create keys', async () => {
  const agent = await agentOf(selling.service, { account: DEMO_ACCOUNT });
  const output = await round(agent, 'create_api_key', { name: 'x' });
  assert.ok(output.isError, JSON.stringify(output));
  assert.equal((await round(agent, 'start_checkout')).structuredContent.state, 'active');
});

/** A host of the 2025 revision, with the official client package of that revision. */
async function legacy(scopes: readonly Scope[] = SCOPES) {
  const { token, account } = await agentAt(selling.service, { scopes });
  const client = new Client({ name: 'host of 2025', version: '1' }, { capabilities: { elicitation: {} } });
  client.onerror = () => {};
  const transport = new StreamableHTTPClientTransport(new URL(`${selling.service.origin}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, account };
}

test('a host of the 2025 revision gets the link in the answer and cannot confirm a purchase itself', async () => {
  const { client, account } = await legacy();
  const { structuredContent } = await client.callTool({ name: 'start_checkout', arguments: {} });
  const path = pathIn({ status: 200, structuredContent });
  const browser = await accountBrowser(selling.service, { account });
  assert.match((await openPage(selling.service.port, path, browser)).text, /Subscribe to Pro\?/);
  const forged = { name: 'start_checkout', arguments: {}, requestState: 'v1.x.y', inputResponses: confirmed };
  const again = await client.callTool(forged);
  assert.equal((again.structuredContent as { state: string }).state, 'open');
  await client.close();
});

test('a host of the 2025 revision without the scope gets an error that names the scope', async () => {
  const { client } = await legacy(['data:read', 'account:read']);
  const output = await client.callTool({ name: 'start_checkout', arguments: {} });
  assert.ok(output.isError);
  assert.match(textOf(output as never), /billing:manage/);
  await client.close();
});
