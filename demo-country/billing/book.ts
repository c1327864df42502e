/** What the provider has written down: customers, checkouts, subscriptions, bills. Everything that happens becomes an event. */
import type Stripe from 'stripe';
import {
  invoiceOf,
  lacking,
  missing,
  newId,
  paymentOf,
  periodEnd,
  Refusal,
  refundOf,
  subscriptionOf,
} from './objects.ts';

/** As its official package names the interface that it speaks; events are written in it. */
const API_VERSION = '2026-10-28.endive';

/** All of it as it lies in a file. */
export interface Pages {
  customers: Record<string, Stripe.Customer>;
  prices: Record<string, Stripe.Price>;
  sessions: Record<string, { session: Stripe.Checkout.Session; price: Stripe.Price; metadata: Record<string, string> }>;
  portals: Record<string, Stripe.BillingPortal.Session>;
  subscriptions: Record<string, Stripe.Subscription>;
  invoices: Record<string, Stripe.Invoice>;
  payments: Record<string, Stripe.InvoicePayment>;
  refunds: Record<string, Stripe.Refund>;
  /** Cards by customer: whether the next bill is paid. */
  cards: Record<string, boolean>;
  /** Not delivered yet. */
  events: Stripe.Event[];
}

export const emptyPages = (): Pages => ({
  customers: {},
  prices: {},
  sessions: {},
  portals: {},
  subscriptions: {},
  invoices: {},
  payments: {},
  refunds: {},
  cards: {},
  events: [],
});

export interface BookNeeds {
  pages: Pages;
  /** Seconds. */
  now(): number;
  /** Something happened. */
  told(event: Stripe.Event): void;
}

export type Book = ReturnType<typeof book>;

