/** An agent with a token of an account, stored as the authorization server stores it; its calls go over a socket. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#data/store/database.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import type { GrantPayload } from '#platform/oauth/connected-apps-table.ts';
import { recordDigest } from '#platform/oauth/grants.ts';
import { putRecord } from '#platform/oauth/records-table.ts';
import { SCOPES, type Scope } from '#platform/oauth/scopes.ts';
import type { SmallService } from './small-service.ts';

export interface AgentOptions {
  /** Whether the account has Pro; default: false. */
  pro?: boolean;
  scopes?: readonly Scope[];
  path?: '/mcp' | '/mcp/data';
  /** An existing account. */
  account?: string;
  /** Id of the app. */
  client?: string;
  /** The client capabilities; default: none. */
  capabilities?: object;
}

export interface TestAgent {
  account: string;
  token: string;
  /** A tool call as current hosts send it. */
  call(tool: string, input?: Record<string, unknown>): Promise<ToolOutcome>;
  /** Any message with its headers. */
  post(method: string, params?: Record<string, unknown>, headers?: Record<string, string>): Promise<Response>;
}

export interface ToolOutcome {
  isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape of result.
  structuredContent?: any;
  content: { type: string; text: string }[];
}

const VERSION = '2026-07-28';

export async function agentAt(
  service: Pick<SmallService, 'origin' | 'store' | 'secrets'>,
  { pro = false, scopes = SCOPES, path = '/mcp', account, client = 'test-agent', capabilities = {} }: AgentOptions = {},
): Promise<TestAgent> {
  const { state } = service.store;
  const own = account ?? (await newAccount(state, pro));
  const token = randomBytes(32).toString('base64url');
  const expires = new Date(Date.now() + 900_000).toISOString();
  const payload = JSON.stringify({ scope: scopes.join(' '), aud: `${service.origin}${path}` });
  const digest = recordDigest(service.secrets.sessionKey, 'AccessToken', token);
  const grant = randomUUID();
  const of = { account_id: own, client_id: client, expires_at: expires };
  const now = new Date().toISOString();
  const seconds = Math.floor(Date.now() / 1_000);
  const allowed: GrantPayload = {
    kind: 'Grant',
    iat: seconds,
    exp: seconds + 900,
    accountId: own,
    clientId: client,
    session: '',
    resources: { [`${service.origin}${path}`]: scopes.join(' ') },
    app: { name: client, host: null, redirectHost: 'agent.example' },
  };
  await state.write([
    putRecord({ kind: 'Grant', digest: grant, payload: JSON.stringify(allowed), grant_id: null, ...of }, now),
    putRecord({ kind: 'AccessToken', digest, payload, grant_id: grant, ...of }, now),
  ]);
  const post: TestAgent['post'] = (method, params = {}, headers = {}) =>
    fetch(`${service.origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: metaOf(capabilities) } }),
    });
  return {
    account: own,
    token,
    post,
    async call(name, input = {}) {
      const response = await post('tools/call', { name, arguments: input });
      const { result, error } = (await response.json()) as { result?: ToolOutcome; error?: { message: string } };
      if (!result) throw new Error(`${name} answered ${response.status}: ${error?.message}`);
      return result;
    },
  };
}

async function newAccount(state: Database, pro: boolean): Promise<string> {
  const account = await createAccount(state, { email: `${randomUUID()}@agents.example`, password: null }, Date.now());
  if (pro) for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, Date.now());
  return account;
}

const metaOf = (capabilities: object) => ({
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test-agent', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
