/**
 * A letter of the demo as HTML, as its reader's mail program would show it: a document of its own under a policy that lets nothing
 * run or load, and knows its one style by its digest. A frame in our page would need that page's policy to be wider.
 */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';

import { STYLE_SOURCE } from '#platform/mail/email.ts';
import { isFromThisMachine } from '#transports/http/client-address.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';
import { LETTER_PATH, type Outbox } from './outbox.ts';

const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** As they are made. */
const ID = /^[0-9a-f-]{36}$/;

export function addOutboxLetter(router: Router<Handler>, outbox: Outbox): void {
  router.add('GET', LETTER_PATH, async (request) => {
    const id = request.params.letter ?? '';
    const letter = isFromThisMachine(request) && ID.test(id) ? await outbox.letter(id) : null;
    if (letter === null) throw new ApiError('ROUTE_NOT_FOUND', messages.operations.noSuchPath());
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-language': letter.language,
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
      body: letter.html,
    };
  });
}
