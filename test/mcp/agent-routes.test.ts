/** The routes of the connector: authentication, challenges, rate limits and refusals. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showcase } from '#demo-country/showcase.ts';
import { addBlock } from '#platform/limits/blocks-table.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { openLimits } from '#platform/limits/limits.ts';
import { agentAt, type TestAgent } from '#test/support/agent-kit.ts';
import { ask } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

const [{ cui } = { cui: '' }] = showcase;
const counting = () => openLimits({ counters: allocateCounters(1_024, 64), redis: null, onChange: () => {} });

let service: SmallService;
let agent: TestAgent;

before(async () => {
  service = await smallService({ limits: await counting(), config: { agentOrigins: ['https://inspector.example'] } });
  agent = await agentAt(service);
});
after(() => service.close());

interface Refused {
  jsonrpc: string;
  id: unknown;
  error: { code: number; message: string; data: { code: string; retryAfterSeconds?: number; requestId: string } };
}

const HELLO = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} });

/** Sends a raw message as a host of the 2025 revision. */
const send = (headers: Record<string, string>, body: string | Uint8Array = HELLO, path = '/mcp') =>
  ask(service.port, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const refusedIn = (text: string): Refused => JSON.parse(text) as Refused;

test('each protected resource names its authorization server, and the address without a path means the first', async () => {
  const result = async (suffix: string) => {
    const { status, headers, text } = await ask(service.port, {
      path: `/.well-known/oauth-protected-resource${suffix}`,
      headers: { host: `localhost:${service.port}` },
    });
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-store');
    return JSON.parse(text);
  };
  const origin = `http://localhost:${service.port}`;
  const { resource, authorization_servers, scopes_supported, bearer_methods_supported } = await result('/mcp');
  assert.equal(resource, `${origin}/mcp`);
  assert.deepEqual(authorization_servers, [origin]);
  assert.deepEqual(scopes_supported, ['data:read', 'account:read']);
  assert.deepEqual(bearer_methods_supported, ['header']);
  assert.equal((await result('/mcp/data')).resource, `${origin}/mcp/data`);
  assert.deepEqual(await result(''), await result('/mcp'));
});

test('a request without a token gets a challenge with the resource metadata and the scopes', async () => {
  for (const path of ['/mcp', '/mcp/data']) {
    const { status, headers, text } = await send({}, HELLO, path);
    assert.equal(status, 401);
    assert.equal(
      headers['www-authenticate'],
      `Bearer resource_metadata="${service.origin}/.well-known/oauth-protected-resource${path}", scope="data:read account:read"`,
    );
    const { jsonrpc, id, error } = refusedIn(text);
    assert.deepEqual([jsonrpc, id, error.data.code], ['2.0', null, 'TOKEN_REQUIRED']);
    assert.equal(headers['x-ratelimit-limit'], '3000');
  }
});

test('an invented, foreign, expired or revoked token and a token of a blocked account are refused', async () => {
  const { state } = service.store;
  const elsewhere = await agentAt(service, { path: '/mcp/data' });
  const revoked = await agentAt(service);
  await state.write([{ sql: 'delete from oauth_record where account_id = $1', params: [revoked.account] }]);
  const ended = await agentAt(service);
  await state.write([
    {
      sql: 'update oauth_record set expires_at = $1 where account_id = $2',
      params: ['2020-01-01T00:00:00.000Z', ended.account],
    },
  ]);
  const blocked = await agentAt(service);
  await state.write([
    { sql: 'update account set blocked_at = $1 where id = $2', params: ['2020-01-01T00:00:00.000Z', blocked.account] },
  ]);
  for (const token of ['x', 'a'.repeat(43), elsewhere.token, revoked.token, ended.token, blocked.token]) {
    const { status, headers, text } = await send(bearer(token));
    assert.equal(status, 401);
    assert.match(
      headers['www-authenticate'] ?? '',
      /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="/,
    );
    assert.equal(refusedIn(text).error.data.code, 'INVALID_TOKEN');
    assert.ok(!text.includes(token) || token === 'x');
  }
  assert.equal((await send(bearer(elsewhere.token), HELLO, '/mcp/data')).status, 200);
});

test('a token is accepted only in the header, once, as a bearer token', async () => {
  const { token } = agent;
  const inAddress = await send(bearer(token), HELLO, `/mcp?access_token=${token}`);
  assert.equal(inAddress.status, 400);
  assert.match(inAddress.headers['www-authenticate'] ?? '', /error="invalid_request"/);
  for (const authorization of [
    `Basic ${token}`,
    token,
    `Bearer ${token}, Bearer ${token}`,
    `Bearer ${token} ${token}`,
    'Bearer',
  ])
    assert.equal((await send({ authorization })).status, 401, authorization);
});

test('the connector refuses API keys and says where they work', async () => {
  for (const headers of [
    bearer(DEMO_KEY),
    { 'x-api-key': DEMO_KEY },
    { ...bearer(agent.token), 'x-api-key': DEMO_KEY },
  ]) {
    const { status, text } = await send(headers);
    assert.equal(status, 401);
    assert.match(refusedIn(text).error.message, /keys work under \/api only/);
  }
});

test('the API refuses access tokens of agents and says what they are', async () => {
  const { status, text } = await ask(service.port, { path: `/api/company/${cui}`, headers: bearer(agent.token) });
  assert.equal(status, 401);
  const { error } = JSON.parse(text);
  assert.equal(error.code, 'INVALID_API_KEY');
  assert.match(error.message, /access token of an agent/);
  assert.ok(!text.includes(agent.token));
});

test('unknown host names and origins are refused, configured origins accepted', async () => {
  for (const host of ['evil.example', `evil.example:${service.port}`, '10.0.0.1', 'localhost.evil.example']) {
    const { status, text } = await send({ ...bearer(agent.token), host });
    assert.equal(status, 403, host);
    assert.equal(refusedIn(text).error.data.code, 'FORBIDDEN');
  }
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1', `https://127.0.0.1:${service.port}`])
    assert.equal((await send({ ...bearer(agent.token), origin })).status, 403, origin);
  for (const origin of [service.origin, 'https://inspector.example'])
    assert.equal((await send({ ...bearer(agent.token), origin })).status, 200, origin);
});

test('a preflight request of a configured origin is allowed, without credentials', async () => {
  const { status, headers } = await ask(service.port, {
    method: 'OPTIONS',
    path: '/mcp',
    headers: {
      origin: 'https://inspector.example',
      'access-control-request-headers': 'authorization, mcp-protocol-version',
    },
  });
  assert.equal(status, 204);
  assert.equal(headers['access-control-allow-headers'], 'authorization, mcp-protocol-version');
  assert.equal(headers['access-control-allow-credentials'], undefined);
});

test('the connector accepts POST only', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers, text } = await ask(service.port, { method, path: '/mcp', headers: bearer(agent.token) });
    assert.equal(status, 405);
    assert.equal(headers.allow, 'POST, OPTIONS');
    assert.equal(refusedIn(text).error.data.code, 'METHOD_NOT_ALLOWED');
  }
});

