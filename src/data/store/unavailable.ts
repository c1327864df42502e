/** A store that is unavailable now: stopped, restarting, cut off, full, or too slow. A later attempt may succeed. */

const CODE = 'STORE_UNAVAILABLE';

export class StoreUnavailable extends Error {
  /** Crosses to other threads with the error, where its class does not. */
  readonly code = CODE;

  constructor(cause: unknown) {
    super(`The database does not answer: ${reasonOf(cause)}`, { cause });
  }
}

/** Also for an error from another thread. */
export const isStoreUnavailable = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === CODE;

/** An error of several attempts (a name with two addresses) has an empty message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
