/** Official MCP clients on a socket: from the 401 to a tool’s answer and a wider scope; only the user at the browser is simulated. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { showcase } from '#demo-country/showcase.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import { Browser, decided } from '#test/support/app-kit.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

const REDIRECT = 'http://127.0.0.1:53682/callback';
const DOCUMENT = 'https://editor.example/client.json';
const [{ cui } = { cui: '' }] = showcase;

let service: SmallService;
before(async () => {
  service = await smallService({
    fetchAppDocument: async (url) =>
      Response.json({ client_id: url, client_name: 'Editor', redirect_uris: [REDIRECT] }),
  });
});
after(() => service.close());

/** The storage of a host for its user; the simulated user consents at once. */
class Host implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'Gazdă',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  clientMetadataUrl?: string;
  readonly asked: URL[] = [];
  back: URLSearchParams | null = null;
  #kept = new Map<string, unknown>();
  readonly #browser: Browser;

  constructor(browser: Browser, document: string | null) {
    this.#browser = browser;
    if (document !== null) this.clientMetadataUrl = document;
  }

  clientInformation = (): never => this.#kept.get('client') as never;
  saveClientInformation = (client: unknown): void => void this.#kept.set('client', client);
  tokens = (): never => this.#kept.get('tokens') as never;
  saveTokens = (tokens: unknown): void => void this.#kept.set('tokens', tokens);
  saveCodeVerifier = (verifier: string): void => void this.#kept.set('verifier', verifier);
  codeVerifier = (): string => this.#kept.get('verifier') as string;
  discoveryState = (): never => this.#kept.get('discovery') as never;
  saveDiscoveryState = (state: unknown): void => void this.#kept.set('discovery', state);

  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url);
    const { searchParams } = await decided(this.#browser, `${url.pathname}${url.search}`);
    this.back = searchParams;
  }

  get client(): { client_id: string } {
    return this.#kept.get('client') as { client_id: string };
  }

  get scope(): string {
    return (this.#kept.get('tokens') as { scope: string }).scope;
  }
}

const hostFor = async (document: string | null): Promise<Host> =>
  new Host(new Browser(service, await accountBrowser(service)), document);

const newClient = (): Client => new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } });

/** The usual steps of a host: connect, open the browser, finish, connect again. */
async function connectedClient(host: Host): Promise<Client> {
  const location = new URL(`${service.origin}/mcp`);
  const first = new StreamableHTTPClientTransport(location, { authProvider: host });
  await assert.rejects(newClient().connect(first), UnauthorizedError);
  await first.finishAuth(host.back ?? new URLSearchParams());
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(location, { authProvider: host }));
  return client;
}

for (const [way, document] of [
  ['registers', null],
  ['has a client metadata document', DOCUMENT],
] as const)
  test(`a client that ${way} authorizes itself, calls a tool, and requests a wider scope for another tool`, async () => {
    const host = await hostFor(document);
    const client = await connectedClient(host);
    assert.equal(host.client.client_id === DOCUMENT, document !== null);
    assert.equal(host.scope, 'data:read account:read');
    assert.equal(host.asked[0]?.searchParams.get('resource'), `${service.origin}/mcp`);
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'get_company'));
    const { structuredContent } = await client.callTool({ name: 'get_company', arguments: { cui } });
    assert.equal((structuredContent as { company: { cui: string } }).company.cui, cui);
    const wider = (): Promise<unknown> => client.callTool({ name: 'list_api_keys', arguments: {} });
    await assert.rejects(wider(), UnauthorizedError);
    assert.deepEqual(
      new Set(host.asked[1]?.searchParams.get('scope')?.split(' ')).isSupersetOf(new Set(['data:read', 'keys:manage'])),
      true,
    );
    await (client.transport as StreamableHTTPClientTransport).finishAuth(host.back ?? new URLSearchParams());
    assert.match(host.scope, /keys:manage/);
    await wider();
    await client.close();
    assert.deepEqual(service.faults, []);
  });

test('a client of the older SDK authorizes itself and calls a tool', async () => {
  const host = await hostFor(null);
  const location = new URL(`${service.origin}/mcp`);
  const first = new OldTransport(location, { authProvider: host as never });
  await assert.rejects(new OldClient({ name: 'old', version: '1' }).connect(first as never), /Unauthorized/);
  await first.finishAuth(host.back?.get('code') ?? '');
  const client = new OldClient({ name: 'old', version: '1' });
  await client.connect(new OldTransport(location, { authProvider: host as never }) as never);
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === 'get_company'));
  const { structuredContent } = await client.callTool({ name: 'get_company', arguments: { cui } });
  assert.equal((structuredContent as { company: { cui: string } }).company.cui, cui);
  await client.close();
});
