/** Sale of a request: validate, claim, verify, execute, store the answer, settle, send. */

import { ApiError } from '#api/api-error.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { PaymentRequiredError, Payments, Purchase } from '#api/payments.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { delivery, receiptOf, retryingWrites } from './delivery.ts';
import { FacilitatorFault, leaseFor, SEND_MS, SETTLE_MS, WORK_MS, withFaultReport } from './facilitator.ts';
import { type Claim, claim, failed, released, settled, settling, unlease, verified } from './ledger-table.ts';
import { type Terms, termsOf, unpaid } from './offer.ts';
import { assertTimely, InvalidPayment, isAlive, type Payment, readPayment } from './payment.ts';
import { repeatRequest } from './repeat-request.ts';
import {
  findOutcome,
  inProgress,
  outcomePending,
  type PaymentsContext,
  SettlementRefused,
  settle,
  stillFetching,
  UNREACHED,
} from './settle.ts';

/** Shortest interval between two reports of an unreachable facilitator. */
const REPORT_INTERVAL_MS = 60_000;

export interface Sales extends Payments {
  close(): Promise<void>;
}

export function sales({ facilitator: plain, ...others }: PaymentsContext): Sales {
  const { state, seller, limits, tally, hidden, report } = others;
  const facilitator = withFaultReport(plain, tally);
  const context = { ...others, facilitator };
  const writes = retryingWrites(report);
  const deliveries = delivery(state, writes);
  let reportedAt = Number.NEGATIVE_INFINITY;
  const reportFault = (fault: FacilitatorFault): void => {
    if (Date.now() - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = Date.now();
    report(fault);
  };

  return {
    offer: (sale) =>
      unpaid('PAYMENT_REQUIRED', messages.payments.keyOrPay(), termsOf(sale, seller, hidden()), {
        reason: 'Payment required',
      }),

    async buy(purchase) {
      const terms = termsOf(purchase, seller, hidden());
      if (purchase.bodiless)
        throw unpaid('PAYMENT_REQUIRED', messages.payments.headNotSold(), terms, {
          reason: 'Payment required',
        });
      try {
        const payment = readPayment(purchase.payment, terms, purchase.caller.address);
        const about = {
          request: fingerprint(purchase),
          operation: purchase.operation.id,
          now: new Date().toISOString(),
        };
        const claimResult = await claim(state, payment, { ...about, leaseUntil: leaseFor(WORK_MS) });
        if ('claim' in claimResult) return await executeAndSettle(purchase, claimResult.claim);
        const { execute } = purchase;
        return await repeatRequest(claimResult.existing, payment, about.request, { ...context, deliveries, execute });
      } catch (error) {
        throw refusal(error, terms);
      }
    },

    async close() {
      await deliveries.close();
      await writes.close();
    },
  };

  /** Any failure before the answer is stored releases the payment. */
  async function executeAndSettle(purchase: Purchase, { id, payment }: Claim): Promise<OperationResult> {
    let result: OperationResult;
    try {
      assertTimely(payment, Date.now());
      await verify(purchase, payment);
      assertLeased(await verified(state, id, leaseFor(WORK_MS)));
      const { version } = hidden();
      const answer = await purchase.execute();
      result = answer.result;
      if (result.meta.pending?.length) throw stillFetching();
      if (answer.empty) {
        await writes.write(id, () => released(state, id));
        return result;
      }
      // The caller has disconnected, so nothing is charged.
      if (purchase.signal.aborted) throw disconnected();
      if (!isAlive(payment, Date.now()))
        throw new InvalidPayment('payment_expired', messages.payments.unusable.expiredMeanwhile());
      assertLeased(await settling(state, id, { result, hidden: version }, leaseFor(SETTLE_MS)));
    } catch (error) {
      await writes.write(id, () => released(state, id));
      throw error;
    }
    return settleAndSend({ id, payment }, result);
  }

  async function verify(purchase: Purchase, payment: Payment): Promise<void> {
    const verdict = await facilitator.verify(payment).catch((error) => {
      if (!(error instanceof FacilitatorFault)) throw error;
      reportFault(error);
      throw unavailable();
    });
    if (!verdict.valid)
      throw new InvalidPayment(verdict.reason, messages.payments.unusable.notValid({ reason: verdict.reason }));
    if (!limits) return;
    const allowance = await limits.take({ policy: 'payer', who: payment.payer }, Date.now());
    purchase.counted(allowance);
    if (!allowance.allowed)
      throw new ApiError('RATE_LIMITED', messages.payments.tooMany({ seconds: allowance.resetSeconds }));
  }

  async function settleAndSend({ id, payment }: Claim, result: OperationResult): Promise<OperationResult> {
    let outcome = await settle(payment, facilitator);
    if (outcome.state === 'unknown')
      outcome = await findOutcome({ ...payment, network: payment.network.id }, null, context);
    tally(outcome.state);
    if (outcome.state === 'settled') {
      const { transaction } = outcome;
      // The payer gets the answer even if the write fails: the leader job reads the outcome from the chain.
      await writes.write(id, () => settled(state, id, transaction, leaseFor(SEND_MS)));
      return deliveries.send({ id, transaction: outcome.transaction, result }, payment);
    }
    if (outcome.state === 'unknown') {
      await writes.write(id, () => unlease(state, id));
      throw outcomePending();
    }
    const { reason } = outcome;
    await writes.write(id, () => failed(state, id, reason));
    throw outcome.reason === UNREACHED ? unavailable() : new SettlementRefused(payment, outcome.reason);
  }
}

/** Payment errors carry the offer: the request can still be bought. */
function refusal(error: unknown, terms: Terms): unknown {
  if (error instanceof InvalidPayment)
    return unpaid('PAYMENT_INVALID', messages.payments.notCharged({ problem: error.explanation }), terms, error);
  return error instanceof SettlementRefused ? refused(error, terms) : error;
}

function refused({ explanation, reason, payment }: SettlementRefused, terms: Terms): PaymentRequiredError {
  const receipt = receiptOf(payment, { success: false, transaction: '', errorReason: reason });
  return unpaid('PAYMENT_FAILED', explanation, terms, { reason, receipt });
}

/** Identifies the request: a payment buys this request only. */
const fingerprint = ({ operation, input }: Purchase): string =>
  sha256(`${operation.id} ${JSON.stringify(Object.entries(input ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`);

/** Throws if the lease expired and another process has the payment. */
function assertLeased(isLeased: boolean): void {
  if (!isLeased) throw inProgress();
}

const disconnected = (): ApiError => new ApiError('PAYMENT_FAILED', messages.payments.connectionClosed());

const unavailable = (): ApiError =>
  new ApiError('PAYMENT_UNAVAILABLE', messages.payments.unavailable(), {
    headers: { 'retry-after': '10' },
  });
