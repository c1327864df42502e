/** A small operation served on its own, for tests of the common pipeline. */

import { Type } from 'typebox';
import type { Limits } from '#api/allowance.ts';
import type { Caller } from '#api/caller.ts';
import { type Answer, type AnyEndpoint, type Call, endpoint, type Operation } from '#api/endpoint.ts';
import type { Payments } from '#api/payments.ts';
import { type PipelineContext, pipeline } from '#api/pipeline.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { inBoth } from '#lib/i18n/message.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { addOperations } from '#transports/http/routes.ts';
import { type Listening, listening } from './test-server.ts';

const Thing = Type.Object(
  {
    name: Type.String({ description: 'What it is called.' }),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'How large.' }),
  },
  { title: 'Thing', additionalProperties: false, description: 'A thing.' },
);

/** Changes to the declaration. */
type More = Partial<AnyEndpoint> & {
  handle?(input: unknown, call: Call): Promise<Answer<unknown>>;
};

type Given = { data: unknown; meta?: Partial<Answer<unknown>['meta']> };

/** `GET /api/caen/{code}` with the test’s answer. */
export const sampleEndpoint = (give: () => Given | Promise<Given>, more: More = {}): AnyEndpoint =>
  endpoint({
    path: '/api/caen/{code}',
    access: 'pro+x402',
    fresh: '24h',
    title: inBoth(() => 'One thing'),
    about: inBoth(() => 'Gives one `thing`.'),
    params: Type.Object({ code: Type.String({ pattern: '^[0-9]{4}$', description: 'Four digits.' }) }),
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows.' }),
      exact: Type.Optional(Type.Boolean({ description: 'Exactly so.' })),
    }),
    data: Thing,
    examples: [{ title: inBoth(() => 'A thing'), params: { code: '6201' } }],
    async handle() {
      const { data, meta } = await give();
      return { data: data as never, meta: { source: 'caen', sources: [], ...meta } };
    },
    ...more,
  } as never);

export const sampleOperation = (give: () => Given | Promise<Given>, more: More = {}): Operation => ({
  id: 'getThing',
  declaration: sampleEndpoint(give, more),
});

export const manifest = {
  id: 'g1',
  country: 'demo',
  createdAt: '2026-11-15T04:00:00.000Z',
  format: 1,
  parts: [],
  lineage: [],
};

export const sampleDataset = { manifest } as unknown as Dataset;

export interface Served extends Listening {
  /** The kind of the next caller, within the limits of the pipeline. */
  caller: { kind: Caller['kind']; pro: boolean };
}

/** A service of one operation. The test sets the callers: holders of a Pro key, or browsers with and without Pro. */
export async function served(
  one: Operation,
  dataset: Dataset | null = sampleDataset,
  payments: Payments | null = null,
  limits: Limits | null = null,
  more: Partial<PipelineContext> = {},
): Promise<Served> {
  const caller: Served['caller'] = { kind: 'key', pro: true };
  const needs: PipelineContext = {
    // By the first letter: tests with different callers send keys that differ in it.
    keys: { ownerOf: (key) => ({ account: key.slice(0, 1), key: 'k' }) },
    sessions: { visitorOf: async () => ({ account: 'a', pro: caller.pro }) },
    limits,
    payments,
    dataset: () => dataset,
    ...more,
  };
  const router = new Router<Handler>();
  addOperations(router, [one], {
    pipeline: pipeline(needs),
    credentialsOf: (request) => ({
      transport: 'api',
      address: '127.0.0.1',
      key: caller.kind === 'key' ? (request.header('x-api-key') ?? null) : null,
      session: caller.kind === 'browser' ? 'session' : null,
      payment: caller.kind === 'payment' ? { version: 2, text: 'x' } : null,
      token: null,
      unreadable: null,
    }),
  });
  return { ...(await listening(router)), caller };
}
