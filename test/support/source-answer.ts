/** An answer of a live source, in the form of the client. */
import type { Answer } from '#lib/safe-fetch/outcome.ts';

export function answerOf(body: string | Uint8Array | object, status = 200): Answer {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return {
    status,
    contentType: 'text/plain',
    bytes: raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
    retryAfterMs: null,
  };
}
