/** OAuth apps before consent: server metadata, registration, client metadata documents and rate limits. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { addBlock } from '#platform/limits/blocks-table.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import {
  authorizePath,
  Browser,
  errorIn,
  postForm,
  postJson,
  pressed,
  proof,
  REDIRECT,
  redeem,
  registered,
} from '#test/support/app-kit.ts';
import { entranceService } from '#test/support/auth-kit.ts';
import { ask } from '#test/support/raw-request.ts';
import type { SmallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

let service: SmallService;
/** Client metadata documents by their address, and the requests for them. */
const documents = new Map<string, () => Response>();
const fetched: string[] = [];

before(async () => {
  service = await entranceService({
    async fetchAppDocument(url) {
      fetched.push(url);
      return documents.get(url)?.() ?? new Response('', { status: 404 });
    },
  });
});
after(() => service.close());

const metadataOf = async (path: string, headers: Record<string, string> = {}) =>
  ask(service.port, { path, headers: { host: `127.0.0.1:${service.port}`, ...headers } });

test('the server metadata names one issuer, its endpoints and S256, and no endpoint that does not exist', async () => {
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    const { status, text } = await metadataOf(path);
    assert.equal(status, 200);
    const result = JSON.parse(text) as Record<string, unknown>;
    const { origin } = service;
    assert.equal(result.issuer, origin);
    assert.equal(result.authorization_endpoint, `${origin}/oauth/authorize`);
    assert.equal(result.token_endpoint, `${origin}/oauth/token`);
    assert.equal(result.registration_endpoint, `${origin}/oauth/register`);
    assert.equal(result.revocation_endpoint, `${origin}/oauth/revoke`);
    assert.deepEqual(result.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(result.response_types_supported, ['code']);
    assert.deepEqual(result.response_modes_supported, ['query']);
    assert.deepEqual(result.grant_types_supported, ['authorization_code', 'refresh_token']);
    assert.deepEqual(result.token_endpoint_auth_methods_supported, ['none']);
    assert.equal(result.authorization_response_iss_parameter_supported, true);
    assert.equal(result.client_id_metadata_document_supported, true);
    for (const off of ['pushed_authorization_request_endpoint', 'userinfo_endpoint', 'introspection_endpoint'])
      assert.equal(result[off], undefined, off);
    assert.equal(result.dpop_signing_alg_values_supported, undefined);
  }
  const keys = JSON.parse((await metadataOf('/oauth/jwks')).text) as { keys: Record<string, unknown>[] };
  assert.equal(keys.keys.length, 1);
  assert.equal(keys.keys[0]?.d, undefined);
});

test('on loopback the issuer is the requested host name, and other host names are refused', async () => {
  const named = await metadataOf('/.well-known/oauth-authorization-server', { host: `localhost:${service.port}` });
  assert.equal(JSON.parse(named.text).issuer, `http://localhost:${service.port}`);
  for (const host of ['evil.example', `evil.example:${service.port}`, '192.168.1.5'])
    for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize?client_id=x']) {
      const answer = await metadataOf(path, { host, 'x-forwarded-host': 'localhost' });
      assert.equal(answer.status, 400, `${host} ${path}`);
      assert.doesNotMatch(answer.text, /evil\.example/);
    }
  const forwarded = await metadataOf('/.well-known/oauth-authorization-server', {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  });
  assert.equal(JSON.parse(forwarded.text).token_endpoint, `${service.origin}/oauth/token`);
});

test('behind TLS every address is the public one', async () => {
  const publicUrl = 'https://firme.example';
  const other = await entranceService({ config: { publicUrl } });
  try {
    const { port } = other;
    const path = '/.well-known/oauth-authorization-server';
    for (const host of ['firme.example', `127.0.0.1:${port}`]) {
      const result = JSON.parse((await ask(port, { path, headers: { host } })).text) as Record<string, string>;
      assert.deepEqual([result.issuer, result.token_endpoint], [publicUrl, `${publicUrl}/oauth/token`]);
    }
    assert.equal((await ask(port, { path, headers: { host: 'evil.example' } })).status, 400);
    const registration = await postJson(
      port,
      '/oauth/register',
      { redirect_uris: [REDIRECT] },
      { host: 'firme.example' },
    );
    const { client_id: client } = JSON.parse(registration.text) as { client_id: string };
    const begun = await ask(port, {
      path: authorizePath({ ...other, origin: publicUrl }, { client, proof: proof() }),
      headers: { host: 'firme.example' },
    });
    assert.equal(begun.status, 303, begun.text);
    for (const cookie of begun.headers['set-cookie'] ?? []) assert.match(cookie, /; secure; httponly/i);
  } finally {
    await other.close();
  }
});

