import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { inBoth } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { sampleDataset } from '#test/support/sample-operation.ts';
import type { LimitKey } from './allowance.ts';
import { ApiError } from './api-error.ts';
import type { Credentials } from './caller.ts';
import { clientOf } from './client.ts';
import { type Call, endpoint, fileEndpoint } from './endpoint.ts';
import { type PipelineContext, pipeline } from './pipeline.ts';
import { type RequestContext, requestMemo } from './request-context.ts';

const calls: Call[] = [];
const meta = { source: 'caen' as const, sources: [] };
const shared = { fresh: '24h', about: inBoth(() => 'A sample.'), examples: [{ title: inBoth(() => 'One') }] } as const;

const declared = {
  getThing: endpoint({
    ...shared,
    path: '/api/thing/{code}',
    access: 'pro+x402',
    price: 'record',
    title: inBoth(() => 'One thing'),
    params: Type.Object({ code: Type.String({ pattern: '^[0-9]{4}$' }) }),
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }) }),
    data: Type.Object({ code: Type.String(), limit: Type.Integer() }),
    async handle({ code, limit }, call) {
      calls.push(call);
      return { data: { code, limit }, meta };
    },
  }),
  getRendered: endpoint({
    ...shared,
    path: '/api/rendered',
    access: 'pro+x402',
    price: 'record',
    title: inBoth(() => 'Rendered'),
    data: Type.Object({ name: Type.String() }),
    handle: async () => ({ data: { bytes: Buffer.from('{"name":"ș"}'), etag: 'W/"r"' }, meta }),
  }),
  listSecrets: endpoint({
    ...shared,
    path: '/api/secrets',
    access: 'pro',
    title: inBoth(() => 'Secrets'),
    preview: {
      about: inBoth(() => 'how many'),
      data: Type.Object({ count: Type.Integer() }),
      reduce: (data, meta) => ({ data: { count: data.length }, meta }),
    },
    data: Type.Array(Type.String()),
    handle: async () => ({ data: ['one', 'two'], meta }),
  }),
  getSecret: endpoint({
    ...shared,
    path: '/api/secret',
    access: 'pro',
    title: inBoth(() => 'A secret'),
    data: Type.String(),
    handle: async () => ({ data: 'whole', meta }),
  }),
  getFile: fileEndpoint({
    ...shared,
    path: '/api/file',
    title: inBoth(() => 'A file'),
    file: { mediaTypes: ['text/plain'], about: inBoth(() => 'A text.') },
    handle: async () => ({
      file: {
        mediaType: 'text/plain',
        name: 'a.txt',
        sizeBytes: 2,
        sha256: null,
        modifiedAt: null,
        async *open() {
          yield Buffer.from('ș');
        },
      },
      meta,
    }),
  }),
  getMany: endpoint({
    ...shared,
    method: 'POST',
    path: '/api/many',
    access: 'pro+x402',
    price: 'list',
    visitors: 'pages',
    title: inBoth(() => 'Many'),
    body: Type.Object({ codes: Type.Array(Type.String(), { maxItems: 3 }) }),
    data: Type.Array(Type.String()),
    handle: async ({ codes }) => ({ data: codes, meta }),
  }),
};

const nobody: Credentials = {
  transport: 'api',
  address: '192.0.2.1',
  key: null,
  session: null,
  token: null,
  payment: null,
  unreadable: null,
};

async function contextFor(sent: Partial<Credentials>, needs: Partial<PipelineContext> = {}): Promise<RequestContext> {
  const one = pipeline({
    keys: { ownerOf: (key) => ({ account: 'a', key }) },
    sessions: { visitorOf: async (cookie) => ({ account: cookie === 'free' ? null : 'a', pro: cookie === 'pro' }) },
    tokens: {
      async agentOf(token) {
        if (token === 'old') throw new ApiError('INVALID_API_KEY', messages.operations.onlyProKey());
        return { account: 'b', pro: token === 'pro' };
      },
    },
    limits: null,
    payments: null,
    dataset: () => sampleDataset,
    ...needs,
  });
  return one.admit({ ...nobody, ...sent }, { id: 'r1', now: 1_000, signal: new AbortController().signal });
}