test('bodies that are too large, of another type, invalid UTF-8 or JSON, or batches are refused', async () => {
  const known = bearer((await agentAt(service)).token);
  const large = await send(known, `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(10_000_000)}"}`);
  assert.equal(large.status, 413);
  assert.equal(refusedIn(large.text).error.data.code, 'BODY_TOO_LARGE');
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])
    assert.equal((await send({ ...known, 'content-type': type })).status, 415, type);
  const broken: (string | Uint8Array)[] = ['', '{', 'nothing', Buffer.from([0x22, 0xff, 0xfe, 0x22])];
  for (const body of broken) {
    const { status, text } = await send(known, body);
    assert.equal(status, 400);
    assert.equal(refusedIn(text).error.code, -32_700);
  }
  const batch = await send(known, `[${HELLO},${HELLO}]`);
  assert.equal(batch.status, 400);
  assert.equal(refusedIn(batch.text).error.code, -32_600);
});

test('an agent makes 30 calls a minute, 60 with Pro; a refusal has the message id and Retry-After', async () => {
  for (const [pro, most] of [
    [false, 30],
    [true, 60],
  ] as const) {
    const busy = await agentAt(service, { pro });
    const calling = () => busy.post('tools/call', { name: 'get_company', arguments: { cui } });
    for (let left = most - 1; left >= 0; left--) {
      const { status, headers } = await calling();
      assert.deepEqual([status, headers.get('x-ratelimit-remaining')], [200, String(left)]);
    }
    const refused = await calling();
    assert.equal(refused.status, 429);
    const { id, error } = (await refused.json()) as Refused;
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 61);
    assert.deepEqual([id, error.data.code, error.data.retryAfterSeconds], [1, 'RATE_LIMITED', seconds]);
    assert.match(error.message, /^RATE_LIMITED: /);
    // Listing the tools does not count as a call.
    const entries = await busy.post('tools/list');
    assert.equal(entries.status, 200);
    assert.match(entries.headers.get('ratelimit-policy') ?? '', /^"agent-talk"/);
  }
});

