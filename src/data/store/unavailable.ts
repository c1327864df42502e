/** A store that is unavailable now: stopped, restarting, cut off, full, or too slow. A later attempt may succeed. */
import { isFullCode } from './sqlite/machine-fault.ts';

const CODE = 'STORE_UNAVAILABLE';

export class StoreUnavailable extends Error {
  /** Crosses to other threads with the error, where its class does not. */
  readonly code = CODE;

  constructor(cause: unknown, message = `The database does not answer: ${reasonOf(cause)}`) {
    super(message, { cause });
  }
}

/** Also for an error from another thread. */
export const isStoreUnavailable = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === CODE;

/** A file cannot be written for lack of space: files outside of databases, and parts of a generation. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode = 0 } = (error ?? {}) as { code?: unknown; errcode?: number };
  return code === 'ENOSPC' || code === 'EDQUOT' || isFullCode(errcode);
}

/** An error of several attempts (a name with two addresses) has an empty message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
