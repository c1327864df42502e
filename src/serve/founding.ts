/** Makes the demo country while the service runs: company data first, which is served at once, then everything else. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { serve } from '#jobs/calls.ts';
import { type Clock, systemClock } from '#live/clock.ts';
import { isComplete } from '#store/manifest.ts';
import type { Store } from '#store/open.ts';
import { isStoreUnavailable } from '#store/unavailable.ts';
import type { FoundingStart, FromFounding, WritingThread } from './messages.ts';

/** Another process builds: the next look is after this. */
const BUSY_MS = 10_000;
/** Our own store was away. */
const STORE_RETRY_MS = 5_000;
/** What failed for another reason after company data was there is tried again after this. */
const AGAIN_MS = 900_000;

export interface FoundingNeeds {
  store: Store;
  /** Where it says how far it is. */
  board: SharedArrayBuffer;
  /** Serving threads look for what was published. */
  look(): Promise<void>;
  /** Something more is served; these parts are still to come. */
  onServed(awaits: readonly string[]): void;
  onError(error: unknown): void;
  clock?: Clock;
}

export interface Founding {
  /** Rejects when there is nothing to serve, and never will be. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Whether there is anything to be made: nothing is served, or a first build was broken off. */
export function isFoundingDue({ generations }: Pick<Store, 'generations'>): boolean {
  const current = generations.current();
  return current === null || !isComplete(current.manifest);
}

export function startFounding(needs: FoundingNeeds): Founding {
  const { store, clock = systemClock, onError } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});

  const found = async (): Promise<void> => {
    while (isFoundingDue(store) && !signal.aborted) {
      const outcome = await inThread(needs, signal);
      await store.generations.refresh().catch(onError);
      if (!isFoundingDue(store) || signal.aborted) return;
      if (outcome instanceof Error && !isStoreUnavailable(outcome)) {
        if (store.generations.current() === null) return failed.reject(outcome);
        onError(outcome);
      }
      await clock.sleep(restAfter(outcome), signal);
    }
  };
  const running = found();
  return {
    failed: failed.promise,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function restAfter(outcome: 'done' | 'busy' | Error): number {
  if (outcome === 'busy') return BUSY_MS;
  return isStoreUnavailable(outcome) ? STORE_RETRY_MS : AGAIN_MS;
}

/** A build has no pauses: not on the thread that writes for everybody. What it writes to state and live is handed over to that one. */
async function inThread(
  { store, board, look, onServed, onError }: FoundingNeeds,
  signal: AbortSignal,
): Promise<'done' | 'busy' | Error> {
  const { promise, resolve } = Promise.withResolvers<'done' | 'busy' | Error>();
  const { port1, port2 } = new MessageChannel();
  serve<WritingThread>(port1, { write: (name, statements) => store[name].write(statements) });
  const workerData: FoundingStart = { storePort: port2, board };
  const thread = new Worker(new URL('../demo/founding-thread.ts', import.meta.url), {
    workerData,
    transferList: [port2],
  });
  let said: 'done' | 'busy' = 'done';
  let served: Promise<void> = Promise.resolve();
  const tell = async (awaits: readonly string[]): Promise<void> => {
    await store.generations.refresh();
    await look();
    if (!signal.aborted) onServed(awaits);
  };
  thread.on('message', (message: FromFounding) => {
    if (message === 'busy') said = message;
    else served = served.then(() => tell(message.awaits)).catch(onError);
  });
  thread.once('error', resolve);
  thread.once('exit', () => resolve(said));
  // A build that is broken off goes on after what it has published.
  const breakOff = (): void => void thread.terminate();
  signal.addEventListener('abort', breakOff, { once: true });
  try {
    return await promise;
  } finally {
    await served;
    signal.removeEventListener('abort', breakOff);
    port1.close();
  }
}
