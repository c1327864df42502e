/** Payment of single requests by x402: the offer for the hook of the caller, and the receipt of the answer. */
import { parsed } from './error.ts';

/** The payment terms of the service, as x402 defines them. */
export interface PaymentOffer {
  x402Version: number;
  accepts: readonly PaymentTerms[];
  [more: string]: unknown;
}

export interface PaymentTerms {
  scheme: string;
  network: string;
  /** In the smallest unit of the asset. */
  amount: string;
  asset: string;
  payTo: string;
  [more: string]: unknown;
}

export interface PaymentReceipt {
  success: boolean;
  transaction: string;
  network: string;
  payer?: string;
  [more: string]: unknown;
}

/** The request that needs a payment. */
export interface PaidRequest {
  operation: string;
  method: string;
  url: string;
}

/** Returns the headers of a payment, or null to decline: then the call fails with `PAYMENT_REQUIRED`. Runs once per call. */
export type OnPaymentRequired = (
  offer: PaymentOffer,
  request: PaidRequest,
) => Record<string, string> | null | Promise<Record<string, string> | null>;

/** x402 version 2 sends the offer in a header, version 1 in the body. */
export function offerIn(response: Response, text: string): PaymentOffer | null {
  const offer = decoded(response.headers.get('payment-required')) ?? parsed(text);
  return Array.isArray((offer as PaymentOffer | null)?.accepts) ? (offer as PaymentOffer) : null;
}

/** Null when the request was not charged. */
export const receiptIn = ({ headers }: Response): PaymentReceipt | null =>
  decoded(headers.get('payment-response') ?? headers.get('x-payment-response')) as PaymentReceipt | null;

function decoded(text: string | null): unknown {
  if (text === null) return null;
  try {
    return parsed(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))));
  } catch {
    return null;
  }
}
