/** Where the payment provider sends its events: the bytes as they came, because signatures are of bytes. */

import { ApiError } from '#api/api-error.ts';
import { anonymousCaller } from '#api/caller.ts';
import type { Billing } from '#platform/billing/billing.ts';
import { said } from '#platform/billing/sentences.ts';
import type { AddressOf } from '#transports/http/client-address.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';

export const WEBHOOK_PATH = '/billing/webhook';
/** Ten times the largest event of a subscription. */
const BYTES_MAX = 256_000;

export function addBillingWebhook(router: Router<Handler>, billing: Billing, addressOf: AddressOf): void {
  router.add('POST', WEBHOOK_PATH, async (request) => {
    const body = await request.bytes({ bytesMax: BYTES_MAX }, anonymousCaller(addressOf(request)));
    // Whatever is wrong with it, its sender learns nothing more.
    if (!(await billing.take(body, request.header('stripe-signature') ?? '', request.now)))
      throw new ApiError('INVALID_BODY', said.noEvent());
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: '{"received":true}',
    };
  });
}
