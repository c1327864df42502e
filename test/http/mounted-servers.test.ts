/** Third-party servers mounted in the router, used by third-party clients: an authorization server and an MCP server. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { Provider } from 'oidc-provider';
import { type Listening, listening } from '#test/support/test-server.ts';
import type { Handler } from '#transports/http/reply.ts';
import { type ForeignHandler, Router } from '#transports/http/router.ts';
import type { CompletedRequest } from '#transports/http/server.ts';

const ISSUER = 'https://firms.example/oauth';

const finished: CompletedRequest[] = [];
let server: Listening;
let mcp: ReturnType<typeof createMcpHandler>;

before(async () => {
  const provider = new Provider(ISSUER, {
    clients: [{ client_id: 'agent', client_secret: 'secret', redirect_uris: ['https://agent.example/back'] }],
  });
  provider.proxy = true;
  mcp = createMcpHandler(() => {
    const tools = new McpServer({ name: 'firms', version: '1.0.0' });
    tools.registerTool('find_company', { description: 'Finds a company.' }, async () => ({
      content: [{ type: 'text', text: 'Moara Veche SRL' }],
    }));
    return tools;
  });
  const router = new Router<Handler>();
  router.mount('/oauth', provider.callback());
  // Its types omit the undefined that Node’s types allow.
  router.mount('/mcp', toNodeHandler(mcp) as ForeignHandler);
  server = await listening(router, (one) => finished.push(one));
});
after(async () => {
  await mcp.close();
  await server.close();
});

/** Headers as a reverse proxy sets them. */
const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'firms.example' };

test('the metadata of the authorization server has the mounted paths', async () => {
  const response = await fetch(`${server.origin}/oauth/.well-known/openid-configuration`, { headers: FORWARDED });
  assert.equal(response.status, 200);
  const document = (await response.json()) as Record<string, string>;
  assert.equal(document.issuer, ISSUER);
  assert.equal(document.token_endpoint, `${ISSUER}/token`);
  assert.ok(response.headers.get('x-request-id'));
  assert.equal((await fetch(String(document.jwks_uri).replace('https://firms.example', server.origin))).status, 200);
});

test('the authorization server parses bodies itself and answers with its own errors', async () => {
  const response = await fetch(`${server.origin}/oauth/token`, {
    method: 'POST',
    headers: { ...FORWARDED, authorization: `Basic ${Buffer.from('agent:secret').toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'https://agent.example/back',
    }),
  });
  assert.equal(response.status, 400);
  assert.equal(((await response.json()) as Record<string, string>).error, 'invalid_grant');
  assert.equal(finished.at(-1)?.request.path, '/oauth/token');
});

test('an agent lists the tools of the MCP server and calls one', async () => {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`)));
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['find_company'],
  );
  const { content } = await client.callTool({ name: 'find_company', arguments: {} });
  assert.deepEqual(content, [{ type: 'text', text: 'Moara Veche SRL' }]);
  await client.close();
  assert.ok(finished.some(({ request }) => request.path === '/mcp'));
  assert.deepEqual(server.faults, []);
});