const codeOf = async (result: Promise<unknown>): Promise<string | null> => {
  try {
    await result;
    return null;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error.code;
  }
};

test('a client has the input and output types of the declaration', async () => {
  const client = clientOf(declared, await contextFor({ key: 'k' }));
  const thing = await client.getThing({ code: '6201' });
  const limit: number = thing.data.limit;
  assert.deepEqual([thing.data.code, limit, thing.preview], ['6201', 20, false]);
  assert.equal((await client.getThing({ code: '6201', limit: 5 })).data.limit, 5);
  assert.equal((await client.getRendered({})).data.name, 'ș');
  const secrets = await client.listSecrets({});
  assert.deepEqual(secrets.preview ? secrets.data.count : secrets.data, ['one', 'two']);
  // @ts-expect-error There is no such field.
  assert.equal(thing.data.birth, undefined);
  // @ts-expect-error There is no such operation.
  assert.equal(client.getNothing, undefined);
});

test('a client gets a file as a value, and a caller without Pro is refused', async () => {
  const { data, preview } = await clientOf(declared, await contextFor({ key: 'k' })).getFile({});
  const content = await Array.fromAsync(data.open(null, new AbortController().signal));
  assert.deepEqual([preview, data.name, Buffer.concat(content).toString()], [false, 'a.txt', 'ș']);
  const visitor = clientOf(declared, await contextFor({ transport: 'page', session: 'free' }));
  assert.equal(await codeOf(visitor.getFile({})), 'PRO_KEY_REQUIRED');
});

test('a client validates its input like a request', async () => {
  const client = clientOf(declared, await contextFor({ key: 'k' }));
  assert.equal(await codeOf(client.getThing({ code: 'x' })), 'INVALID_PARAMETER');
  assert.equal(await codeOf(client.getThing({ code: '6201', limit: 51 })), 'INVALID_PARAMETER');
  assert.equal(await codeOf(client.getMany({ codes: ['1', '2', '3', '4'] })), 'INVALID_BODY');
  // @ts-expect-error It takes a text.
  assert.equal(await codeOf(client.getThing({ code: 6201 })), 'INVALID_PARAMETER');
  const more = { code: '6201', secret: true };
  assert.equal(await codeOf(client.getThing(more)), 'INVALID_PARAMETER');
});

test('a context counts one request for any number of operations and uses one generation', async () => {
  const counted: LimitKey[] = [];
  const generations: string[] = [];
  const limits: PipelineContext['limits'] = {
    take(who) {
      counted.push(who);
      return { policy: who.policy, limit: 5, windowSeconds: 60, remaining: 4, resetSeconds: 7, allowed: true };
    },
  };
  const dataset = () => {
    generations.push('read');
    return sampleDataset;
  };
  calls.length = 0;
  const client = clientOf(declared, await contextFor({ transport: 'page', session: 'free' }, { limits, dataset }));
  await client.getThing({ code: '6201' });
  await client.getThing({ code: '6202' });
  await client.listSecrets({});
  assert.deepEqual(counted, [{ policy: 'browser', who: '192.0.2.1' }]);
  assert.deepEqual(generations, ['read']);
  assert.deepEqual(
    calls.map(({ transport, requestId, caller }) => [transport, requestId, caller.kind]),
    [
      ['page', 'r1', 'browser'],
      ['page', 'r1', 'browser'],
    ],
  );
});

/** The result of each operation: `whole`, `preview`, or the error code. */
async function rightsOf(context: RequestContext): Promise<Record<string, string>> {
  const client = clientOf(declared, context);
  const requests = {
    getThing: () => client.getThing({ code: '6201' }),
    listSecrets: () => client.listSecrets({}),
    getSecret: () => client.getSecret({}),
    getMany: () => client.getMany({ codes: ['1'] }),
  };
  const rights: Record<string, string> = {};
  for (const [id, ask] of Object.entries(requests))
    rights[id] = (await codeOf(ask())) ?? ((await ask()).preview ? 'preview' : 'whole');
  return rights;
}

