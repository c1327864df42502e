/** Takes an event of the provider: kept before it is answered, so that nothing is lost, and each counts once. */
import type { Database } from '#data/store/database.ts';
import { accountOf } from './customers-table.ts';
import { addEvent } from './events-table.ts';
import type { PaymentProvider, ProviderEvent } from './provider.ts';

/** After these the provider may say something else about a customer's subscriptions. */
const TYPES: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
]);

/** `taken`: about that account. `again`: it came before. `ignored`: none of ours, and why is kept. */
export type Taken = { is: 'taken'; account: string } | { is: 'again'; account: string | null } | { is: 'ignored' };

export async function takeEvent(
  { state, provider }: { state: Database; provider: PaymentProvider },
  event: ProviderEvent,
  now: number,
): Promise<Taken> {
  const account = event.customer === null ? null : await accountOf(state, event.customer);
  const outcome = reasonToIgnore(event, account, provider);
  const isNew = await addEvent(state, {
    id: event.id,
    type: event.type,
    // Of customers that are nobody's nothing is kept: they may be those of accounts that were deleted a moment ago.
    customer: account === null ? null : event.customer,
    account_id: outcome === null ? account : null,
    created_at: event.createdAt,
    received_at: new Date(now).toISOString(),
    state: outcome === null ? 'waiting' : 'ignored',
    outcome,
  });
  if (!isNew) return { is: 'again', account: outcome === null ? account : null };
  return outcome === null && account !== null ? { is: 'taken', account } : { is: 'ignored' };
}

/** Null for what is ours. */
function reasonToIgnore(event: ProviderEvent, account: string | null, provider: PaymentProvider): string | null {
  if (event.isLive !== provider.isLive) return 'otherMode';
  if (!TYPES.has(event.type)) return 'type';
  return account === null ? 'unknownCustomer' : null;
}
