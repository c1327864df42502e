import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { type Reply, SplicedBody } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import { type AnyTool, tool } from '#transports/mcp/tool.ts';
import { type Admitted, type Protocol, protocolOf } from './protocol.ts';
import { serverOf } from './server.ts';

const VERSION = '2026-07-28';

interface Sent {
  id?: unknown;
  method?: string;
  params?: object;
  headers?: Record<string, string>;
  origin?: string;
  path?: string;
  scopes?: readonly string[];
  app?: string;
  /** As a host of the 2025 revision. */
  isLegacy?: true;
}

const greet = tool({
  name: 'greet',
  title: 'Greet',
  about: 'Greets „ș”.',
  effect: 'reads',
  input: Type.Object({}),
  output: Type.Object({}),
  call: async () => ({}),
});

/** A protocol, and how many messages reached its servers. */
function counted(): { protocol: Protocol; servers(): number } {
  let servers = 0;
  const make = serverOf({
    version: '1',
    tools: [greet as unknown as AnyTool],
    instructions: 'Greet.',
    report: (error) => assert.fail(String(error)),
  });
  const protocol = protocolOf((message) => {
    servers++;
    return make(message);
  });
  return { protocol, servers: () => servers };
}

async function answered(protocol: Protocol, sent: Sent): Promise<{ status: number; headers: object; text: string }> {
  const { id = 1, method = 'tools/list', params = {}, headers = {}, origin = 'http://a.example', path = '/mcp' } = sent;
  const { scopes = ['data:read'], app = 'test', isLegacy = false } = sent;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: app, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const all = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(!isLegacy && { 'mcp-protocol-version': VERSION, 'mcp-method': method }),
    ...headers,
  };
  const admitted = {
    body: { jsonrpc: '2.0', id, method, params: isLegacy ? params : { ...params, _meta } },
    grant: { id: 'g', account: 'a', client: 'c', scopes, resource: origin + path, expiresAt: Date.now() + 60_000 },
    resource: origin + path,
    origin,
    called: null,
    call: null,
    signal: new AbortController().signal,
    onEnd() {},
  } as unknown as Admitted;
  const reply = await protocol.answer({ raw: { headers: all } } as unknown as Request, admitted);
  return { status: reply.status, headers: reply.headers, text: await textOf(reply) };
}

async function textOf({ body }: Reply): Promise<string> {
  if (body instanceof SplicedBody) return body.head + Buffer.from(body.data).toString() + body.tail;
  if (typeof body !== 'function') return Buffer.from(body).toString();
  let text = '';
  for await (const chunk of body(new AbortController().signal)) text += Buffer.from(chunk).toString();
  return text;
}

const initialization = (protocolVersion: string): object => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

const MESSAGES: readonly Sent[] = [
  {},
  { id: 2 },
  { id: 'ș"1' },
  { method: 'prompts/list' },
  { method: 'server/discover' },
  { method: 'server/discover', origin: 'http://b.example' },
  { origin: 'http://b.example' },
  { path: '/mcp/data' },
  { scopes: ['account:read', 'data:read'] },
  { app: 'other' },
  { params: { cursor: 'wrong' } },
  { isLegacy: true, id: 4 },
  { isLegacy: true, id: 'ș' },
  { isLegacy: true, method: 'initialize', params: initialization('2025-06-18') },
  { isLegacy: true, method: 'initialize', params: initialization('2025-03-26') },
  { headers: { 'mcp-protocol-version': '2025-06-18' } },
  { headers: { 'mcp-method': 'prompts/list' } },
  { headers: { accept: 'application/json' } },
  { headers: { 'content-type': 'text/plain' } },
  { id: 1.5 },
  { id: null },
  { method: 'tools/unknown' },
];

test('messages about the offer get the answer that they would get first, with their own id', async () => {
  const { protocol } = counted();
  for (const pass of [1, 2])
    for (const sent of MESSAGES) {
      const where = `${JSON.stringify(sent)}, pass ${pass}`;
      const own = await answered(protocol, sent);
      assert.deepEqual(own, await answered(counted().protocol, sent), where);
      const { id } = JSON.parse(own.text.replace(/^event: message\ndata: /, '')) as { id?: unknown };
      if (own.status === 200) assert.equal(id, sent.id ?? 1, where);
    }
  await protocol.close();
});

test('a repeated message about the offer builds no server', async () => {
  const { protocol, servers } = counted();
  for (const id of [1, 2, 'x']) await answered(protocol, { id });
  assert.equal(servers(), 1);
  for (let app = 0; app < 70; app++) await answered(protocol, { app: String(app) });
  assert.equal(servers(), 71);
  await answered(protocol, {});
  assert.equal(servers(), 72);
});
