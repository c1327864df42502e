/** A store that does not answer now: stopped, restarted, cut off, full, or too slow. What was asked may be asked again later. */

const CODE = 'STORE_UNAVAILABLE';

export class StoreUnavailable extends Error {
  /** Travels with the error to other threads, where its class does not. */
  readonly code = CODE;

  constructor(cause: unknown) {
    super(`The database does not answer: ${reasonOf(cause)}`, { cause });
  }
}

/** Here, or on the thread that was asked. */
export const isStoreUnavailable = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === CODE;

/** An error of several attempts (a name that stands for two addresses) has no words of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
