/** What callers are told when an operation needs a part of an older format: that it is being made again, or that it is not there. Never a 500. */
import type { AnyEndpoint, Call } from '#http/endpoint.ts';
import { Problem } from '#http/problem.ts';
import { UnreadablePart } from '#store/dataset.ts';

/** Small parts take seconds, those of the whole country minutes. */
const RETRY_AFTER_SECONDS = 30;

export const tellUnreadable =
  (isMadeAgain: () => boolean) =>
  (declaration: AnyEndpoint): AnyEndpoint => ({
    ...declaration,
    handle(input, call: Call) {
      const answer = declaration.handle(input, call);
      if (call.dataset.unreadable.length === 0) return answer;
      return answer.catch((error) => {
        throw error instanceof UnreadablePart ? problem(isMadeAgain()) : error;
      });
    },
  });

const problem = (isMadeAgain: boolean): Problem =>
  isMadeAgain
    ? new Problem(
        'SERVICE_STARTING',
        'What this operation reads is being made again for a new version of the service. Try again in a few minutes.',
        { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
      )
    : new Problem(
        'SOURCE_NOT_LOADED',
        'What this operation reads was written by an older version of the service and has not been made again.',
      );
