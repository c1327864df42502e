/** Buyers: the official client, whole or in single steps, so that a payment can be sent twice, late or to another place. */
import { x402Client, x402HTTPClient } from '@x402/core/client';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier';
import { wrapFetchWithPayment } from '@x402/fetch';
import type { PrivateKeyAccount } from 'viem/accounts';

type Payload = Awaited<ReturnType<x402HTTPClient['createPaymentPayload']>>;

const clientOf = (account: PrivateKeyAccount): x402Client => {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: account });
  return client;
};

/** Without the version 2 header the official client falls back to the body, and to version 1. */
const withoutVersion2: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const headers = new Headers(response.headers);
  headers.delete('payment-required');
  return new Response(response.body, { status: response.status, headers });
};

/** Requests, pays the offer and requests again automatically. */
export const buyer = (account: PrivateKeyAccount, version: 1 | 2 = 2): typeof fetch =>
  wrapFetchWithPayment(version === 2 ? fetch : withoutVersion2, clientOf(account));

export interface Signing extends RequestInit {
  /** The payment identifier of the payer. */
  id?: string;
  version?: 1 | 2;
  /** Changes the payload before it is signed or sent. */
  change?(payload: Payload): void;
}

/** The headers of a payment for the offer of an address; they can be sent any number of times. */
export async function signed(
  url: string,
  account: PrivateKeyAccount,
  signing: Signing = {},
): Promise<Record<string, string>> {
  const { id, change, version = 2, ...init } = signing;
  const http = new x402HTTPClient(clientOf(account));
  const offered = await (version === 2 ? fetch : withoutVersion2)(url, init);
  if (offered.status !== 402) throw new Error(`${url} answered ${offered.status}.`);
  const body = await offered.json();
  const required = http.getPaymentRequiredResponse((name) => offered.headers.get(name), body);
  if (id !== undefined) appendPaymentIdentifierToExtensions(required.extensions ?? {}, id);
  const payload = await http.createPaymentPayload(required);
  change?.(payload);
  return http.encodePaymentSignatureHeader(payload);
}

export interface Receipt {
  success: boolean;
  transaction: string;
  network: string;
  payer: string;
  errorReason?: string;
}

/** The receipt of a paid answer. */
export function receiptOf(headers: Headers): Receipt | null {
  const text = headers.get('payment-response') ?? headers.get('x-payment-response');
  return text === null ? null : (JSON.parse(Buffer.from(text, 'base64').toString()) as Receipt);
}
