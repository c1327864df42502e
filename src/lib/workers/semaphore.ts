/** Limits concurrent work; others wait in order. */

export interface Semaphore {
  /** Resolves with the function that releases the slot. An abort ends the wait. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(slots: number): Semaphore {
  const waiting = new Set<() => void>();
  let active = 0;
  const start = (): (() => void) => {
    active++;
    return () => {
      active--;
      const [next] = waiting;
      next?.();
    };
  };
  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (active < slots) return start();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const next = (): void => {
        waiting.delete(next);
        resolve(start());
      };
      const cancel = (): void => {
        if (waiting.delete(next)) reject(signal.reason);
      };
      waiting.add(next);
      signal.addEventListener('abort', cancel, { once: true });
      return promise.finally(() => signal.removeEventListener('abort', cancel));
    },
  };
}
