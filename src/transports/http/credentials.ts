/** What a request carries to show who sent it: a key, a payment or the cookie of our own pages. */

import { ApiError } from '#api/api-error.ts';
import type { Credentials, SentPayment } from '#api/caller.ts';
import { keyOf } from './api-key.ts';
import type { AddressOf } from './client-address.ts';
import { sessionCookie } from './cookie.ts';
import type { Request } from './request.ts';

export type CredentialsOf = (request: Request) => Credentials;

/** `publicUrl`: our address as readers of our pages see it, when it is not the host they ask. */
export const apiCredentials =
  (addressOf: AddressOf, publicUrl: string | null): CredentialsOf =>
  (request) => ({
    transport: 'api',
    address: addressOf(request),
    ...keySent(request),
    payment: paymentSent(request),
    session: sessionCookie(request, publicUrl),
    token: null,
  });

function keySent(request: Request): Pick<Credentials, 'key' | 'unreadable'> {
  try {
    return { key: keyOf(request), unreadable: null };
  } catch (error) {
    if (error instanceof ApiError) return { key: null, unreadable: error };
    throw error;
  }
}

function paymentSent({ raw: { headers } }: Request): SentPayment | null {
  const newer = headers['payment-signature'] as string | undefined;
  if (newer !== undefined) return { version: 2, text: newer };
  const older = headers['x-payment'] as string | undefined;
  return older === undefined ? null : { version: 1, text: older };
}
