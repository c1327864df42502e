/** So many at once; others wait for their turn, in order. */

export interface Turns {
  /** What it gives ends the turn. Who aborts waits no more. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(atOnce: number): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;
  const begin = (): (() => void) => {
    taken++;
    return () => {
      taken--;
      const [next] = waiting;
      next?.();
    };
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (taken < atOnce) return begin();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const next = (): void => {
        waiting.delete(next);
        resolve(begin());
      };
      const leave = (): void => {
        if (waiting.delete(next)) reject(signal.reason);
      };
      waiting.add(next);
      signal.addEventListener('abort', leave, { once: true });
      return promise.finally(() => signal.removeEventListener('abort', leave));
    },
  };
}