test('unknown paths below /oauth answer 404 and wrong methods 405', async () => {
  for (const path of [
    '/oauth',
    '/oauth/',
    '/oauth/me',
    '/oauth/request',
    '/oauth/token/introspection',
    '/oauth/authorize/a/b',
  ])
    assert.equal((await metadataOf(path)).status, 404, path);
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke'])
    assert.equal((await metadataOf(path)).status, 405);
  assert.equal((await postJson(service.port, '/oauth/authorize', {})).status, 405);
});

test('pages of other origins may register and fetch tokens', async () => {
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/.well-known/oauth-authorization-server']) {
    const { status, headers } = await ask(service.port, {
      method: 'OPTIONS',
      path,
      headers: {
        host: `127.0.0.1:${service.port}`,
        origin: 'https://inspector.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-protocol-version',
      },
    });
    assert.equal(status, 204, path);
    assert.equal(headers['access-control-allow-headers'], 'content-type, mcp-protocol-version');
  }
  const origin = { origin: 'https://inspector.example' };
  const { status } = await postJson(service.port, '/oauth/register', { redirect_uris: [REDIRECT] }, origin);
  assert.equal(status, 201);
});

test('a registration stores only the supported fields: no secret, scope limit or address to fetch', async () => {
  const { status, text } = await postJson(service.port, '/oauth/register', {
    client_name: 'A\u202e\n  b',
    redirect_uris: ['http://127.0.0.1/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    scope: 'data:read',
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'implicit', 'client_credentials'],
    response_types: ['code', 'id_token'],
    jwks_uri: 'http://169.254.169.254/latest',
    sector_identifier_uri: 'https://127.0.0.1/x',
    logo_uri: 'https://evil.example/logo.png',
    contacts: ['x@example.ro'],
    id_token_signed_response_alg: 'none',
  });
  assert.equal(status, 201, text);
  const result = JSON.parse(text) as Record<string, unknown>;
  assert.equal(result.client_name, 'A b');
  assert.equal(result.application_type, 'native');
  assert.equal(result.token_endpoint_auth_method, 'none');
  assert.deepEqual(result.grant_types, ['authorization_code', 'refresh_token']);
  for (const left of ['client_secret', 'scope', 'jwks_uri', 'sector_identifier_uri', 'logo_uri', 'contacts'])
    assert.equal(result[left], undefined, left);
  assert.deepEqual(fetched, []);
});

