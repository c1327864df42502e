/** A few paid operations with the real gate, ledger and facilitator; the test sets their answers. */
import { Type } from 'typebox';
import type { Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { type AnyEndpoint, type Call, endpoint, operationsOf } from '#api/endpoint.ts';
import { pipeline } from '#api/pipeline.ts';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { inBoth } from '#lib/i18n/message.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { messages } from '#locales/messages.ts';
import { chain } from '#platform/payments/chain.ts';
import { facilitator } from '#platform/payments/facilitator.ts';
import type { PaymentRow } from '#platform/payments/ledger-table.ts';
import { networksOf } from '#platform/payments/networks.ts';
import { usualPrices } from '#platform/payments/prices.ts';
import { reconcile } from '#platform/payments/reconcile.ts';
import { sales } from '#platform/payments/sales.ts';
import { sampleDataset } from '#test/support/sample-operation.ts';
import { listening } from '#test/support/test-server.ts';
import { apiCredentials } from '#transports/http/credentials.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import { addOperations } from '#transports/http/routes.ts';
import type { LocalChain, Resolved } from './chain.ts';
import type { TestFacilitator } from './facilitator.ts';

export const PAYEE = '0x1111111111111111111111111111111111111111';
const KEY = 'a-pro-key';
/** More than a busy machine takes. A test with a slow facilitator sets less for that request. */
export const PATIENCE = { verifyMs: 6_000, settleMs: 6_000 };

export const THING = { name: 'one', size: 1 };

export type Shop = Resolved<ReturnType<typeof shop>>;

export async function shop(
  local: LocalChain,
  official: Pick<TestFacilitator, 'url'>,
  state: Database,
  { patience = { ...PATIENCE }, limits = null }: { patience?: typeof PATIENCE; limits?: Limits | null } = {},
) {
  await migrate(state, migrationsOf('state', state.engine));
  const errors: unknown[] = [];
  const [network] = networksOf(['base-sepolia']) ?? [];
  if (!network) throw new Error('There is no such network.');
  const seller = {
    payee: PAYEE,
    networks: [network],
    prices: usualPrices,
    facilitator: { url: official.url, token: null },
  };
  const tallied: string[] = [];
  const needs = {
    state,
    tally: (event: string): void => void tallied.push(event),
    facilitator: facilitator(seller.facilitator, patience),
    chains: new Map([[network.id, chain({ ...network, rpcUrl: local.rpcUrl }, PAYEE)]]),
  };
  const hidden = { version: '' };
  const payments = sales({
    ...needs,
    seller,
    limits,
    hidden: () => ({ ...noHiddenPersons, ...hidden }),
    report: (error) => errors.push(error),
  });

  const things = {
    /** The next answers. */
    give: async (_code: string, _signal: AbortSignal): Promise<{ data: unknown; meta?: object }> => ({ data: THING }),
    /** The number of look-ups. */
    looked: 0,
  };
  const handle = async (input: object, { signal }: Call) => {
    things.looked++;
    const { data, meta } = await things.give((input as { code?: string }).code ?? '', signal);
    return { data: data as never, meta: { source: 'caen' as const, sources: [], ...meta } };
  };
  const one = {
    fresh: '24h',
    title: inBoth(() => 'One thing'),
    about: inBoth(() => 'Gives one thing.'),
    params: Type.Object({ code: Type.String({ pattern: '^[0-9]{4}$' }) }),
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }) }),
    data: Type.Union([
      Type.Object({ name: Type.String(), size: Type.Union([Type.Integer(), Type.Null()]) }),
      Type.Null(),
    ]),
    examples: [{ title: inBoth(() => 'A thing'), params: { code: '6201' } }],
    handle,
  } as const;
  const { params: _none, ...several } = { ...one, data: Type.Unknown(), examples: [{ title: inBoth(() => 'Things') }] };
  const many = endpoint({
    method: 'POST',
    path: '/api/company/batch',
    access: 'pro+x402',
    price: { base: 'reference', each: 'list', of: 'cuis' },
    fresh: '24h',
    title: inBoth(() => 'Several'),
    about: inBoth(() => 'Several.'),
    body: Type.Object({ cuis: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }),
    data: Type.Array(Type.String()),
    examples: [{ title: inBoth(() => 'Two'), body: { cuis: ['1', '2'] } }],
    handle: async ({ cuis }) => ({ data: cuis, meta: { source: 'caen', sources: [] } }),
  });
  const declared: Record<string, AnyEndpoint> = {
    getThing: endpoint({ ...one, path: '/api/caen/{code}', access: 'pro+x402', price: 'record' }),
    listThings: endpoint({ ...several, path: '/api/caen', access: 'pro+x402', price: 'list' }),
    getMany: many,
    getSecret: endpoint({ ...one, path: '/api/secret/{code}', access: 'pro' }),
  };
  const router = new Router<Handler>();
  addOperations(router, operationsOf(declared), {
    pipeline: pipeline({
      keys: {
        async ownerOf(key) {
          if (key !== KEY) throw new ApiError('INVALID_API_KEY', messages.operations.onlyProKey());
          return { account: 'a', key: 'k' };
        },
      },
      limits: null,
      payments,
      dataset: () => sampleDataset,
    }),
    credentialsOf: apiCredentials((request) => request.header('x-from') ?? '127.0.0.1', null),
  });
  const served = await listening(router);
  return {
    ...served,
    things,
    /** The hidden persons. */
    hidden,
    errors,
    needs,
    /** The timeouts for the facilitator. */
    patience,
    /** The counted outcomes of payments, in order. */
    tallied,
    state,
    key: KEY,
    thing: `${served.origin}/api/caen/6201`,
    /** One round of the reconciliation job. */
    reconcile: () => reconcile(needs),
    /** Resolves when every sent payment is recorded. */
    settledDown: payments.close,
    rowOf: async (
      payer: string,
    ): Promise<(Pick<PaymentRow, 'id' | 'state'> & { reason: string | null; answerKept: number }) | undefined> =>
      (
        await state.all<never>(
          `select id, state, reason, case when answer is null then 0 else 1 end as "answerKept" from payment where payer = $1`,
          [payer.toLowerCase()],
        )
      )[0],
    /** Moves everything about a payer’s payment that many hours into the past. */
    async age(payer: string, hours: number): Promise<void> {
      const then = new Date(Date.now() - hours * 3_600_000).toISOString();
      const sql = `update payment set created_at = $2, lease_until = '',
                     settled_at = case when settled_at is null then null else $2 end where payer = $1`;
      await state.write([{ sql, params: [payer.toLowerCase(), then] }]);
    },
    /** As if the holder of a payer’s payment had died in this state, with so much of the lease left. */
    async pretend(payer: string, at: string, leftMs: number): Promise<void> {
      const until = new Date(Date.now() + leftMs).toISOString();
      const sql = 'update payment set state = $2, lease_until = $3 where payer = $1';
      await state.write([{ sql, params: [payer.toLowerCase(), at, until] }]);
    },
    /** As if the payment were from before signatures were stored. */
    async forgetSigned(payer: string): Promise<void> {
      await state.write([{ sql: 'update payment set signed = null where payer = $1', params: [payer.toLowerCase()] }]);
    },
    answerKept: async (payer: string): Promise<boolean> =>
      (await state.one('select 1 from payment where payer = $1 and answer is not null', [payer.toLowerCase()])) !==
      null,
    async close() {
      await served.close();
      await payments.close();
    },
  };
}
