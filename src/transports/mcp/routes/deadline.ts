/** The deadline of a message: hosts wait for minutes, a person in a conversation does not. */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import type { Request } from '#transports/http/request.ts';

/** Twice the time of the slowest operation with unreachable sources. */
const ANSWER_MS_MAX = 60_000;

/** Throws after the deadline. `work` gets a signal that aborts with the request or at the deadline. */
export async function withDeadline<Result>(
  request: Pick<Request, 'signal'>,
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutMs: number = ANSWER_MS_MAX,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  request.signal.addEventListener('abort', abort, { once: true });
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timeout.reject(new ApiError('UPSTREAM_TIMEOUT', messages.agents.transport.late({ seconds: timeoutMs / 1_000 })));
    controller.abort();
  }, timeoutMs);
  try {
    return await Promise.race([work(controller.signal), timeout.promise]);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', abort);
  }
}
