/** Operations that are bought one by one: what the kernel needs of payments, and what a door has to tell of them. */
import type { Sentence } from '#lib/i18n/sentence.ts';
import type { Allowance } from './allowance.ts';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import type { Caller, SentPayment } from './caller.ts';
import type { Operation } from './endpoint.ts';
import type { OperationResult, PaymentReceipt } from './operation-result.ts';

/** One operation that somebody without a key asks for. */
export interface Sale {
  operation: Operation;
  /** The address that is sold. */
  resource: string;
  /** What is asked, checked; null where it could not be read, which an offer does without. */
  input: Record<string, unknown> | null;
}

/** The same with a payment. What is wrong with the input was told before: nobody pays for that. */
export interface Purchase extends Sale {
  payment: SentPayment;
  caller: Caller;
  /** HEAD: there is nothing to deliver, so nothing is charged. */
  bodiless: boolean;
  signal: AbortSignal;
  /** The answer, and whether there is nothing in it that anybody would pay for. What it throws is nobody's charge. */
  execute(): Promise<{ result: OperationResult; empty: boolean }>;
  /** The payer was told apart from others behind the same address, and counted. */
  counted(allowance: Allowance): void;
}

export interface Payments {
  /** What the operation costs, as a refusal. Made before the input is looked at, which may be wrong. */
  offer(sale: Sale): PaymentRequiredError;
  /** Claimed, verified, result, settled; the door reports whether it was delivered. */
  buy(purchase: Purchase): Promise<OperationResult>;
}

/** For clients of both versions in one answer; JSON. */
export interface Offer {
  version2: string;
  version1: string;
}

/** A refusal that says what to pay. */
export class PaymentRequiredError extends ApiError {
  readonly offer: Offer;
  readonly receipt: PaymentReceipt | null;

  constructor(code: ApiErrorCode, sentence: Sentence, offer: Offer, receipt: PaymentReceipt | null = null) {
    super(code, sentence);
    this.offer = offer;
    this.receipt = receipt;
  }
}
