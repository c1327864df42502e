/** How this installation sells Pro: payment provider, emails, counts, and the webhook of the provider. */

import { ApiError } from '#api/api-error.ts';
import { anonymousCaller } from '#api/caller.ts';
import type { Context } from '#api/context.ts';
import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { type Billing, type BillingEnd, billing } from '#platform/billing/billing.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { planNotices } from '#platform/billing/emails.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';
import { billingTally } from '#platform/billing/tally-table.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { AddressOf } from '#transports/http/client-address.ts';
import type { Handler } from '#transports/http/reply.ts';
import type { ForeignHandler, Router } from '#transports/http/router.ts';
import { to } from '#transports/web/addresses.ts';

export interface HostBilling {
  settings: BillingSettings;
  /** Public address of the service, for links in emails. */
  site: string;
  /** Payment pages of the demo's own provider; absent with a real provider. */
  pages?: ForeignHandler;
}

/** Path of the payment pages of the demo's own provider. */
export const DEMO_PAYMENTS = '/demo/payments';

const subscriptionPage = (language: Language): string => to('subscription', language);

type BillingParts = Pick<Context, 'state' | 'report'> & {
  mailer: Mailer;
  /** Public address of the service, for links in emails; null while it is unknown. */
  site(): string | null;
};

/** Also for the leader job and for commands, which have no pages. */
export function openSync(settings: BillingSettings, { state, mailer, site, report }: BillingParts) {
  const tally = billingTally(state, report);
  const { planChangeStatements } = planNotices({ state, mailer, site, page: subscriptionPage });
  return {
    context: { state, provider: stripeProvider(settings), tally: tally.count, planChangeStatements },
    stop: tally.stop,
  };
}

export function openBilling(settings: BillingSettings, parts: BillingParts): Billing {
  const { context, stop } = openSync(settings, parts);
  const opened = billing({ ...context, page: subscriptionPage, report: parts.report });
  return {
    ...opened,
    async close() {
      await opened.close();
      await stop();
    },
  };
}

/**
 * Ends the subscription of an account before the account is deleted. Nothing is deleted while the payment provider does not answer or
 * is no longer configured here: the payments would go on.
 */
export const endingOf =
  (
    state: Database,
    end: ((account: string) => Promise<BillingEnd>) | null,
  ): ((account: string) => Promise<BillingEnd>) =>
  async (account) => {
    if (end !== null) return end(account);
    return (await customerOf(state, account)) === null ? 'ended' : 'waiting';
  };

/** Takes events of the payment provider. */
export const WEBHOOK_PATH = '/billing/webhook';
/** Ten times the largest event of a subscription. */
const EVENT_BYTES_MAX = 256_000;

/** The body is read as bytes, because its signature is one of bytes. */
export function addBillingWebhook(router: Router<Handler>, billing: Billing, addressOf: AddressOf): void {
  router.add('POST', WEBHOOK_PATH, async (request) => {
    const body = await request.bytes({ bytesMax: EVENT_BYTES_MAX, of: 'webhook' }, anonymousCaller(addressOf(request)));
    // Without the reason, which could help a forger.
    if (!(await billing.receiveEvent(body, request.header('stripe-signature') ?? '', request.now)))
      throw new ApiError('INVALID_BODY', messages.billing.noEvent());
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: '{"received":true}',
    };
  });
}
