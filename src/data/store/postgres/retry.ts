/** What is asked of PostgreSQL once more: reads whose connection broke or that recovery cancelled, writes that lost against others. */
import pg from 'pg';
import { isBrokenConnection, SwallowedConnection, toStoreError } from './connection-errors.ts';
import { THREAD_CONNECTIONS } from './connections.ts';

/** No further attempt after this: with the wait for its connection, nobody learns later than in five seconds that there is none. */
const ATTEMPTS_MS = 1_500;
/** Connections of a pool break together: who asks may meet all of them before one is opened that works. */
const READS_MAX = THREAD_CONNECTIONS + 2;

/** Nothing was changed: what a broken connection or a replica's recovery took is read once more. */
export async function retryRead<T>(run: () => Promise<T>, tell: (error: unknown) => unknown = toStoreError): Promise<T> {
  let isRecovering = false;
  const isEnough = attemptLimit();
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isWorthIt = isBrokenConnection(error) || (cancelledByRecovery(error) && !isRecovering);
      if (isEnough(error) || !isWorthIt) throw tell(error);
      isRecovering ||= cancelledByRecovery(error);
    }
  }
}

/** Whether another attempt is worth it. Once more in any case where a connection was found out: the server answers on another. */
export function attemptLimit(): (error: unknown) => boolean {
  const since = performance.now();
  let count = 0;
  let isFoundOut = false;
  return (error) => {
    const isNews = error instanceof SwallowedConnection && !isFoundOut;
    isFoundOut ||= isNews;
    return ++count >= READS_MAX || (!isNews && performance.now() - since > ATTEMPTS_MS);
  };
}

/** On a replica a read dies when the rows it looks at are being cleaned up on the primary. */
export function cancelledByRecovery(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '40001' || (error.code === '57014' && error.message.includes('recovery'));
}

/** Deadlock or serialization failure: all statements were undone and can be run again. */
export const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
