/** Retries of PostgreSQL: reads whose connection broke or that recovery cancelled, writes that lost a conflict. */
import pg from 'pg';
import { isBrokenConnection, SwallowedConnection, toStoreError } from './connection-errors.ts';
import { THREAD_CONNECTIONS } from './connections.ts';

/** No further attempt after this: with the wait for its connection, a caller gets the error within five seconds. */
const ATTEMPTS_MS = 1_500;
/** Connections of a pool break together: a caller may meet all of them before a new one is opened. */
const READS_MAX = THREAD_CONNECTIONS + 2;

/** Reads are safe to repeat after a broken connection or a cancellation by a replica's recovery. */
export async function retryRead<T>(
  run: () => Promise<T>,
  toError: (error: unknown) => unknown = toStoreError,
): Promise<T> {
  let isRecovering = false;
  const isExhausted = attemptLimit();
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isRetryable = isBrokenConnection(error) || (cancelledByRecovery(error) && !isRecovering);
      if (isExhausted(error) || !isRetryable) throw toError(error);
      isRecovering ||= cancelledByRecovery(error);
    }
  }
}

/** Whether to give up. A dead connection always allows one more attempt, because the server answers on another. */
export function attemptLimit(): (error: unknown) => boolean {
  const since = performance.now();
  let count = 0;
  let hasFoundDead = false;
  return (error) => {
    const isFirst = error instanceof SwallowedConnection && !hasFoundDead;
    hasFoundDead ||= isFirst;
    return ++count >= READS_MAX || (!isFirst && performance.now() - since > ATTEMPTS_MS);
  };
}

/** On a replica a read is cancelled when the primary removes the rows it looks at. */
export function cancelledByRecovery(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '40001' || (error.code === '57014' && error.message.includes('recovery'));
}

/** Deadlock or serialization failure: all statements were rolled back and can be repeated. */
export const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
