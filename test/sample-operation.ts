/** One small declared operation served on its own, for tests of the plumbing that every operation passes through. */
import { Type } from 'typebox';
import { Router } from '#http/router.ts';
import { addOperations } from '#http/routes.ts';
import type { Handler } from '#http/server.ts';
import { type Answer, type AnyEndpoint, type Caller, endpoint } from '#operations/endpoint.ts';
import type { Payments } from '#operations/payment.ts';
import { type Operation, operation } from '#operations/perform.ts';
import { Problem } from '#operations/problem.ts';
import type { Dataset } from '#store/dataset.ts';
import { type Listening, listening } from './listening.ts';

const Thing = Type.Object(
  {
    name: Type.String({ description: 'What it is called.' }),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'How large.' }),
  },
  { title: 'Thing', additionalProperties: false, description: 'A thing.' },
);

type Given = { data: unknown; meta?: Partial<Answer<unknown>['meta']> };

/** `GET /api/caen/{code}` that answers what the test says. */
export const sampleEndpoint = (give: () => Given | Promise<Given>, more: Partial<AnyEndpoint> = {}): AnyEndpoint =>
  endpoint({
    path: '/api/caen/{code}',
    access: 'pro+x402',
    fresh: '24h',
    title: 'One thing',
    about: 'Gives one `thing`.',
    params: Type.Object({ code: Type.String({ pattern: '^[0-9]{4}$', description: 'Four digits.' }) }),
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows.' }),
      exact: Type.Optional(Type.Boolean({ description: 'Exactly so.' })),
    }),
    data: Thing,
    examples: [{ title: 'A thing', params: { code: '6201' } }],
    async handle() {
      const { data, meta } = await give();
      return { data: data as never, meta: { source: 'caen', sources: [], ...meta } };
    },
    ...more,
  } as AnyEndpoint);

export const sampleOperation = (give: () => Given | Promise<Given>, more: Partial<AnyEndpoint> = {}): Operation =>
  operation('getThing', sampleEndpoint(give, more));

const manifest = {
  id: 'g1',
  country: 'demo',
  createdAt: '2026-11-15T04:00:00.000Z',
  format: 1,
  parts: [],
  lineage: [],
};

export const sampleDataset = { manifest } as unknown as Dataset;

export interface Served extends Listening {
  /** Who the next caller is taken for. */
  caller: Caller;
}

/** Whoever sends a key is let in. */
export async function served(
  one: Operation,
  dataset: Dataset | null = sampleDataset,
  payments: Payments | null = null,
): Promise<Served> {
  const caller: Caller = { kind: 'key', account: 'a', key: 'k', pro: true, address: '127.0.0.1' };
  const router = new Router<Handler>();
  addOperations(router, [one], {
    gate: {
      async admit(_, request) {
        if (!request.header('x-api-key')) throw new Problem('API_KEY_REQUIRED', 'Send a key.');
        return caller;
      },
    },
    payments,
    dataset: () => dataset,
  });
  return { ...(await listening(router)), caller };
}
