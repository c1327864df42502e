/** The provider's records: customers, checkouts, subscriptions, invoices. Each change emits an event. */
import type Stripe from 'stripe';
import {
  invoiceOf,
  missingParam,
  newId,
  noSuch,
  paymentOf,
  periodEnd,
  refundOf,
  StripeFailure,
  subscriptionOf,
} from './objects.ts';

/** The version of Stripe's API that its official package speaks. */
const API_VERSION = '2026-10-28.endive';

/** As stored in the demo's file. */
export interface LedgerData {
  customers: Record<string, Stripe.Customer>;
  prices: Record<string, Stripe.Price>;
  sessions: Record<string, { session: Stripe.Checkout.Session; price: Stripe.Price; metadata: Record<string, string> }>;
  portals: Record<string, Stripe.BillingPortal.Session>;
  subscriptions: Record<string, Stripe.Subscription>;
  invoices: Record<string, Stripe.Invoice>;
  payments: Record<string, Stripe.InvoicePayment>;
  refunds: Record<string, Stripe.Refund>;
  /** By customer: whether the card pays the next invoice. */
  cards: Record<string, boolean>;
  /** Undelivered. */
  events: Stripe.Event[];
}

export const emptyLedger = (): LedgerData => ({
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

export type Ledger = ReturnType<typeof openLedger>;

/** `now`: in seconds. */
export function openLedger(data: LedgerData, now: () => number, onEvent: (event: Stripe.Event) => void) {
  const emit = (type: string, object: object): void =>
    onEvent({
      id: newId('evt', 24),
      object: 'event',
      api_version: API_VERSION,
      created: now(),
      // A copy: later changes must not reach the event.
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: newId('req', 14), idempotency_key: null },
      type,
      // One object for all types of events, which the package tells apart.
    } as unknown as Stripe.Event);
  const subscription = (id: string): Stripe.Subscription => {
    const match = data.subscriptions[id];
    if (!match) throw noSuch('subscription', id);
    return match;
  };
  const isOver = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

  const bill = (one: Stripe.Subscription, reason: Stripe.Invoice.BillingReason, isPaid: boolean): void => {
    const invoice = invoiceOf(one, reason, isPaid, now());
    data.invoices[invoice.id] = invoice;
    one.latest_invoice = invoice.id;
    if (isPaid) {
      const payment = paymentOf(invoice, now());
      data.payments[payment.id] = payment;
    }
    emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  };

  const end = (one: Stripe.Subscription): void => {
    Object.assign(one, { status: 'canceled', canceled_at: one.canceled_at ?? now(), ended_at: now() });
    emit('customer.subscription.deleted', one);
  };

  return {
    data,
    emit,

    /** Without a checkout, as an operator does in the provider's dashboard. */
    subscribe(
      customer: string,
      price: Stripe.Price,
      metadata: Record<string, string> = {},
      isPaid = true,
    ): Stripe.Subscription {
      if (!data.customers[customer]) throw noSuch('customer', customer, 'customer');
      const created = subscriptionOf({ customer, price, status: isPaid ? 'active' : 'incomplete', metadata }, now());
      data.subscriptions[created.id] = created;
      data.cards[customer] = isPaid;
      emit('customer.subscription.created', created);
      bill(created, 'onecreate', isPaid);
      return created;
    },

    /** The customer's bank confirms the first payment. */
    confirm(id: string): void {
      const one = subscription(id);
      if (one.status !== 'incomplete') throw new StripeFailure(400, 'This subscription is not incomplete.');
      one.status = 'active';
      data.cards[one.customer as string] = true;
      bill(one, 'onecreate', true);
      emit('customer.subscription.updated', one);
    },

    /** The first payment stays unconfirmed for a day. */
    expireIncomplete(id: string): void {
      const one = subscription(id);
      Object.assign(one, { status: 'incomplete_expired', ended_at: now() });
      emit('customer.subscription.updated', one);
    },

    session(id: string): Stripe.Checkout.Session {
      const match = data.sessions[id]?.session;
      if (!match) throw noSuch('checkout.session', id);
      if (match.status === 'open' && match.expires_at <= now()) this.expire(id);
      return match;
    },

    /** The buyer pays an open session. */
    complete(id: string, isPaid: boolean): Stripe.Checkout.Session {
      const match = this.session(id);
      const { price, metadata } = data.sessions[id] ?? {};
      if (match.status !== 'open' || !price) throw new StripeFailure(400, 'This Checkout Session is not open.');
      const created = this.subscribe(match.customer as string, price, metadata, isPaid);
      Object.assign(match, {
        status: 'complete',
        payment_status: isPaid ? 'paid' : 'unpaid',
        url: null,
        subscription: created.id,
        invoice: created.latest_invoice,
      });
      emit('checkout.session.completed', match);
      return match;
    },

    expire(id: string): Stripe.Checkout.Session {
      const match = data.sessions[id]?.session;
      if (!match) throw noSuch('checkout.session', id);
      if (match.status !== 'open')
        throw new StripeFailure(
          400,
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${match.status}\`.`,
        );
      Object.assign(match, { status: 'expired', url: null });
      emit('checkout.session.expired', match);
      return match;
    },

    subscription,

    /** Newest first. */
    subscriptionsOf(customer: string): Stripe.Subscription[] {
      if (!data.customers[customer]) throw noSuch('customer', customer, 'customer');
      return Object.values(data.subscriptions)
        .filter((one) => one.customer === customer)
        .toReversed();
    },

    cancelAtPeriodEnd(id: string, isRequested: boolean): Stripe.Subscription {
      const one = subscription(id);
      if (isOver(one))
        throw new StripeFailure(400, 'A canceled subscription can only update its cancellation_details and metadata.');
      const [item] = one.items.data;
      Object.assign(one, {
        cancel_at_period_end: isRequested,
        cancel_at: isRequested ? (item?.current_period_end ?? null) : null,
        canceled_at: isRequested ? now() : null,
      });
      emit('customer.subscription.updated', one);
      return one;
    },

    cancel(id: string): Stripe.Subscription {
      const one = subscription(id);
      if (isOver(one)) throw noSuch('subscription', id);
      end(one);
      return one;
    },

    /** Replaces the card. A card that works pays overdue invoices at once. */
    replaceCard(customer: string, works: boolean): void {
      data.cards[customer] = works;
      for (const one of Object.values(data.subscriptions)) {
        if (one.customer !== customer || one.status !== 'past_due' || !works) continue;
        one.status = 'active';
        bill(one, 'onecycle', true);
        emit('customer.subscription.updated', one);
      }
    },

    /** Ends the period: bills the next one, or ends the subscription. */
    renew(id: string): void {
      const one = subscription(id);
      if (one.cancel_at_period_end) {
        end(one);
        return;
      }
      const works = data.cards[one.customer as string] === true;
      for (const item of one.items.data) {
        item.current_period_start = item.current_period_end;
        item.current_period_end = periodEnd(item.price, item.current_period_start);
      }
      one.status = works ? 'active' : 'past_due';
      bill(one, 'onecycle', works);
      emit('customer.subscription.updated', one);
    },

    /** Changes the address that invoices go to. */
    changeCustomer(id: string, email: string | null): Stripe.Customer {
      const one = data.customers[id];
      if (!one) throw noSuch('customer', id);
      if (email !== null && !email.includes('@'))
        throw new StripeFailure(400, 'Invalid email address', { code: 'email_invalid' });
      if (email !== null) one.email = email;
      emit('customer.updated', one);
      return one;
    },

    deleteCustomer(id: string): { id: string; object: 'customer'; deleted: true } {
      if (!data.customers[id]) throw noSuch('customer', id);
      for (const one of Object.values(data.subscriptions)) if (one.customer === id && !isOver(one)) end(one);
      emit('customer.deleted', data.customers[id]);
      delete data.customers[id];
      delete data.cards[id];
      return { id, object: 'customer', deleted: true };
    },

    refund(intent: string | null): Stripe.Refund {
      if (intent === null) throw missingParam('payment_intent');
      const paid = Object.values(data.payments).find(({ payment }) => payment.payment_intent === intent);
      if (!paid) throw noSuch('payment_intent', intent, 'payment_intent');
      if (Object.values(data.refunds).some((one) => one.payment_intent === intent))
        throw new StripeFailure(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
      const created = refundOf(intent, paid.amount_paid ?? 0, paid.currency, now());
      data.refunds[created.id] = created;
      emit('refund.created', created);
      return created;
    },
  };
}
