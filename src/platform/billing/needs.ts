/** What the copying of plans needs: the state, the provider, and whom to tell. */
import type { Condition, Database, Statement } from '#data/store/database.ts';
import type { PaymentProvider } from './provider.ts';
import type { Plan } from './subscriptions-table.ts';
import type { BillingCount } from './tally-table.ts';

export interface PlanStep {
  account: string;
  before: Plan;
  after: Plan;
}

export interface SyncNeeds {
  state: Database;
  provider: PaymentProvider;
  tally(count: BillingCount): void;
  /** What is written together with a step, where it happens: that it did, and the letter that tells it. */
  told(step: PlanStep, where: Condition): Promise<Statement[]>;
}
