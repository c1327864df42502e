/** What the tools about an account do things with; handed over by app/agents.ts. */
import type { OwnerKeys } from '#platform/accounts/owner-keys.ts';
import type { Approvals } from '#platform/approvals/approvals.ts';
import type { Billing } from '#platform/billing/billing.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import type { Plan } from '#platform/billing/subscriptions-table.ts';

export interface AccountToolsNeeds {
  approvals: Approvals;
  keys: OwnerKeys;
  planOf(account: string): Promise<Plan | null>;
  /** Null where nothing is sold: plans are granted by whoever runs the service. */
  sold: { billing: Billing; settings: BillingSettings } | null;
  /** How whoever runs the service is reached; null where nobody says. */
  contact: string | null;
  /** Seals what comes back with a person's answer; the same on all hosts. At least 32 bytes. */
  stateKey: string;
  /** Requests a minute. */
  limits: { agent: number; agentPro: number; api: number };
}
