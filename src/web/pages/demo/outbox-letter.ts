/**
 * A letter of the demo as HTML, as its reader's mail program would show it: a document of its own under a policy that lets nothing
 * run or load, and knows its one style by its digest. A frame in our page would need that page's policy to be wider.
 */
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { isFromThisMachine } from '#http/this-machine.ts';
import { STYLE_SOURCE } from '#mail/letter-html.ts';
import { Problem } from '#operations/problem.ts';
import { said } from '#operations/sentences.ts';
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
    if (letter === null) throw new Problem('ROUTE_NOT_FOUND', said.noSuchPath());
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
