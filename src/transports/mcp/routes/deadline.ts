/** The time that a message gets: hosts wait for minutes, a person in a conversation does not. */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import type { Request } from '#transports/http/request.ts';

/** Twice what the slowest operation takes when its sources are silent. */
const ANSWER_MS_MAX = 60_000;

/** `work` is told by the signal that nobody waits any more: the caller has left, or the time is over, which is thrown. */
export async function within<Result>(
  request: Pick<Request, 'signal'>,
  work: (signal: AbortSignal) => Promise<Result>,
  waitMs: number = ANSWER_MS_MAX,
): Promise<Result> {
  const ending = new AbortController();
  const left = (): void => ending.abort();
  request.signal.addEventListener('abort', left, { once: true });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new ApiError('UPSTREAM_TIMEOUT', messages.agents.door.late({ seconds: waitMs / 1_000 })));
    ending.abort();
  }, waitMs);
  try {
    return await Promise.race([work(ending.signal), late.promise]);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', left);
  }
}
