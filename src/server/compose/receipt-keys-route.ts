/** The public keys of receipts, old ones too, where programs look for them. */

import type { ReceiptKeys } from '#domain/receipts/receipt-keys.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';

/** Short, so that who checks a receipt right after a rotation finds its key. */
const MAX_AGE_SECONDS = 300;

export function addReceiptKeys(router: Router<Handler>, keys: ReceiptKeys): void {
  router.add('GET', '/.well-known/receipt-keys.json', () => ({
    status: 200,
    headers: {
      'content-type': 'application/jwk-set+json',
      'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    },
    body: JSON.stringify({ keys: keys.all() }),
  }));
}
