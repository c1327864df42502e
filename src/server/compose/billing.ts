/** How this installation sells Pro: with its provider, its letters and its counts. */

import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { type Billing, billing } from '#platform/billing/billing.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { telling } from '#platform/billing/emails.ts';
import type { Ending } from '#platform/billing/ending.ts';
import type { SyncNeeds } from '#platform/billing/needs.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';
import { billingTally } from '#platform/billing/tally-table.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { ForeignHandler } from '#transports/http/router.ts';
import { to } from '#transports/web/addresses.ts';

export interface BillingSettingsOfHost {
  settings: BillingSettings;
  /** How readers reach us, for links in letters. */
  site: string;
  /** Where customers of the demo's own provider pay; left out with a real one. */
  pages?: ForeignHandler;
}

/** Below it, pages of the demo's own provider. */
export const DEMO_PAYMENTS = '/demo/payments';

const subscriptionPage = (language: Language): string => to('subscription', language);

export interface BillingParts {
  state: Database;
  mailer: Mailer;
  /** How readers reach us, for links in letters; null while nobody knows. */
  site(): string | null;
  report(error: unknown): void;
}

/** Also for the duty and for commands, which have no pages. */
export interface OpenSync {
  needs: SyncNeeds;
  stop(): Promise<void>;
}

export function openSync(settings: BillingSettings, { state, mailer, site, report }: BillingParts): OpenSync {
  const tally = billingTally(state, report);
  const { told } = telling({ state, mailer, site, page: subscriptionPage });
  return { needs: { state, provider: stripeProvider(settings), tally: tally.count, told }, stop: tally.stop };
}

export function openBilling(settings: BillingSettings, parts: BillingParts): Billing {
  const { needs, stop } = openSync(settings, parts);
  const desk = billing({ ...needs, page: subscriptionPage, report: parts.report });
  return {
    ...desk,
    async close() {
      await desk.close();
      await stop();
    },
  };
}

/**
 * Before an account is deleted: ends what it pays. Nothing is deleted while whoever is paid does not answer, or is no longer
 * configured here: the payments would go on.
 */
export const endingOf =
  (state: Database, end: ((account: string) => Promise<Ending>) | null): ((account: string) => Promise<Ending>) =>
  async (account) => {
    if (end !== null) return end(account);
    return (await customerOf(state, account)) === null ? 'ended' : 'waiting';
  };
