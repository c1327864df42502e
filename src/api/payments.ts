/** Payment per request: the port of the pipeline to payments, and what transports need to render. */
import type { Message } from '#lib/i18n/message.ts';
import type { Allowance } from './allowance.ts';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import type { Caller, SentPayment } from './caller.ts';
import type { Operation } from './endpoint.ts';
import type { OperationResult, PaymentReceipt } from './operation-result.ts';

/** One operation, requested without a key. */
export interface Sale {
  operation: Operation;
  /** The address that is sold. */
  resource: string;
  /** The validated input; null where it could not be read, which an offer does not need. */
  input: Record<string, unknown> | null;
}

/** A sale with a payment. Invalid input is refused before, at no charge. */
export interface Purchase extends Sale {
  payment: SentPayment;
  caller: Caller;
  /** HEAD: no body is delivered, so nothing is charged. */
  bodiless: boolean;
  signal: AbortSignal;
  /** Executes the operation; `empty`: the answer is worth no payment. An error is not charged. */
  execute(): Promise<{ result: OperationResult; empty: boolean }>;
  /** Called when the payer is identified and counted. */
  counted(allowance: Allowance): void;
}

export interface Payments {
  /** The price of the operation as a refusal. Created before the input is validated. */
  offer(sale: Sale): PaymentRequiredError;
  /** Claims, verifies, executes and settles; the transport reports the delivery. */
  buy(purchase: Purchase): Promise<OperationResult>;
}

/** JSON of the offer in both x402 versions. */
export interface Offer {
  version2: string;
  version1: string;
}

/** A refusal with a payment offer. */
export class PaymentRequiredError extends ApiError {
  readonly offer: Offer;
  readonly receipt: PaymentReceipt | null;

  constructor(code: ApiErrorCode, message: Message, offer: Offer, receipt: PaymentReceipt | null = null) {
    super(code, message);
    this.offer = offer;
    this.receipt = receipt;
  }
}
