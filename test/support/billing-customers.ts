/** Customers of an installation that sells Pro, with faults of the customers and of the provider. */

import { signatureOf } from '#demo-country/billing/webhooks.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { eventRows } from '#platform/billing/events-table.ts';
import { reconcileRound } from '#platform/billing/reconcile-plans.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { type BillingKit, WEBHOOK_SECRET } from './billing-kit.ts';
import { until } from './until.ts';

export const seconds = (): number => Math.floor(Date.now() / 1000);

export const eventText = (id: string, more: object = {}): string =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'invoice.paid',
    created: seconds(),
    livemode: false,
    data: { object: { object: 'invoice', customer: 'cus_nobody' } },
    ...more,
  });

export function customersOf(kit: () => BillingKit) {
  const stateOf = async (account: string): Promise<string> => (await planOf(kit().state, account))?.state ?? '';
  const becomes = (account: string, state: string): Promise<void> =>
    until(`${account} is ${state}`, async () => (await stateOf(account)) === state);
  const customerFor = async (account: string): Promise<string> =>
    (await customerOf(kit().state, account))?.customer ?? '';

  /** Awaits that all events are delivered, processed where possible, and that no write follows from them. */
  const quiet = async (): Promise<void> => {
    await kit().standIn.webhooks.settled();
    await kit().billing.close();
    await until('no query is pending', async () => {
      await kit().state.write([{ sql: 'update billing_customer set next_at = created_at' }]);
      await reconcileRound(kit().sync);
      return (await eventRows(kit().state, 10, 'waiting')).length === 0;
    });
  };

  const post = (body: string, signature: string | null): Promise<Response> =>
    fetch(kit().webhook, {
      method: 'POST',
      body,
      headers: signature === null ? {} : { 'stripe-signature': signature },
    });

  return {
    stateOf,
    becomes,
    customerFor,
    quiet,
    post,
    signed: (body: string, at = seconds(), secret = WEBHOOK_SECRET): Promise<Response> =>
      post(body, signatureOf(body, secret, at)),
    buyer: (account: string) => ({ account, language: 'ro', origin: kit().served.origin }) as const,
    async paying(): Promise<{ account: string; subscription: string; customer: string }> {
      const account = await kit().account();
      const { subscription } = kit().standIn.ledger.complete(await kit().checkout(account), true);
      await becomes(account, 'active');
      await quiet();
      return { account, subscription: String(subscription), customer: await customerFor(account) };
    },
    /** The provider recovers, and every event is processed. */
    async mended(): Promise<void> {
      const { faults, webhookFaults, webhooks } = kit().standIn;
      Object.assign(faults, { down: 0, broken: 0, lost: 0, slowMs: 0 });
      Object.assign(webhookFaults, { twice: false, held: false, wrongSecret: false, clockSeconds: 0 });
      webhooks.release();
      await quiet();
    },
  };
}
