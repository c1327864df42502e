/** What the routes need from payments: an offer for callers without a credential, and the whole of a paid request. */

import type { Reply } from '#http/reply.ts';
import type { Request } from '#http/request.ts';
import type { Caller } from './endpoint.ts';
import type { RawInput } from './input.ts';
import type { Operation, Performed } from './perform.ts';

/** One request for one operation by a caller without a key. */
export interface Sale {
  operation: Operation;
  request: Request;
  caller: Caller;
  /** The input as sent, body included; what is wrong with it is thrown as the caller's 4xx, before anything is charged. */
  input(): Promise<RawInput>;
  /** The answer. What it throws is nobody's charge; a dataset that is not there yet is a 503. */
  perform(): Promise<Performed>;
}

export interface Payments {
  /** The 402 that says what the request costs: made before its input is looked at, which may be wrong. */
  offer(sale: Sale): Promise<Reply>;
  /** A request that carries a payment: validated, claimed, verified, performed, settled. */
  pay(sale: Sale): Promise<Reply>;
}

/** Versions 2 and 1 of the protocol. */
export const PAYMENT_HEADERS = ['payment-signature', 'x-payment'] as const;
