/** The leader job for the ledger: finds outcomes of unknown payments, releases abandoned claims, deletes old answers. */
import type { Database } from '#data/store/database.ts';
import type { Chain } from './chain.ts';
import { type Facilitator, leaseFor, SETTLE_MS } from './facilitator.ts';
import {
  dropAnswers,
  dropReleased,
  failed,
  lease,
  type PaymentRow,
  releaseAbandoned,
  settled,
  unknownPayments,
  unlease,
} from './ledger-table.ts';
import { KEPT_MS, KEPT_NAMED_MS } from './repeat-request.ts';
import { findOutcome, type Tally } from './settle.ts';

const EVERY_MS = 10_000;
/** Payments per round: public chain servers are shared. */
const ROUND = 20;
/** How long payments without money stay, in case the payer asks. */
const RELEASED_KEPT_MS = 3_600_000;

export interface ReconcileNeeds {
  state: Database;
  facilitator: Facilitator;
  chains: ReadonlyMap<string, Chain>;
  tally: Tally;
}

/** One round. */
export async function reconcile(needs: ReconcileNeeds, now: number = Date.now()): Promise<void> {
  const { state } = needs;
  const ago = (ms: number): string => new Date(now - ms).toISOString();
  await state.write([
    releaseAbandoned(ago(0)),
    dropReleased(ago(RELEASED_KEPT_MS)),
    dropAnswers({ named: ago(KEPT_NAMED_MS), unnamed: ago(KEPT_MS) }),
  ]);
  for (const row of await unknownPayments(state, ago(0), ROUND)) {
    if (await lease(state, row, ago(0), leaseFor(SETTLE_MS))) await close(row, needs);
  }
}

async function close(row: PaymentRow, needs: ReconcileNeeds): Promise<void> {
  const outcome = await findOutcome(row, null, needs);
  if (outcome.state !== 'unknown') needs.tally(outcome.state);
  if (outcome.state === 'settled') await settled(needs.state, row.id, outcome.transaction, '');
  else if (outcome.state === 'failed') await failed(needs.state, row.id, outcome.reason);
  // Open payments go behind the others.
  else await unlease(needs.state, row.id, new Date().toISOString());
}

/** Runs until it is stopped, starting at once: the former leader may be dead. A failed round is reported and retried. */
export function startReconciling(needs: ReconcileNeeds, report: (error: unknown) => void): { stop(): Promise<void> } {
  let round: Promise<void> = Promise.resolve();
  let isRunning = false;
  const look = (): void => {
    if (isRunning) return;
    isRunning = true;
    round = reconcile(needs)
      .catch(report)
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(look, EVERY_MS);
  look();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