test('invalid registrations are refused with the error codes of the standard', async () => {
  const wrong: unknown[] = [
    {},
    { redirect_uris: [] },
    { redirect_uris: 'https://app.example/' },
    { redirect_uris: [7] },
    { redirect_uris: Array(11).fill(REDIRECT) },
    { redirect_uris: [`https://app.example/${'x'.repeat(1_000)}`] },
    ...[
      'http://app.example/cb',
      'http://localhost.evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
    ],
    ...['https://app.example/#x', 'https://me:secret@app.example/', 'nonsense', ''],
    // Addresses that browsers correct, or that can be read as more than one host.
    ...[
      'https:app.example/x',
      'https:/\\evil.example/',
      'https://app.example\\@evil.example/',
      ' https://app.example/',
    ],
    ...['https://app.example/\n', 'https://a;style-src/', 'https://a,b/', 'https://*.com/', "https://a'b.example/"],
    ...['https://ａｐｐ.example/', 'https://app.example./', 'https://app..example/', 'http://localhost./'],
    ...['http://127.0.0.1.evil.example/', 'http://[::ffff:127.0.0.1]/', 'com.app:/"><script>', 'x:'],
    // Schemes that operating systems handle themselves.
    ...['tel:112', 'sms:1', 'intent://x/', 'ms-msdt:/id', 'search-ms:x', 'jar:x', 'chrome-extension://a/'],
    ...['feed:javascript:alert(1)', 'urn:ietf:wg:oauth:2.0:oob', 'JavaScript:x', 'java\nscript:x', 'vbscript:x'],
  ].map((one) => (typeof one === 'string' ? { redirect_uris: [one] } : one));
  for (const body of [...wrong, [], null, 'x', 5]) {
    const answer = await postJson(service.port, '/oauth/register', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(errorIn(answer), 'invalid_client_metadata');
  }
  const large = await postJson(service.port, '/oauth/register', { redirect_uris: [REDIRECT], x: 'x'.repeat(30_000) });
  assert.deepEqual([large.status, errorIn(large)], [413, 'invalid_client_metadata']);
  const broken = await ask(service.port, {
    method: 'POST',
    path: '/oauth/register',
    body: '{"redirect_uris": [',
    headers: { host: `127.0.0.1:${service.port}`, 'content-type': 'application/json' },
  });
  assert.equal(broken.status, 400);
});

test('a loopback redirect matches every port of the same address only', async () => {
  const client = await registered(service, { redirect_uris: ['http://127.0.0.1/callback'] });
  const own = proof();
  const open = (redirect: string) =>
    new Browser(service).open(authorizePath(service, { client, proof: own, redirect }));
  assert.equal((await open('http://127.0.0.1:49152/callback')).status, 303);
  for (const redirect of ['http://127.0.0.1:49152/other', 'http://localhost:1/callback', 'https://127.0.0.1/callback'])
    assert.equal((await open(redirect)).status, 400, redirect);
});

test('an invalid authorization request gives an error page with the code and a link to the app; a server fault says so', async () => {
  const client = await registered(service);
  const open = (more: Record<string, string>) =>
    new Browser(service).open(authorizePath(service, { client, proof: proof(), more }));
  for (const [more, error, mark] of [
    [{ prompt: 'none' }, 'consent_required', '?'],
    [{ response_type: 'token' }, 'invalid_request', '#'],
  ] as const) {
    const wrong = await open(more);
    assert.equal(wrong.status, 400);
    assert.equal(wrong.headers['cross-origin-opener-policy'], 'unsafe-none');
    assert.ok(wrong.text.includes(`<code>${error}</code>`), error);
    assert.ok(wrong.text.includes(`href="https://app.example/callback${mark}error=${error}&amp;`), error);
  }
  const { state } = service.store;
  await state.write([
    {
      sql: `create trigger broken before insert on oauth_record when new.kind = 'Interaction'
            begin select raise(abort, 'broken'); end`,
    },
  ]);
  try {
    const ours = await open({});
    assert.equal(ours.status, 500);
    assert.match(ours.text, /E vina noastră/);
  } finally {
    await state.write([{ sql: 'drop trigger broken' }]);
  }
});

const DOCUMENT = 'https://app.example/client.json';
const described = (id: string, more: Record<string, unknown> = {}): Response =>
  Response.json({ client_id: id, client_name: 'Editor', redirect_uris: ['http://127.0.0.1/cb'], ...more });

test('an app with a client metadata document is shown with its host, and the document is fetched once', async () => {
  documents.set(DOCUMENT, () => described(DOCUMENT, { token_endpoint_auth_method: 'none', scope: 'data:read' }));
  const browser = new Browser(service, await accountBrowser(service, { email: 'doc@example.ro' }));
  const own = proof();
  const redirect = 'http://127.0.0.1:51000/cb';
  const begun = await browser.open(
    authorizePath(service, { client: DOCUMENT, proof: own, redirect, scope: 'data:read keys:manage' }),
  );
  assert.equal(begun.status, 303, begun.text);
  const page = begun.headers.location ?? '';
  const visible = await browser.open(page);
  for (const part of ['Editor', 'se descrie la app.example', '127.0.0.1:51000', 'acest dispozitiv', 'doc@example.ro'])
    assert.ok(visible.text.includes(part), part);
  assert.doesNotMatch(visible.text, /neverificată/);
  const back = await pressed(browser, page);
  const code = back.searchParams.get('code') ?? '';
  const { status } = await redeem(service, DOCUMENT, code, own.verifier, { redirect_uri: redirect });
  assert.equal(status, 200);
  assert.deepEqual(fetched, [DOCUMENT]);
});

test('an invalid client metadata document makes no app', async () => {
  const wrong: [string, (id: string) => Response][] = [
    ['a secret', (id) => described(id, { client_secret: 'x' })],
    ['a shared secret', (id) => described(id, { token_endpoint_auth_method: 'client_secret_basic' })],
    [
      'another authentication method',
      (id) => described(id, { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://a.example/' }),
    ],
    ['too large', (id) => described(id, { padding: 'x'.repeat(6_000) })],
    ['valid but for the id', () => described(DOCUMENT)],
    ['missing', () => new Response('', { status: 404 })],
    ['redirected', () => Response.redirect('https://app.example/client2.json')],
    ['no JSON', () => new Response('<html>')],
    ['a list', () => Response.json([])],
    ['no redirects', (id) => described(id, { redirect_uris: [] })],
    ['a wrong redirect', (id) => described(id, { redirect_uris: ['http://evil.example/'] })],
  ];
  for (const [n, [name, created]] of wrong.entries()) {
    const address = `https://wrong${n}.example/client.json`;
    documents.set(address, () => created(address));
    const answer = await new Browser(service).open(
      authorizePath(service, { client: address, proof: proof(), redirect: 'http://127.0.0.1:1/cb' }),
    );
    assert.deepEqual([answer.status, answer.headers.location], [400, undefined], name);
    assert.equal(fetched.at(-1), address, name);
  }
  for (const address of [
    'http://app.example/c.json',
    'https://app.example/../c.json',
    'https://u:p@app.example/c',
    `https://a.example/${'x'.repeat(600)}`,
  ]) {
    const before = fetched.length;
    const answer = await new Browser(service).open(authorizePath(service, { client: address, proof: proof() }));
    assert.equal(answer.status, 400, address);
    assert.equal(fetched.length, before, address);
  }
});

test('registrations, requests and tokens are limited by client network, and blocked addresses are refused', async () => {
  const limits = await openLimits({ counters: allocateCounters(1_024, 1_024), redis: null, onChange: () => {} });
  const other = await entranceService({ limits });
  try {
    const { port, store } = other;
    const register = () => postJson(port, '/oauth/register', { redirect_uris: [REDIRECT] });
    for (let n = 0; n < 30; n++) assert.equal((await register()).status, 201, String(n));
    const many = await register();
    assert.deepEqual([many.status, errorIn(many)], [429, 'temporarily_unavailable']);
    assert.ok(Number(many.headers['retry-after']) >= 1);
    const open = () => new Browser(other).open('/oauth/authorize?client_id=nobody');
    for (let n = 0; n < 60; n++) assert.equal((await open()).status, 400, String(n));
    const page = await open();
    assert.equal(page.status, 429);
    assert.match(String(page.headers['content-type']), /text\/html/);
    await addBlock(store.state, {
      network: '127.0.0.1/32',
      reason: 'test',
      created_at: new Date().toISOString(),
      expires_at: null,
    });
    const path = '/.well-known/oauth-authorization-server';
    const headers = { host: `127.0.0.1:${port}` };
    await until('the block takes effect', async () => (await ask(port, { path, headers })).status === 403);
    const blocked = await ask(port, { path, headers });
    assert.equal(errorIn(blocked), 'access_denied');
  } finally {
    await other.close();
  }
});

test('with the store unavailable an app gets 503 and the code to try again, and its user a page', async () => {
  let isAway = false;
  const away = async <Result>(work: Promise<Result>): Promise<Result> => {
    if (isAway) throw new StoreUnavailable(new Error('no space is left'));
    return work;
  };
  const own = await entranceService({
    state: (state) => ({
      ...state,
      all: (...query) => away(state.all(...query)),
      one: (...query) => away(state.one(...query)),
      write: (statements) => away(state.write(statements)),
    }),
  });
  try {
    const client = await registered(own);
    const { verifier } = proof();
    const browser = new Browser(own);
    const path = authorizePath(own, { client, proof: proof() });
    isAway = true;
    const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT, client_id: client };
    for (const refused of [
      await postJson(own.port, '/oauth/register', { client_name: 'Asistent', redirect_uris: [REDIRECT] }),
      await postForm(own.port, '/oauth/token', { ...fields, code_verifier: verifier }),
      await postForm(own.port, '/oauth/revoke', { token: 'x', client_id: client }),
    ]) {
      assert.deepEqual([refused.status, errorIn(refused)], [503, 'temporarily_unavailable']);
      assert.equal(refused.headers['retry-after'], '5');
    }
    const page = await browser.open(path);
    assert.equal(page.status, 503);
    assert.equal(page.headers['retry-after'], '5');
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    isAway = false;
    assert.equal((await browser.open(path)).status, 303);
  } finally {
    await own.close();
  }
});