export function book({ pages, now, told }: BookNeeds) {
  const tell = (type: string, object: object): void => {
    const event = {
      id: newId('evt', 24),
      object: 'event',
      api_version: API_VERSION,
      created: now(),
      // As it is at this moment, whatever it becomes.
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: newId('req', 14), idempotency_key: null },
      type,
    } as unknown as Stripe.Event;
    told(event);
  };
  const subscription = (id: string): Stripe.Subscription => {
    const found = pages.subscriptions[id];
    if (!found) throw missing('subscription', id);
    return found;
  };
  const isOver = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

  const bill = (one: Stripe.Subscription, reason: Stripe.Invoice.BillingReason, isPaid: boolean): void => {
    const invoice = invoiceOf({ subscription: one, reason, isPaid, now: now() });
    pages.invoices[invoice.id] = invoice;
    one.latest_invoice = invoice.id;
    if (isPaid) {
      const payment = paymentOf(invoice, now());
      pages.payments[payment.id] = payment;
    }
    tell(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  };

  const end = (one: Stripe.Subscription): void => {
    Object.assign(one, { status: 'canceled', canceled_at: one.canceled_at ?? now(), ended_at: now() });
    tell('customer.subscription.deleted', one);
  };

  return {
    pages,
    tell,

    /** Without a checkout, as an operator would at the provider's own desk. */
    subscribe(
      customer: string,
      price: Stripe.Price,
      metadata: Record<string, string> = {},
      isPaid = true,
    ): Stripe.Subscription {
      if (!pages.customers[customer]) throw missing('customer', customer, 'customer');
      const made = subscriptionOf({ customer, price, status: isPaid ? 'active' : 'incomplete', metadata, now: now() });
      pages.subscriptions[made.id] = made;
      pages.cards[customer] = isPaid;
      tell('customer.subscription.created', made);
      bill(made, 'subscription_create', isPaid);
      return made;
    },

    /** The first bill of a subscription that waits for its customer's bank. */
    confirm(id: string): void {
      const one = subscription(id);
      if (one.status !== 'incomplete') throw new Refusal(400, 'This subscription is not incomplete.');
      one.status = 'active';
      pages.cards[one.customer as string] = true;
      bill(one, 'subscription_create', true);
      tell('customer.subscription.updated', one);
    },

    /** Nobody confirmed it within a day. */
    giveUp(id: string): void {
      const one = subscription(id);
      Object.assign(one, { status: 'incomplete_expired', ended_at: now() });
      tell('customer.subscription.updated', one);
    },

    session(id: string): Stripe.Checkout.Session {
      const found = pages.sessions[id]?.session;
      if (!found) throw missing('checkout.session', id);
      if (found.status === 'open' && found.expires_at <= now()) this.expire(id);
      return found;
    },

    /** A buyer pays; refused when it is open no more. */
    complete(id: string, isPaid: boolean): Stripe.Checkout.Session {
      const found = this.session(id);
      const { price, metadata } = pages.sessions[id] ?? {};
      if (found.status !== 'open' || !price) throw new Refusal(400, 'This Checkout Session is not open.');
      const made = this.subscribe(found.customer as string, price, metadata, isPaid);
      Object.assign(found, {
        status: 'complete',
        payment_status: isPaid ? 'paid' : 'unpaid',
        url: null,
        subscription: made.id,
        invoice: made.latest_invoice,
      });
      tell('checkout.session.completed', found);
      return found;
    },

    expire(id: string): Stripe.Checkout.Session {
      const found = pages.sessions[id]?.session;
      if (!found) throw missing('checkout.session', id);
      if (found.status !== 'open')
        throw new Refusal(
          400,
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${found.status}\`.`,
        );
      Object.assign(found, { status: 'expired', url: null });
      tell('checkout.session.expired', found);
      return found;
    },

    subscription,

    /** Newest first. */
    subscriptionsOf(customer: string): Stripe.Subscription[] {
      if (!pages.customers[customer]) throw missing('customer', customer, 'customer');
      return Object.values(pages.subscriptions)
        .filter((one) => one.customer === customer)
        .toReversed();
    },

    cancelAtPeriodEnd(id: string, isWanted: boolean): Stripe.Subscription {
      const one = subscription(id);
      if (isOver(one))
        throw new Refusal(400, 'A canceled subscription can only update its cancellation_details and metadata.');
      const [item] = one.items.data;
      Object.assign(one, {
        cancel_at_period_end: isWanted,
        cancel_at: isWanted ? (item?.current_period_end ?? null) : null,
        canceled_at: isWanted ? now() : null,
      });
      tell('customer.subscription.updated', one);
      return one;
    },

    cancel(id: string): Stripe.Subscription {
      const one = subscription(id);
      if (isOver(one)) throw missing('subscription', id);
      end(one);
      return one;
    },

    /** The card of the next bills. A bill that waits is tried with a good one at once. */
    card(customer: string, works: boolean): void {
      pages.cards[customer] = works;
      for (const one of Object.values(pages.subscriptions)) {
        if (one.customer !== customer || one.status !== 'past_due' || !works) continue;
        one.status = 'active';
        bill(one, 'subscription_cycle', true);
        tell('customer.subscription.updated', one);
      }
    },

    /** A period is over: the next one is billed, or the subscription ends. */
    renew(id: string): void {
      const one = subscription(id);
      if (one.cancel_at_period_end) {
        end(one);
        return;
      }
      const works = pages.cards[one.customer as string] === true;
      for (const item of one.items.data) {
        item.current_period_start = item.current_period_end;
        item.current_period_end = periodEnd(item.price, item.current_period_start);
      }
      one.status = works ? 'active' : 'past_due';
      bill(one, 'subscription_cycle', works);
      tell('customer.subscription.updated', one);
    },

    /** To whom bills go. */
    changeCustomer(id: string, email: string | null): Stripe.Customer {
      const one = pages.customers[id];
      if (!one) throw missing('customer', id);
      if (email !== null && !email.includes('@'))
        throw new Refusal(400, 'Invalid email address', { code: 'email_invalid' });
      if (email !== null) one.email = email;
      tell('customer.updated', one);
      return one;
    },

    deleteCustomer(id: string): { id: string; object: 'customer'; deleted: true } {
      if (!pages.customers[id]) throw missing('customer', id);
      for (const one of Object.values(pages.subscriptions)) if (one.customer === id && !isOver(one)) end(one);
      tell('customer.deleted', pages.customers[id]);
      delete pages.customers[id];
      delete pages.cards[id];
      return { id, object: 'customer', deleted: true };
    },

    refund(intent: string | null): Stripe.Refund {
      if (intent === null) throw lacking('payment_intent');
      const paid = Object.values(pages.payments).find(({ payment }) => payment.payment_intent === intent);
      if (!paid) throw missing('payment_intent', intent, 'payment_intent');
      if (Object.values(pages.refunds).some((one) => one.payment_intent === intent))
        throw new Refusal(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
      const made = refundOf(intent, paid.amount_paid ?? 0, paid.currency, now());
      pages.refunds[made.id] = made;
      tell('refund.created', made);
      return made;
    },
  };
}
