/** The HTTP client that all sources share. Answers are bytes; the adapters validate the bodies. */
import { exchange, type Limits, type Request } from '#lib/safe-fetch/exchange.ts';
import type { Answer, Unavailable } from '#lib/safe-fetch/outcome.ts';
import { type Clock, realClock, retryAfterMs, withRetries } from './retry.ts';

export interface Client {
  /** An answer of any status, or the reason why there is none. Throws only on the caller's signal and on errors of this program. */
  send(request: Request, limits: Limits): Promise<Answer | Unavailable>;
}

export const createClient = (clock: Clock = realClock): Client => ({
  send: (request, limits) =>
    withRetries(request, limits, clock, async (): Promise<Answer> => {
      const { status, headers, body } = await exchange(request, limits);
      return {
        status,
        contentType: headers['content-type'] ?? '',
        bytes: Buffer.concat(await Array.fromAsync(body)),
        retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()),
        cookies: headers['set-cookie'] ?? [],
      };
    }),
});

export const isAnswer = (result: Answer | Unavailable): result is Answer => 'status' in result;
