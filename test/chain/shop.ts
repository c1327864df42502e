/** A few operations that are sold, with the real gate, ledger and facilitator around them; what they answer is up to the test. */
import { Type } from 'typebox';
import { endpoint } from '#http/endpoint.ts';
import { gate } from '#http/gate.ts';
import { operation } from '#http/perform.ts';
import { Problem } from '#http/problem.ts';
import { Router } from '#http/router.ts';
import { addOperations } from '#http/routes.ts';
import type { Handler } from '#http/server.ts';
import { chain } from '#payments/chain.ts';
import { facilitator } from '#payments/facilitator.ts';
import type { PaymentRow } from '#payments/ledger-table.ts';
import { networksOf } from '#payments/networks.ts';
import { usualPrices } from '#payments/prices.ts';
import { reconcile } from '#payments/reconcile.ts';
import { sales } from '#payments/sell.ts';
import type { Database } from '#store/database.ts';
import { migrate, migrationsOf } from '#store/migrate.ts';
import { listening } from '../listening.ts';
import { sampleDataset, sampleEndpoint } from '../sample-operation.ts';
import type { LocalChain } from './chain.ts';
import type { TestFacilitator } from './facilitator.ts';

export const PAYEE = '0x1111111111111111111111111111111111111111';
const KEY = 'a-pro-key';
/** Nobody waits for a slow facilitator in a test. */
const PATIENCE = { verifyMs: 1_500, settleMs: 1_500 };

const THING = { name: 'one', size: 1 };

export type Shop = Awaited<ReturnType<typeof shop>>;

export async function shop(local: LocalChain, official: Pick<TestFacilitator, 'url'>, state: Database) {
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
  const needs = {
    state,
    facilitator: facilitator(seller.facilitator, PATIENCE),
    chains: new Map([[network.id, chain({ ...network, rpcUrl: local.rpcUrl })]]),
  };
  const payments = sales({ ...needs, seller, publicUrl: null, limits: null, report: (error) => errors.push(error) });

  const things = {
    /** What the next answers are. */
    give: async (): Promise<{ data: unknown; meta?: object }> => ({ data: THING }),
    /** How often something was looked up. */
    looked: 0,
  };
  const give = () => {
    things.looked++;
    return things.give();
  };
  const sold = { price: 'record', params: Type.Object({ code: Type.String({ pattern: '^[0-9]{4}$' }) }) } as const;
  const many = endpoint({
    method: 'POST',
    path: '/api/company/batch',
    access: 'pro+x402',
    price: { base: 'reference', each: 'list', of: 'cuis' },
    fresh: '24h',
    title: 'Several',
    about: 'Several.',
    body: Type.Object({ cuis: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }) }),
    data: Type.Array(Type.String()),
    examples: [{ title: 'Two', body: { cuis: ['1', '2'] } }],
    handle: async ({ cuis }) => ({ data: cuis, meta: { source: 'caen', sources: [] } }),
  });
  const operations = [
    operation('getThing', sampleEndpoint(give, sold)),
    operation(
      'listThings',
      sampleEndpoint(give, { path: '/api/caen', price: 'list', params: undefined, data: Type.Any() }),
    ),
    operation('getMany', many),
    operation('getSecret', sampleEndpoint(give, { path: '/api/secret/{code}', access: 'pro' })),
  ];
  const router = new Router<Handler>();
  addOperations(router, operations, {
    gate: gate({
      keys: {
        async holderOf(key) {
          if (key !== KEY) throw new Problem('INVALID_API_KEY', 'This key is not known here.');
          return { account: 'a', key: 'k' };
        },
      },
      limits: null,
      takesPayments: true,
      addressOf: (request) => request.header('x-from') ?? '127.0.0.1',
    }),
    payments,
    dataset: () => sampleDataset,
  });
  const served = await listening(router);
  return {
    ...served,
    things,
    errors,
    state,
    key: KEY,
    thing: `${served.origin}/api/caen/6201`,
    /** One round of the job. */
    reconcile: () => reconcile(needs),
    /** Everything that was sent is written down. */
    settledDown: payments.close,
    rowOf: async (payer: string): Promise<(Pick<PaymentRow, 'id' | 'state'> & { reason: string | null }) | undefined> =>
      (await state.all<never>('select id, state, reason from payment where payer = $1', [payer.toLowerCase()]))[0],
    async close() {
      await served.close();
      await payments.close();
    },
  };
}