const EVERYTHING = { getThing: 'whole', listSecrets: 'whole', getSecret: 'whole', getMany: 'whole' };
const A_PAGE = { getThing: 'whole', listSecrets: 'preview', getSecret: 'PRO_KEY_REQUIRED', getMany: 'whole' };
const OWN_REQUEST = { ...A_PAGE, getMany: 'PRO_KEY_REQUIRED' };
const NOTHING = Object.fromEntries(Object.keys(EVERYTHING).map((id) => [id, 'API_KEY_REQUIRED']));

test('rights depend on caller and transport, and a visitor has more rights on a page than in the API', async () => {
  assert.deepEqual(await rightsOf(await contextFor({ key: 'k' })), EVERYTHING);
  assert.deepEqual(await rightsOf(await contextFor({ session: 'pro' })), EVERYTHING);
  assert.deepEqual(await rightsOf(await contextFor({ session: 'free' })), OWN_REQUEST);
  assert.deepEqual(await rightsOf(await contextFor({})), NOTHING);
  assert.deepEqual(await rightsOf(await contextFor({ transport: 'page', session: 'pro' })), EVERYTHING);
  assert.deepEqual(await rightsOf(await contextFor({ transport: 'page', session: 'free' })), A_PAGE);
  assert.deepEqual(await rightsOf(await contextFor({ transport: 'page' })), A_PAGE);
  assert.deepEqual(await rightsOf(await contextFor({ transport: 'agent', token: 'pro' })), EVERYTHING);
  assert.deepEqual(await rightsOf(await contextFor({ transport: 'agent', token: 'free' })), A_PAGE);
});

test('a client never executes a paid operation without Pro, with or without a payment', async () => {
  const payments: PipelineContext['payments'] = {
    offer: () => assert.fail('nobody asks for an offer'),
    buy: () => assert.fail('nothing is bought'),
  };
  const payment = { version: 2, text: 'garbage' } as const;
  assert.deepEqual(await rightsOf(await contextFor({}, { payments })), NOTHING);
  const paying = await rightsOf(await contextFor({ payment }, { payments }));
  assert.deepEqual([...new Set(Object.values(paying))], ['PRO_KEY_REQUIRED']);
});

test('each credential is valid for its own transport only', async () => {
  assert.deepEqual(await rightsOf(await contextFor({ transport: 'agent', key: 'k', session: 'pro' })), NOTHING);
  assert.deepEqual(await rightsOf(await contextFor({ token: 'pro' })), NOTHING);
  assert.deepEqual(await rightsOf(await contextFor({ transport: 'page', key: 'k', token: 'pro' })), A_PAGE);
});

test('agents are counted by account, and an invalid token by address', async () => {
  const counted: LimitKey[] = [];
  const limits: PipelineContext['limits'] = {
    take(who) {
      counted.push(who);
      return { policy: who.policy, limit: 5, windowSeconds: 60, remaining: 4, resetSeconds: 7, allowed: true };
    },
  };
  for (const token of ['free', 'pro', 'old']) await contextFor({ transport: 'agent', token }, { limits });
  assert.deepEqual(counted, [
    { policy: 'agent', who: 'b' },
    { policy: 'agent-pro', who: 'b' },
    { policy: 'address', who: '192.0.2.1' },
    { policy: 'invalid-key', who: '192.0.2.1' },
  ]);
});

test('a refused context executes nothing, through a client or directly', async () => {
  const blocks: PipelineContext['blocks'] = { find: () => ({ until: Number.POSITIVE_INFINITY }), block: () => {} };
  const context = await contextFor({ transport: 'page', session: 'pro' }, { blocks });
  calls.length = 0;
  assert.equal(context.refusal?.code, 'IP_BLOCKED');
  assert.equal(await codeOf(clientOf(declared, context).getThing({ code: '6201' })), 'IP_BLOCKED');
  const operation = { id: 'getThing', declaration: declared.getThing };
  const read = () => assert.fail('Nothing is read for a refused caller.');
  assert.equal(await codeOf((async () => context.execute(operation, read))()), 'IP_BLOCKED');
  assert.equal(calls.length, 0);
});

