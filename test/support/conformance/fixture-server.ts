/** The fixture server of the conformance suite behind the project’s MCP transport, which is tested together with the protocol below it. */

import { McpServer } from '@modelcontextprotocol/server';
import { cursors } from '#api/cursor.ts';
import { grants } from '#platform/oauth/grants.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { addressReader } from '#transports/http/client-address.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { addMcpRoutes } from '#transports/mcp/routes/mcp-routes.ts';
import { addAnswers } from './fixture-answers.ts';
import { addRounds, stateCodec } from './fixture-rounds.ts';

const HINT = { ttlMs: 60_000, cacheScope: 'public' } as const;

function fixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1' },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        logging: {},
        completions: {},
      },
      cacheHints: { 'tools/list': HINT, 'prompts/list': HINT, 'resources/list': HINT, 'resources/read': HINT },
      requestState: { verify: stateCodec.verify },
    },
  );
  addAnswers(server);
  addRounds(server);
  return server;
}

/** Beside a service, with its accounts and tokens. */
export async function fixtureDoor({ pipeline, declared, store, secrets }: SmallService): Promise<Listening> {
  const router = new Router<Handler>();
  addMcpRoutes(router, {
    pipeline,
    declared,
    grants: grants({ state: store.state, secret: secrets.sessionKey, report: () => {} }),
    limits: null,
    cursors: cursors(secrets.cursorKey),
    addressOf: addressReader([]),
    blocks: { find: () => null },
    publicUrl: null,
    allowedOrigins: [],
    connectors: [{ path: '/mcp', serverOf: fixtureServer, calls: new Set(), offersPro: true }],
  });
  return listening(router);
}