test('messages of an account have a limit of their own, checked before the body is parsed', async () => {
  const talkative = await agentAt(service);
  let status = 200;
  for (let i = 0; i < 180; i++) ({ status } = await talkative.post('tools/list'));
  assert.equal(status, 200);
  const refused = await talkative.post('tools/list');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  const { id, error } = (await refused.json()) as Refused;
  assert.deepEqual([id, error.data.code], [null, 'RATE_LIMITED']);
});

test('requests without a valid token are limited by address, without blocking tokens in use there', async () => {
  const own = await smallService({ limits: await counting(), bare: true });
  try {
    const honest = await agentAt(own);
    assert.equal((await honest.post('tools/list')).status, 200);
    // Limited by address until the token is recognized, and by account from then on.
    assert.match((await honest.post('tools/list')).headers.get('ratelimit-policy') ?? '', /^"agent-talk"/);
    const knock = (token: string | null) =>
      ask(own.port, { method: 'POST', path: '/mcp', headers: token ? bearer(token) : {}, body: HELLO });
    for (let round = 0; round < 30; round++) {
      const length = round === 0 ? 99 : 100;
      const answers = await Promise.all(Array.from({ length }, (_, n) => knock(n % 2 ? 'a'.repeat(43) : null)));
      for (const { status } of answers) assert.equal(status, 401, `round ${round}`);
    }
    const many = await Promise.all(Array.from({ length: 1_300 }, () => knock('b'.repeat(43))));
    for (const { status, headers, text } of many) {
      assert.equal(status, 429);
      assert.ok(Number(headers['retry-after']) >= 1);
      assert.equal(refusedIn(text).error.data.code, 'RATE_LIMITED');
    }
    // At the limit, a token not seen before is refused without a look into the state, even a valid one.
    const unseen = await agentAt(own);
    assert.equal((await unseen.post('tools/list')).status, 429);
    // Recognized tokens of the same address keep working: hosts send all their users from a few addresses.
    assert.equal((await honest.post('tools/list')).status, 200);
    assert.equal((await honest.post('tools/call', { name: 'get_company', arguments: { cui } })).status, 200);
  } finally {
    await own.close();
  }
});

test('a blocked address is refused everything, even the tool list', async () => {
  const own = await smallService({ bare: true });
  try {
    const honest = await agentAt(own);
    assert.equal((await honest.post('tools/list')).status, 200);
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    const block = { network: '127.0.0.1/32', reason: 'test', created_at: new Date().toISOString(), expires_at: ends };
    await addBlock(own.store.state, block);
    await until('the block takes effect', async () => (await honest.post('tools/list')).status === 403);
    const { error } = (await (await honest.post('tools/list')).json()) as Refused;
    assert.equal(error.data.code, 'IP_BLOCKED');
    assert.match(error.message, new RegExp(`blocked until ${ends}\\.$`), 'the message does not offer an API key');
    assert.equal((await ask(own.port, { method: 'POST', path: '/mcp', body: HELLO })).status, 403);
  } finally {
    await own.close();
  }
});

test('metadata and challenges use the public address, and requests of this machine are still accepted', async () => {
  const publicUrl = 'https://firms.example';
  const own = await smallService({ config: { publicUrl }, bare: true });
  try {
    const knock = (host: string) => ask(own.port, { method: 'POST', path: '/mcp', headers: { host }, body: HELLO });
    const { status, headers } = await knock('firms.example');
    assert.equal(status, 401);
    assert.match(headers['www-authenticate'] ?? '', /resource_metadata="https:\/\/firms\.example\/\.well-known/);
    assert.equal((await knock('localhost')).status, 401);
    assert.equal((await knock('other.example')).status, 403);
    const path = '/.well-known/oauth-protected-resource/mcp';
    const result = await ask(own.port, { path, headers: { host: 'firms.example' } });
    assert.equal(JSON.parse(result.text).resource, 'https://firms.example/mcp');
    assert.match(result.headers['cache-control'] ?? '', /max-age/);
    assert.equal((await ask(own.port, { path, headers: { host: 'other.example' } })).status, 403);
  } finally {
    await own.close();
  }
});
