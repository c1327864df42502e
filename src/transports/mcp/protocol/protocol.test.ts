import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import { type Reply, SplicedBody } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import { type AnyTool, tool } from '#transports/mcp/tool.ts';
import { type Admitted, type Protocol, protocolOf } from './protocol.ts';
import { directCall, serverOf } from './server.ts';

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
  /** The called tool. */
  name?: string;
  /** As a host of the 2025 revision. */
  isLegacy?: true;
}

const greet = tool({
  name: 'greet',
  title: 'Greet',
  about: 'Greets „ș”.',
  effect: 'reads',
  input: Type.Object({ who: Type.String() }),
  output: Type.Object({ text: Type.String() }),
  async call({ who }) {
    if (who === 'nobody') throw new ApiError('NOT_FOUND', messages.http.noHttp());
    if (who === 'me') throw new Error('broken');
    return { text: `Bună, ${who}` };
  },
});

/** Uses the protocol, so that it always gets a server. */
const change = tool({
  ...greet,
  name: 'change',
  effect: 'asks',
  call: async (_, { protocol }) => ({ text: protocol.mcpReq.method }),
});

/** A protocol, how many messages reached its servers, and what it reported. */
function counted(isDirect = true) {
  let servers = 0;
  const ends: unknown[] = [];
  const report = (error: unknown) => void ends.push(String(error));
  const tools = [greet, change] as unknown as AnyTool[];
  const make = serverOf({ version: '1', tools, instructions: 'Greet.', report });
  const direct = directCall({ tools, report });
  const protocol = protocolOf(
    (message) => {
      servers++;
      return make(message);
    },
    isDirect ? direct : undefined,
  );
  return { protocol, ends, servers: () => servers };
}

async function answered(
  protocol: Protocol,
  sent: Sent,
  ends: unknown[] = [],
): Promise<{ status: number; headers: object; text: string }> {
  const { id = 1, method = 'tools/list', params = {}, headers = {}, origin = 'http://a.example', path = '/mcp' } = sent;
  const { scopes = ['data:read'], app = 'test', isLegacy = false, name } = sent;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: app, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id, method, params: isLegacy ? params : { ...params, _meta } };
  const all = {
    'content-length': String(Buffer.byteLength(JSON.stringify(body))),
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(!isLegacy && { 'mcp-protocol-version': VERSION, 'mcp-method': method }),
    ...(!isLegacy && name !== undefined && { 'mcp-name': name }),
    ...headers,
  };
  const admitted = {
    body,
    grant: { id: 'g', account: 'a', client: 'c', scopes, resource: origin + path, expiresAt: Date.now() + 60_000 },
    resource: origin + path,
    origin,
    called: name === undefined ? null : { kind: 'tool', name },
    call: name === undefined ? null : { grant: { scopes }, language: 'en', offersPro: true },
    deadline: new AbortController(),
    onEnd: (status: number) => void ends.push(status),
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

const calling = (args: unknown, more: Sent = {}): Sent => {
  const name = more.name ?? 'greet';
  return {
    method: 'tools/call',
    name,
    ...more,
    params: { name, ...(args !== undefined && { arguments: args }), ...more.params },
  };
};

const CALLS: readonly Sent[] = [
  calling({ who: 'Ana "ș"' }),
  calling({ who: '<b>' }, { id: 2 }),
  calling({ who: 'Ana' }, { id: 'x' }),
  calling({ who: 'nobody' }),
  calling({ who: 'me' }),
  calling({ who: 5 }),
  calling({ whom: 'Ana' }),
  calling({}),
  calling(undefined),
  calling(null),
  calling(['Ana']),
  calling('Ana'),
  calling(JSON.parse('{"who":"Ana","__proto__":{"who":"x"}}')),
  calling({ who: 'Ana' }, { origin: 'http://b.example' }),
  calling({ who: 'Ana' }, { scopes: [] }),
  calling({ who: 'Ana' }, { scopes: ['account:read'] }),
  calling({ who: 'Ana' }, { name: 'change' }),
  calling({ who: 'Ana' }, { name: 'unknown' }),
  calling({ who: 'Ana' }, { headers: { 'mcp-name': 'change' } }),
  calling({ who: 'Ana' }, { headers: { 'mcp-protocol-version': '2025-06-18' } }),
  calling({ who: 'Ana' }, { headers: { accept: 'application/json' } }),
  calling({ who: 'Ana' }, { params: { name: 'change' } }),
  calling({ who: 'Ana' }, { id: null }),
  calling({ who: 'Ana' }, { isLegacy: true }),
  calling({ who: 'nobody' }, { isLegacy: true, id: 3 }),
  calling({ who: 'Ana' }, { isLegacy: true, scopes: [] }),
];

test('a call without a server gets the answer that a server would give, and reports the same', async () => {
  const [direct, plain] = [counted(), counted(false)];
  for (const pass of [1, 2])
    for (const sent of CALLS) {
      const [own, other]: unknown[][] = [[], []];
      const [ofDirect, ofPlain] = [
        await answered(direct.protocol, sent, own),
        await answered(plain.protocol, sent, other),
      ];
      const where = `${JSON.stringify(sent)}, pass ${pass}`;
      assert.deepEqual(ofDirect, ofPlain, where);
      assert.deepEqual(own, other, where);
    }
  assert.deepEqual(direct.ends, plain.ends);
});

test('repeated calls of a tool that reads build no server, those of another tool do', async () => {
  const { protocol, servers } = counted();
  for (const who of ['a', 'b', 'nobody']) await answered(protocol, calling({ who }));
  assert.equal(servers(), 2);
  for (const who of ['a', 'b']) await answered(protocol, calling({ who }, { name: 'change' }));
  assert.equal(servers(), 4);
});
