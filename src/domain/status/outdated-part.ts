/** What callers are told when an operation needs a part of an older format: that it is being made again, or that it is not there. Never a 500. */

import { ApiError } from '#api/api-error.ts';
import { UnreadablePart } from '#data/store/dataset.ts';
import { messages } from '#locales/messages.ts';

/** Small parts take seconds, those of the whole country minutes. */
const RETRY_AFTER_SECONDS = 30;

/** For the kernel, which asks about every error of an operation. */
export const explainUnreadable =
  (isRebuilding: () => boolean) =>
  (error: unknown): unknown =>
    error instanceof UnreadablePart ? problem(isRebuilding()) : error;

const problem = (isRebuilding: boolean): ApiError =>
  isRebuilding
    ? new ApiError('SERVICE_STARTING', messages.status.madeAgain(), {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      })
    : new ApiError('SOURCE_NOT_LOADED', messages.status.notMadeAgain());
