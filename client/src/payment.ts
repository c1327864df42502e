/** Paying for a single request by x402: the offer that a hook is asked about, and the receipt that comes with the answer. */
import { parsed } from './error.ts';

/** What the service asks for, in the protocol's own words. */
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

/** The request that is to be paid for. */
export interface PaidRequest {
  operation: string;
  method: string;
  url: string;
}

/** Gives the headers of a payment, or null for not paying: then the call fails with `PAYMENT_REQUIRED`. Asked once in a call. */
export type OnPaymentRequired = (
  offer: PaymentOffer,
  request: PaidRequest,
) => Record<string, string> | null | Promise<Record<string, string> | null>;

/** In the header by version 2, else in the body. */
export function offerIn(response: Response, text: string): PaymentOffer | null {
  const offer = decoded(response.headers.get('payment-required')) ?? parsed(text);
  return Array.isArray((offer as PaymentOffer | null)?.accepts) ? (offer as PaymentOffer) : null;
}

/** Null where nothing was charged. */
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
