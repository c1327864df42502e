/** What callers are told while our own database does not answer: never a 500, and when to come back. */
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { ApiError } from './api-error.ts';
import { meaning } from './meanings/sentences.ts';

/** A database that restarts is back within seconds, and we with it. */
const RETRY_AFTER_SECONDS = 5;

/** Whatever else went wrong stays as it is. */
export const asStoreError = (error: unknown): unknown =>
  isStoreUnavailable(error) && !(error instanceof ApiError)
    ? new ApiError('STORE_UNAVAILABLE', meaning.STORE_UNAVAILABLE(), {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      })
    : error;
