/** A request that is paid for: validated, claimed, verified, performed, its answer stored, settled, sent. */
import { sha256 } from '#base/hash.ts';
import { allowanceHeaders } from '#http/allowance.ts';
import { NotAwaited } from '#http/bodies.ts';
import type { Payments, Sale } from '#http/payment.ts';
import { Problem } from '#http/problem.ts';
import { type Reply, success } from '#http/reply.ts';
import type { Request } from '#http/request.ts';
import { askedAgain } from './asked-again.ts';
import { delivery, receiptHeaders } from './deliver.ts';
import { originOf } from './discovery.ts';
import { FacilitatorFault, watched } from './facilitator.ts';
import { leaseFor, SEND_MS, SETTLE_MS, WORK_MS } from './leases.ts';
import { type Claim, claim, failed, released, settled, settling, unlease, verified } from './ledger-table.ts';
import type { PaymentNeeds } from './needs.ts';
import { offering, type Terms, termsOf } from './offer.ts';
import { assertTimely, isAlive, type Payment, readPayment, Unusable } from './payment.ts';
import { inProgress, outcomePending, Refused } from './refusals.ts';
import { findOut, settle, UNREACHED } from './settle.ts';

/** A facilitator that is down is told of once in this time, not with every request. */
const TELL_MS = 60_000;

export interface Sales extends Payments {
  close(): Promise<void>;
}

export function sales(given: PaymentNeeds): Sales {
  const { state, seller, limits, tally } = given;
  const facilitator = watched(given.facilitator, tally);
  const needs = { ...given, facilitator };
  const deliveries = delivery(state, needs.report);
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (fault: FacilitatorFault): void => {
    if (Date.now() - toldAt < TELL_MS) return;
    toldAt = Date.now();
    needs.report(fault);
  };
  const terms = ({ operation, request }: Sale, body: unknown): Terms =>
    termsOf(operation, request, body, seller, needs.publicUrl ?? originOf(request));

  return {
    async offer(sale) {
      const body = await readableBody(sale);
      const problem = new Problem(
        'PAYMENT_REQUIRED',
        'Send your Pro key in the header X-API-Key, or pay for this request.',
      );
      return offering(problem, 'Payment required', terms(sale, body), sale.request);
    },

    async pay(sale) {
      const { request, caller, operation } = sale;
      const { body } = await sale.input();
      const asked = terms(sale, body);
      if (request.method === 'HEAD') {
        const problem = new Problem('PAYMENT_REQUIRED', 'HEAD is not sold: its answer has no content. Pay for GET.');
        return offering(problem, 'Payment required', asked, request);
      }
      try {
        const payment = readPayment(request, asked, caller.address);
        const about = { request: fingerprint(sale, body), operation: operation.id, now: new Date().toISOString() };
        const claimed = await claim(state, payment, { ...about, leaseUntil: leaseFor(WORK_MS) });
        if ('claim' in claimed) return await firstAsked(sale, claimed.claim);
        return await askedAgain(claimed.standing, payment, about.request, request, { ...needs, deliveries });
      } catch (error) {
        if (error instanceof Unusable) {
          const problem = new Problem('PAYMENT_INVALID', `${error.message} Nothing was charged.`);
          return offering(problem, error.reason, asked, request);
        }
        if (error instanceof Refused) return refusing(error, asked, request);
        throw error;
      }
    },

    close: deliveries.close,
  };

  /** Until the answer is stored, whatever goes wrong gives the payment back. */
  async function firstAsked(sale: Sale, { id, payment }: Claim): Promise<Reply> {
    let reply: Reply;
    try {
      assertTimely(payment, Date.now());
      await verify(sale, payment);
      hold(await verified(state, id, leaseFor(WORK_MS)));
      const performed = await sale.perform();
      if (performed.meta.pending?.length) throw stillFetching();
      reply = success(performed, sale.request.now, undefined);
      if (performed.empty) {
        await released(state, id);
        return reply;
      }
      // Nobody is there to take it: then nobody pays for it.
      if (sale.request.signal.aborted) throw gone();
      if (!isAlive(payment, Date.now())) throw new Unusable('payment_expired', 'The payment expired meanwhile.');
      hold(await settling(state, id, reply, leaseFor(SETTLE_MS)));
    } catch (error) {
      await released(state, id);
      throw error;
    }
    return settleAndSend(sale, { id, payment }, reply);
  }

  async function verify({ request }: Sale, payment: Payment): Promise<void> {
    const verdict = await facilitator.verify(payment).catch((error) => {
      if (!(error instanceof FacilitatorFault)) throw error;
      tell(error);
      throw unavailable();
    });
    if (!verdict.valid) throw new Unusable(verdict.reason, `The payment is not valid: ${verdict.reason}.`);
    if (!limits) return;
    const allowance = await limits.take({ policy: 'payer', who: payment.payer }, Date.now());
    request.answerHeaders = allowanceHeaders(allowance);
    if (!allowance.allowed)
      throw new Problem('RATE_LIMITED', `Too many paid requests. Try again in ${allowance.resetSeconds} seconds.`);
  }

  async function settleAndSend(sale: Sale, { id, payment }: Claim, reply: Reply): Promise<Reply> {
    let outcome = await settle(payment, facilitator);
    if (outcome.state === 'unknown') outcome = await findOut({ ...payment, network: payment.network.id }, null, needs);
    tally(outcome.state);
    if (outcome.state === 'settled') {
      // Who paid gets his answer, even when that cannot be written down now: the chain tells the job again.
      await settled(state, id, outcome.transaction, leaseFor(SEND_MS)).catch(needs.report);
      return deliveries.send({ id, transaction: outcome.transaction, reply }, payment, sale.request);
    }
    if (outcome.state === 'unknown') {
      await unlease(state, id);
      throw outcomePending();
    }
    await failed(state, id, outcome.reason);
    throw outcome.reason === UNREACHED ? unavailable() : new Refused(payment, outcome.reason);
  }
}

