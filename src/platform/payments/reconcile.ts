/** The leader job for the ledger: finds outcomes of unknown payments, releases abandoned claims, deletes old answers. */
import { leaseFor, SETTLE_MS } from './facilitator.ts';
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
import { IDENTIFIED_RETENTION_MS, RETENTION_MS } from './repeat-request.ts';
import { findOutcome, type PaymentsContext } from './settle.ts';

const EVERY_MS = 10_000;
/** Payments per round: public chain servers are shared. */
const ROUND = 20;
/** How long released payments stay, for inquiries of the payer. */
const RELEASED_RETENTION_MS = 3_600_000;

type ReconcileContext = Pick<PaymentsContext, 'state' | 'facilitator' | 'chains' | 'tally'>;

/** One round. */
export async function reconcile(context: ReconcileContext, now: number = Date.now()): Promise<void> {
  const { state } = context;
  const ago = (ms: number): string => new Date(now - ms).toISOString();
  await state.write([
    releaseAbandoned(ago(0)),
    dropReleased(ago(RELEASED_RETENTION_MS)),
    dropAnswers({ identified: ago(IDENTIFIED_RETENTION_MS), others: ago(RETENTION_MS) }),
  ]);
  for (const row of await unknownPayments(state, ago(0), ROUND)) {
    if (await lease(state, row, ago(0), leaseFor(SETTLE_MS))) await close(row, context);
  }
}

async function close(row: PaymentRow, context: ReconcileContext): Promise<void> {
  const { state, tally } = context;
  const outcome = await findOutcome(row, null, context);
  if (outcome.state !== 'unknown') tally(outcome.state);
  if (outcome.state === 'settled') await settled(state, row.id, outcome.transaction, '');
  else if (outcome.state === 'failed') await failed(state, row.id, outcome.reason);
  // Payments that stay unknown are ordered behind the others.
  else await unlease(state, row.id, new Date().toISOString());
}

/** Runs until it is stopped, starting at once: the former leader may be dead. A failed round is reported and retried. */
export function startReconciling(
  context: ReconcileContext,
  report: (error: unknown) => void,
): { stop(): Promise<void> } {
  let round: Promise<void> = Promise.resolve();
  let isRunning = false;
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    round = reconcile(context)
      .catch(report)
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(run, EVERY_MS);
  run();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
