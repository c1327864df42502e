/** An installation that sells Pro to test customers: billing over real sockets with the official package and a provider stand-in. */

import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { type StandIn, standIn } from '#demo-country/billing/stand-in.ts';
import { createAccount } from '#platform/accounts/accounts.ts';
import { type Billing, billing } from '#platform/billing/billing.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import type { PaymentProvider } from '#platform/billing/stripe.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';
import type { BillingContext, PlanStep } from '#platform/billing/sync.ts';
import type { BillingCount } from '#platform/billing/tally-table.ts';
import { addBillingWebhook, WEBHOOK_PATH } from '#server/compose/billing.ts';
import { addressReader } from '#transports/http/client-address.ts';
import type { Handler } from '#transports/http/reply.ts';
import { Router } from '#transports/http/router.ts';
import type { Place } from './both-engines.ts';
import { type Listening, listening } from './test-server.ts';

export const SECRET_KEY = 'sk_test_standInOfTests';
export const WEBHOOK_SECRET = 'whsec_standInOfTests';

export interface BillingKit {
  state: Database;
  provider: PaymentProvider;
  standIn: StandIn;
  billing: Billing;
  sync: BillingContext;
  counts: BillingCount[];
  steps: PlanStep[];
  served: Listening;
  webhook: string;
  settings: BillingSettings;
  /** Creates an account and returns its id. */
  account(): Promise<string>;
  /** Opens a checkout and returns the id of its session. */
  checkout(account: string): Promise<string>;
  close(): Promise<void>;
}

let accounts = 0;

export async function billingKit(location: Place): Promise<BillingKit> {
  const state = await location.database();
  await migrate(state, migrationsOf('state', state.engine));
  const own = await standIn({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET });
  const settings: BillingSettings = {
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceId: null,
    hasTax: false,
    apiUrl: own.address,
    price: { amount: 49, currency: 'RON', per: 'month' },
  };
  const provider = stripeProvider(settings);
  const counts: BillingCount[] = [];
  const steps: PlanStep[] = [];
  const sync: BillingContext = {
    state,
    provider,
    tally: (count) => counts.push(count),
    planChangeStatements: async (step) => {
      steps.push(step);
      return [];
    },
  };
  const faults: unknown[] = [];
  const page = (language: string): string => (language === 'ro' ? '/cont/abonament' : '/en/account/subscription');
  const client = billing({ ...sync, page, report: (error) => faults.push(error) });
  const router = new Router<Handler>();
  addBillingWebhook(router, client, addressReader([]));
  const served = await listening(router);
  const webhook = `${served.origin}${WEBHOOK_PATH}`;
  own.webhooks.deliverTo(webhook);
  return {
    state,
    provider,
    standIn: own,
    billing: client,
    sync,
    counts,
    steps,
    served,
    webhook,
    settings,
    account: () => createAccount(state, { email: `client${++accounts}@example.ro`, password: null }, Date.now()),
    async checkout(account) {
      const sent = await client.subscribe({ account, language: 'ro', origin: served.origin });
      if (typeof sent === 'string') throw new Error(`Nothing is to be paid: ${sent}.`);
      return new URL(sent.to).pathname.split('/').at(-1) ?? '';
    },
    async close() {
      await own.close();
      await served.close();
      await client.close();
      await state.close();
      if (faults.length + served.faults.length > 0) throw new AggregateError([...faults, ...served.faults]);
    },
  };
}