test('handlers cannot be imported outside of the API', async () => {
  for (const declaration of Object.values(declared)) assert.equal('handle' in declaration, false);
  // A name outside of the import map, as for any other module.
  const inside = '#api/internal/handlers.ts';
  await assert.rejects(import(inside), { code: 'ERR_PACKAGE_IMPORT_NOT_DEFINED' });
  assert.deepEqual(Object.keys(await import('./pipeline.ts')), ['pipeline', 'prepareOperation']);
  assert.deepEqual(Object.keys(await import('./endpoint.ts')).sort(), [
    'endpoint',
    'fileEndpoint',
    'firstRows',
    'operationsOf',
  ]);
  assert.deepEqual(Object.keys(await import('./client.ts')), ['apiClient', 'clientOf']);
});

test('many requests beyond the limit block an address, except unrouted requests', async () => {
  const noted: LimitKey[] = [];
  const blocked: string[] = [];
  const refused = { allowed: false, limit: 1, remaining: 0, resetSeconds: 1, windowSeconds: 60, policy: 'address' };
  const needs = {
    limits: { take: (counted: LimitKey) => Object.assign(refused, { count: noted.push(counted) }) },
    blocks: { find: () => null, block: (address: string) => blocked.push(address) },
  } as unknown as Partial<PipelineContext>;
  const unrouted = await contextFor({ transport: 'api', isUnrouted: true }, needs);
  assert.equal(unrouted.refusal?.code, 'RATE_LIMITED');
  assert.deepEqual([noted.map(({ policy }) => policy), blocked], [['address'], []]);
  const routed = await contextFor({ transport: 'api' }, needs);
  assert.equal(routed.refusal?.code, 'RATE_LIMITED');
  assert.deepEqual([noted.map(({ policy }) => policy), blocked.length], [['address', 'address', 'excess'], 1]);
});

const call = (context: object | undefined, wantsFresh = false): Call => ({ context, wantsFresh }) as unknown as Call;

function counted() {
  const names: string[] = [];
  const make = requestMemo(async (name, _call, length: number) => {
    names.push(name);
    if (name === 'none') throw new Error('there is none');
    return name.slice(0, length);
  });
  return { names, make };
}

test('operations of one context share a memoized value, also while it is pending', async () => {
  const { names, make } = counted();
  const context = {};
  const both = await Promise.all([make('first', call(context), 2), make('first', call(context), 2)]);
  assert.deepEqual([both, await make('first', call(context), 2), names], [['fi', 'fi'], 'fi', ['first']]);
});

test('another context and another name have their own value', async () => {
  const { names, make } = counted();
  const context = {};
  await make('first', call(context), 2);
  await make('second', call(context), 2);
  await make('first', call({}), 2);
  assert.deepEqual(names, ['first', 'second', 'first']);
});

test('a fresh call bypasses the memo, and calls without a context share nothing', async () => {
  const { names, make } = counted();
  const context = {};
  await make('first', call(context), 2);
  await make('first', call(context, true), 2);
  await make('first', call(undefined), 2);
  assert.equal(names.length, 3);
});

test('a failed value rejects all calls of the context', async () => {
  const { names, make } = counted();
  const context = {};
  await assert.rejects(make('none', call(context), 2), /there is none/);
  await assert.rejects(make('none', call(context), 2), /there is none/);
  assert.deepEqual(names, ['none']);
});

test('a context with many names caches the last few only', async () => {
  const { names, make } = counted();
  const context = {};
  for (const name of ['a', 'b', 'c', 'd', 'e']) await make(name, call(context), 1);
  await make('e', call(context), 1);
  await make('a', call(context), 1);
  assert.deepEqual(names, ['a', 'b', 'c', 'd', 'e', 'a']);
});