/** The receipt says that it failed, and the offer that the request can still be bought. */
function refusing({ message, reason, payment }: Refused, terms: Terms, request: Request): Reply {
  const reply = offering(new Problem('PAYMENT_FAILED', message), reason, terms, request);
  const receipt = receiptHeaders(payment, { success: false, transaction: '', errorReason: reason });
  return { ...reply, headers: { ...reply.headers, ...receipt } };
}

/** The body decides the price of some operations; one that cannot be read decides nothing. Without it there is no offer. */
async function readableBody(sale: Sale): Promise<unknown> {
  if (sale.operation.declaration.body === undefined) return undefined;
  try {
    return (await sale.input()).body;
  } catch (error) {
    if (error instanceof Problem && !(error instanceof NotAwaited)) return undefined;
    throw error;
  }
}

/** What a payment was sent for: it buys that, and nothing else. */
const fingerprint = ({ request: { method, path, query } }: Sale, body: unknown): string =>
  sha256(`${method} ${path}?${query}\n${JSON.stringify(body ?? null)}`);

/** False: our lease ran out, and somebody else has the payment now. */
function hold(isOurs: boolean): void {
  if (!isOurs) throw inProgress();
}

const gone = (): Problem =>
  new Problem('PAYMENT_FAILED', 'The connection was closed before the answer was ready. Nothing was charged.');

const stillFetching = (): Problem =>
  new Problem('UPSTREAM_UNAVAILABLE', 'A part of the answer is still being fetched. Nothing was charged; ask again.', {
    headers: { 'retry-after': '5' },
  });

const unavailable = (): Problem =>
  new Problem(
    'PAYMENT_UNAVAILABLE',
    'Payments cannot be checked at the moment. Nothing was charged; try again later.',
    {
      headers: { 'retry-after': '10' },
    },
  );
