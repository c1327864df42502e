/** Opens the provider's checkout for an account. One checkout at a time, so that nobody pays twice. */

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
import { type SyncNeeds, syncNow } from './sync.ts';

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

/** `subscribed`: already paid. `confirming`: paid, but not yet reported by the provider. */
export type CheckoutResult = { to: string } | 'subscribed' | 'confirming';

export interface CheckoutNeeds extends SyncNeeds {
  /** Return paths by language. */
  pages(language: Language): { paid: string; left: string };
}

export async function sendToCheckout(needs: CheckoutNeeds, buyer: Buyer): Promise<CheckoutResult> {
  let gone: string | null = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const customer: string = await asApiErrors(customerFor(needs, buyer, gone));
    const sent = await checkoutAs(needs, buyer, customer);
    if (sent !== 'gone') return sent;
    // The customer was deleted at the provider, so a new one is created.
    await needs.state.write([whileCustomer(buyer.account, customer), ...deleteCustomerRows(buyer.account)]);
    gone = customer;
  }
  throw unavailable();
}

/** `gone`: the provider does not know the customer, or another browser of the account has already removed it here. */
async function checkoutAs(needs: CheckoutNeeds, buyer: Buyer, customer: string): Promise<CheckoutResult | 'gone'> {
  try {
    return await checkoutOrPlan(needs, buyer, customer);
  } finally {
    await asApiErrors(assertAccountExists(needs, buyer.account, customer));
  }
}

/** If the account was deleted meanwhile, deletes the new customer at the provider, too. */
async function assertAccountExists(
  { state, provider }: CheckoutNeeds,
  account: string,
  customer: string,
): Promise<void> {
  if ((await accountRow(state, account, new Date().toISOString())) !== null) return;
  await provider.deleteCustomer(customer);
  await state.write(deleteCustomerRows(account));
  throw new ApiError('NOT_FOUND', messages.billing.noAccount());
}

async function checkoutOrPlan(needs: CheckoutNeeds, buyer: Buyer, customer: string): Promise<CheckoutResult | 'gone'> {
  const isPaid = await isSubscribed(needs, buyer.account);
  if (isPaid) return 'subscribed';
  if (isPaid === null && (await customerOf(needs.state, buyer.account))?.customer !== customer) return 'gone';
  if (isPaid === null) throw unavailable();
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const now = new Date().toISOString();
    const { account: account_id, language, origin } = buyer;
    const row = await checkoutOf(needs.state, { account_id, attempt: randomUUID(), language, origin, created_at: now });
    const sent = await asApiErrors(
      row.session === null
        ? openSession(needs, row, customer, buyer.browser ?? null)
        : resumeSession(needs, row, row.session),
    );
    if (sent !== 'over') return sent;
    await dropCheckout(needs.state, row);
  }
  throw unavailable();
}

const unavailable = (): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.billing.away(), { headers: { 'retry-after': '60' } });

/** The account's customer at the provider, created if missing or deleted there. */
async function customerFor(
  { state, provider }: CheckoutNeeds,
  { account, language }: Buyer,
  instead: string | null,
): Promise<string> {
  const known = await customerOf(state, account);
  if (known) return known.customer;
  const now = new Date().toISOString();
  const email = (await accountRow(state, account, now))?.email ?? null;
  const customer = await provider.customerFor(account, email, language, instead);
  await addCustomer(state, { account, customer, email, now });
  return (await customerOf(state, account))?.customer ?? customer;
}

/** Asks the provider, since an event may be late. Null if it does not answer. */
async function isSubscribed(needs: CheckoutNeeds, account: string): Promise<boolean | null> {
  // A concurrent synchronization may bring the news.
  if ((await syncNow(needs, account)) !== 'heard') return null;
  const live = (await subscriptionRows(needs.state, account)).some(
    ({ place }) => place === 'main' || place === 'other',
  );
  const plan = await planOf(needs.state, account);
  return live || (plan?.granted_by === 'operator' && plan.state === 'active');
}

async function openSession(
  needs: CheckoutNeeds,
  row: CheckoutRow,
  customer: string,
  origin: Origin | null,
): Promise<CheckoutResult | 'over' | 'gone'> {
  const { paid, left } = needs.pages(row.language);
  const options: CheckoutOptions = {
    customer,
    account: row.account_id,
    attempt: row.attempt,
    language: row.language,
    paidAt: `${row.origin}${paid}`,
    leftAt: `${row.origin}${left}`,
  };
  try {
    const checkout = await needs.provider.openCheckout(options);
    if (checkout === null) return 'gone';
    const { id, url } = checkout;
    if (url === null) return 'over';
    const event = recordEventWhere(isUnopened(row), row.account_id, 'checkoutOpened', Date.now(), { origin });
    await storeSession(needs.state, row, { session: id, url }, event);
    return { to: url };
  } catch (error) {
    // The settings changed since that attempt. Its address was never handed out, so nobody can pay it.
    if (error instanceof ProviderRefused && error.code === 'StripeIdempotencyError') return 'over';
    throw error;
  }
}

async function resumeSession(
  needs: CheckoutNeeds,
  { account_id, url }: CheckoutRow,
  session: string,
): Promise<CheckoutResult | 'over'> {
  const checkout = await needs.provider.checkoutOf(session);
  if (checkout?.state === 'open') return { to: checkout.url ?? url ?? '' };
  if (checkout?.state !== 'complete') return 'over';
  const isPaid = await isSubscribed(needs, account_id);
  if (isPaid === null) throw unavailable();
  if (isPaid) return 'subscribed';
  // The subscription has ended by now, or the provider does not list it yet.
  const bought = (await subscriptionRows(needs.state, account_id)).some(({ id }) => id === checkout.subscription);
  return bought ? 'over' : 'confirming';
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
