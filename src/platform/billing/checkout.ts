/** Sends an account to the provider to pay. There is one checkout at a time, so that nobody can pay twice. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { accountRow } from '#platform/accounts/accounts-table.ts';
import { type Origin, recordEventWhere } from '#platform/accounts/events.ts';
import { type CheckoutRow, checkoutOf, dropCheckout, isUnopened, storeSession } from './checkouts-table.ts';
import { addCustomer, customerOf, deleteCustomerRows, whileCustomer } from './customers-table.ts';
import { type CheckoutOptions, ProviderRefused, ProviderUnavailable } from './provider.ts';
import { said } from './sentences.ts';
import { planOf, subscriptionRows } from './subscriptions-table.ts';
import { type SyncNeeds, syncNow } from './sync.ts';

/** One may be over and another be begun by somebody else meanwhile. */
const TRIES = 4;
export interface Buyer {
  account: string;
  language: Language;
  /** Of our pages, as the buyer's browser knows them. */
  origin: string;
  /** Which browser it is, for the list of events; left out where it is none. */
  browser?: Origin;
}

/** `subscribed`: nothing is to be paid. `confirming`: it is paid, and the provider has not told us of it yet. */
export type CheckoutResult = { to: string } | 'subscribed' | 'confirming';

export interface CheckoutNeeds extends SyncNeeds {
  /** Where a buyer comes back to, by language. */
  pages(language: Language): { paid: string; left: string };
}

export async function sendToCheckout(needs: CheckoutNeeds, buyer: Buyer): Promise<CheckoutResult> {
  let gone: string | null = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const customer: string = await asApiErrors(customerFor(needs, buyer, gone));
    const sent = await checkoutAs(needs, buyer, customer);
    if (sent !== 'gone') return sent;
    // Somebody deleted the customer at the provider: nothing can be paid as that one any more, and another is made.
    await needs.state.write([whileCustomer(buyer.account, customer), ...deleteCustomerRows(buyer.account)]);
    gone = customer;
  }
  throw unavailable();
}

/** `gone`: the provider knows no such customer, or another browser of the account found so and has forgotten it. */
async function checkoutAs(needs: CheckoutNeeds, buyer: Buyer, customer: string): Promise<CheckoutResult | 'gone'> {
  try {
    return await checkoutOrPlan(needs, buyer, customer);
  } finally {
    await asApiErrors(assertThere(needs, buyer.account, customer));
  }
}

/** Who deleted the account meanwhile left a customer that nobody knew of then, with an address: the provider forgets it now. */
async function assertThere({ state, provider }: CheckoutNeeds, account: string, customer: string): Promise<void> {
  if ((await accountRow(state, account, new Date().toISOString())) !== null) return;
  await provider.deleteCustomer(customer);
  await state.write(deleteCustomerRows(account));
  throw new ApiError('NOT_FOUND', said.noAccount());
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
  new ApiError('UPSTREAM_UNAVAILABLE', said.away(), { headers: { 'retry-after': '60' } });

/** The account's customer at the provider, made when there is none yet, or instead of one that is gone. */
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

/** As the provider says now: an event may be on its way still. Null when it said nothing. */
async function isSubscribed(needs: CheckoutNeeds, account: string): Promise<boolean | null> {
  // Who else asks at the moment may hear that it is paid.
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
  const wish: CheckoutOptions = {
    ...{ customer, account: row.account_id, attempt: row.attempt, language: row.language },
    ...{ paidAt: `${row.origin}${paid}`, leftAt: `${row.origin}${left}` },
  };
  try {
    const checkout = await needs.provider.openCheckout(wish);
    if (checkout === null) return 'gone';
    const { id, url } = checkout;
    if (url === null) return 'over';
    const told = recordEventWhere(isUnopened(row), row.account_id, 'checkoutOpened', Date.now(), { origin });
    await storeSession(needs.state, row, { session: id, url }, told);
    return { to: url };
  } catch (error) {
    // The settings are others since that attempt: nobody was ever told its address, and nobody can pay it.
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
  // What was bought there is over by now, or the provider does not list it yet.
  const bought = (await subscriptionRows(needs.state, account_id)).some(({ id }) => id === checkout.subscription);
  return bought ? 'over' : 'confirming';
}

/** What the provider's silence and refusal mean to a reader. */
export async function asApiErrors<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw unavailable();
    if (error instanceof ProviderRefused) throw new ApiError('UPSTREAM_INVALID', said.refused());
    throw error;
  }
}
