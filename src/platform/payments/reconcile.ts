/** The job that keeps the ledger true: finds out outcomes that nobody asks for, frees what the dead held, drops old answers. */
import type { Database } from '#data/store/database.ts';
import type { Chain } from './chain.ts';
import { type Facilitator, leaseFor, SETTLE_MS } from './facilitator.ts';
import {
  dropAnswers,
  dropReleased,
  failed,
  lease,
  type PaymentRow,
  releaseLost,
  settled,
  unknownPayments,
  unlease,
} from './ledger-table.ts';
import { KEPT_MS, KEPT_NAMED_MS } from './repeat-request.ts';
import { findOutcome, type Tally } from './settle.ts';

const EVERY_MS = 10_000;
/** Payments looked at in one round: the chain's public servers are not ours alone. */
const ROUND = 20;
/** A payment that moved no money is kept for as long as its owner may ask about it. */
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
    releaseLost(ago(0)),
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
  // Those that stay open take turns with the others.
  else await unlease(needs.state, row.id, new Date().toISOString());
}

/** Runs until it is stopped, from now on: who did it before may be dead. A round that fails is reported, and tried again with the next. */
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
