/** Opens the provider's checkout for an account. An account has one open checkout at a time, so that it is not paid twice. */

import { randomUUID } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { accountRow } from '#platform/accounts/accounts-table.ts';
import { type Origin, recordEventWhere } from '#platform/accounts/events.ts';
import { type CheckoutRow, checkoutOf, dropCheckout, isUnopened, storeSession } from './checkouts-table.ts';
import { addCustomer, customerOf, deleteCustomerRows, whileCustomer } from './customers-table.ts';
import { type CheckoutOptions, ProviderRefused, ProviderUnavailable } from './provider.ts';
import { planOf, subscriptionRows } from './subscriptions-table.ts';
import { type BillingContext, syncNow } from './sync.ts';

/** Other browsers of the account may end or open a checkout meanwhile. */
const TRIES = 4;

export interface Buyer {
  account: string;
  language: Language;
  /** Origin under which the buyer's browser reached us. */
  origin: string;
  /** The buyer's browser, for the event list. */
  browser?: Origin;
}

/** Values of `back` in the address of the subscription page; they grant nothing. */
export const BACK = { paid: 'paid', left: 'left' } as const;

/** `subscribed`: already paid. `confirming`: paid, but not yet reported by the provider. */
export type CheckoutResult = { to: string } | 'subscribed' | 'confirming';

export type CheckoutContext = BillingContext & {
  /** Path of the subscription page. */
  page(language: Language): string;
};

export async function sendToCheckout(context: CheckoutContext, buyer: Buyer): Promise<CheckoutResult> {
  let deleted: string | null = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const customer: string = await asApiErrors(customerFor(context, buyer, deleted));
    const result = await checkoutAs(context, buyer, customer);
    if (result !== 'noCustomer') return result;
    // The customer was deleted at the provider, so a new one is created.
    await context.state.write([whileCustomer(buyer.account, customer), ...deleteCustomerRows(buyer.account)]);
    deleted = customer;
  }
  throw unavailable();
}

/** `noCustomer`: the provider does not have the customer, or another browser of the account has already removed it here. */
async function checkoutAs(
  context: CheckoutContext,
  buyer: Buyer,
  customer: string,
): Promise<CheckoutResult | 'noCustomer'> {
  try {
    return await checkoutOrPlan(context, buyer, customer);
  } finally {
    await asApiErrors(assertAccountExists(context, buyer.account, customer));
  }
}

/** If the account was deleted meanwhile, deletes the new customer at the provider, too. */
async function assertAccountExists(
  { state, provider }: CheckoutContext,
  account: string,
  customer: string,
): Promise<void> {
  if ((await accountRow(state, account, new Date().toISOString())) !== null) return;
  await provider.deleteCustomer(customer);
  await state.write(deleteCustomerRows(account));
  throw new ApiError('NOT_FOUND', messages.billing.noAccount());
}

async function checkoutOrPlan(
  context: CheckoutContext,
  buyer: Buyer,
  customer: string,
): Promise<CheckoutResult | 'noCustomer'> {
  const isPaid = await isSubscribed(context, buyer.account);
  if (isPaid) return 'subscribed';
  if (isPaid === null && (await customerOf(context.state, buyer.account))?.customer !== customer) return 'noCustomer';
  if (isPaid === null) throw unavailable();
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const now = new Date().toISOString();
    const { account: account_id, language, origin } = buyer;
    const fresh = { account_id, attempt: randomUUID(), language, origin, created_at: now };
    const row = await checkoutOf(context.state, fresh);
    const result = await asApiErrors(
      row.session === null
        ? openSession(context, row, customer, buyer.browser ?? null)
        : resumeSession(context, row, row.session),
    );
    if (result !== 'ended') return result;
    await dropCheckout(context.state, row);
  }
  throw unavailable();
}

const unavailable = (): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.billing.away(), { headers: { 'retry-after': '60' } });

/** The account's customer at the provider, created if missing or deleted there. */
async function customerFor(
  { state, provider }: CheckoutContext,
  { account, language }: Buyer,
  deleted: string | null,
): Promise<string> {
  const row = await customerOf(state, account);
  if (row) return row.customer;
  const now = new Date().toISOString();
  const email = (await accountRow(state, account, now))?.email ?? null;
  const customer = await provider.customerFor(account, email, language, deleted);
  await addCustomer(state, { account, customer, email, now });
  return (await customerOf(state, account))?.customer ?? customer;
}

/** Queries the provider, since an event may be late. Null if it does not answer. */
async function isSubscribed(context: CheckoutContext, account: string): Promise<boolean | null> {
  if ((await syncNow(context, account)) !== 'heard') return null;
  const isLive = (await subscriptionRows(context.state, account)).some(
    ({ place }) => place === 'main' || place === 'other',
  );
  const plan = await planOf(context.state, account);
  return isLive || (plan?.granted_by === 'operator' && plan.state === 'active');
}

async function openSession(
  context: CheckoutContext,
  row: CheckoutRow,
  customer: string,
  origin: Origin | null,
): Promise<CheckoutResult | 'ended' | 'noCustomer'> {
  const page = `${row.origin}${context.page(row.language)}`;
  const options: CheckoutOptions = {
    customer,
    account: row.account_id,
    attempt: row.attempt,
    language: row.language,
    successUrl: `${page}?back=${BACK.paid}`,
    cancelUrl: `${page}?back=${BACK.left}`,
  };
  try {
    const checkout = await context.provider.openCheckout(options);
    if (checkout === null) return 'noCustomer';
    const { id, url } = checkout;
    if (url === null) return 'ended';
    const event = recordEventWhere(isUnopened(row), row.account_id, 'checkoutOpened', Date.now(), { origin });
    // The address of a session that no row names is not handed out: it could be paid beside the next one.
    return (await storeSession(context.state, row, { session: id, url }, event)) ? { to: url } : 'ended';
  } catch (error) {
    // The settings changed since that attempt. Its address was never handed out, so it cannot be paid.
    if (error instanceof ProviderRefused && error.code === 'StripeIdempotencyError') return 'ended';
    throw error;
  }
}

async function resumeSession(
  context: CheckoutContext,
  { account_id, url }: CheckoutRow,
  session: string,
): Promise<CheckoutResult | 'ended'> {
  const checkout = await context.provider.checkoutOf(session);
  if (checkout?.state === 'open') return { to: checkout.url ?? url ?? '' };
  if (checkout?.state !== 'complete') return 'ended';
  const isPaid = await isSubscribed(context, account_id);
  if (isPaid === null) throw unavailable();
  if (isPaid) return 'subscribed';
  // The subscription has ended by now, or the provider does not list it yet.
  const isStored = (await subscriptionRows(context.state, account_id)).some(({ id }) => id === checkout.subscription);
  return isStored ? 'ended' : 'confirming';
}

/** Converts the provider's failures into errors for the reader. */
export async function asApiErrors<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw unavailable();
    if (error instanceof ProviderRefused) throw new ApiError('UPSTREAM_INVALID', messages.billing.refused());
    throw error;
  }
}
