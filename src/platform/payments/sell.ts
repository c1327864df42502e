/** A request that is paid for: validated, claimed, verified, performed, its answer stored, settled, sent. */

import { ApiError } from '#api/api-error.ts';
import type { OperationResult } from '#api/operation-result.ts';
import type { PaymentRequiredError, Payments, Purchase } from '#api/sale.ts';
import { sha256 } from '#lib/values/hash.ts';
import { delivery, receiptOf, retryingWrites } from './deliver.ts';
import { FacilitatorFault, leaseFor, SEND_MS, SETTLE_MS, WORK_MS, watched } from './facilitator.ts';
import { type Claim, claim, failed, released, settled, settling, unlease, verified } from './ledger-table.ts';
import { type Terms, termsOf, unpaid } from './offer.ts';
import { assertTimely, isAlive, type Payment, readPayment, Unusable } from './payment.ts';
import { askedAgain } from './repeat-request.ts';
import { said, unusable } from './sentences.ts';
import {
  findOutcome,
  inProgress,
  outcomePending,
  type PaymentNeeds,
  SettlementRefused,
  settle,
  stillFetching,
  UNREACHED,
} from './settle.ts';

/** A facilitator that is down is told of once in this time, not with every request. */
const TELL_MS = 60_000;

export interface Sales extends Payments {
  close(): Promise<void>;
}

export function sales(given: PaymentNeeds): Sales {
  const { state, seller, limits, tally } = given;
  const facilitator = watched(given.facilitator, tally);
  const needs = { ...given, facilitator };
  const writes = retryingWrites(needs.report);
  const deliveries = delivery(state, writes);
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (fault: FacilitatorFault): void => {
    if (Date.now() - toldAt < TELL_MS) return;
    toldAt = Date.now();
    needs.report(fault);
  };

  return {
    offer: (sale) =>
      unpaid('PAYMENT_REQUIRED', said.keyOrPay(), termsOf(sale, seller, needs.hidden()), {
        reason: 'Payment required',
      }),

    async buy(purchase) {
      const terms = termsOf(purchase, seller, needs.hidden());
      if (purchase.bodiless)
        throw unpaid('PAYMENT_REQUIRED', said.headNotSold(), terms, {
          reason: 'Payment required',
        });
      try {
        const payment = readPayment(purchase.payment, terms, purchase.caller.address);
        const about = {
          request: fingerprint(purchase),
          operation: purchase.operation.id,
          now: new Date().toISOString(),
        };
        const claimed = await claim(state, payment, { ...about, leaseUntil: leaseFor(WORK_MS) });
        if ('claim' in claimed) return await firstAsked(purchase, claimed.claim);
        const { execute } = purchase;
        return await askedAgain(claimed.standing, payment, about.request, { ...needs, deliveries, execute });
      } catch (error) {
        throw refusal(error, terms);
      }
    },

    async close() {
      await deliveries.close();
      await writes.close();
    },
  };

  /** Until the answer is stored, whatever goes wrong gives the payment back. */
  async function firstAsked(purchase: Purchase, { id, payment }: Claim): Promise<OperationResult> {
    let result: OperationResult;
    try {
      assertTimely(payment, Date.now());
      await verify(purchase, payment);
      hold(await verified(state, id, leaseFor(WORK_MS)));
      const hidden = needs.hidden().version;
      const answer = await purchase.execute();
      result = answer.result;
      if (result.meta.pending?.length) throw stillFetching();
      if (answer.empty) {
        await writes.write(id, () => released(state, id));
        return result;
      }
      // Nobody is there to take it: then nobody pays for it.
      if (purchase.signal.aborted) throw gone();
      if (!isAlive(payment, Date.now())) throw new Unusable('payment_expired', unusable.expiredMeanwhile());
      hold(await settling(state, id, { result, hidden }, leaseFor(SETTLE_MS)));
    } catch (error) {
      await writes.write(id, () => released(state, id));
      throw error;
    }
    return settleAndSend({ id, payment }, result);
  }

  async function verify(purchase: Purchase, payment: Payment): Promise<void> {
    const verdict = await facilitator.verify(payment).catch((error) => {
      if (!(error instanceof FacilitatorFault)) throw error;
      tell(error);
      throw unavailable();
    });
    if (!verdict.valid) throw new Unusable(verdict.reason, unusable.notValid({ reason: verdict.reason }));
    if (!limits) return;
    const allowance = await limits.take({ policy: 'payer', who: payment.payer }, Date.now());
    purchase.counted(allowance);
    if (!allowance.allowed) throw new ApiError('RATE_LIMITED', said.tooMany({ seconds: allowance.resetSeconds }));
  }

  async function settleAndSend({ id, payment }: Claim, result: OperationResult): Promise<OperationResult> {
    let outcome = await settle(payment, facilitator);
    if (outcome.state === 'unknown')
      outcome = await findOutcome({ ...payment, network: payment.network.id }, null, needs);
    tally(outcome.state);
    if (outcome.state === 'settled') {
      const { transaction } = outcome;
      // The payer gets the answer, even when that cannot be written down now: the chain tells the job again.
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

/** What is wrong with a payment is told with the offer: the request can still be bought. */
function refusal(error: unknown, terms: Terms): unknown {
  if (error instanceof Unusable)
    return unpaid('PAYMENT_INVALID', said.notCharged({ problem: error.sentence }), terms, error);
  return error instanceof SettlementRefused ? refused(error, terms) : error;
}

function refused({ sentence, reason, payment }: SettlementRefused, terms: Terms): PaymentRequiredError {
  const receipt = receiptOf(payment, { success: false, transaction: '', errorReason: reason });
  return unpaid('PAYMENT_FAILED', sentence, terms, { reason, receipt });
}

/** What a payment was sent for: it buys that, and nothing else. */
const fingerprint = ({ operation, input }: Purchase): string =>
  sha256(`${operation.id} ${JSON.stringify(Object.entries(input ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`);

/** False: our lease ran out, and somebody else has the payment now. */
function hold(isOurs: boolean): void {
  if (!isOurs) throw inProgress();
}

const gone = (): ApiError => new ApiError('PAYMENT_FAILED', said.connectionClosed());

const unavailable = (): ApiError =>
  new ApiError('PAYMENT_UNAVAILABLE', said.unavailable(), {
    headers: { 'retry-after': '10' },
  });
