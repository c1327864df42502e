/** Makes parts of an older format again while the service runs; operations that need none of them are answered meanwhile. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { serve } from '#jobs/calls.ts';
import { type Clock, systemClock } from '#live/clock.ts';
import type { Store } from '#store/open.ts';
import { isStoreUnavailable } from '#store/unavailable.ts';
import type { FromRebuild, RebuildStart, WritingThread } from './messages.ts';

/** Another process builds: the next look is after this. */
const BUSY_MS = 10_000;
/** What failed, as a download does when a source is down, is tried again after this. */
const AGAIN_MS = 900_000;
/** Our own store was away. */
const STORE_RETRY_MS = 5_000;

export interface RebuildNeeds {
  store: Store;
  /** Set while parts are being made again: serving threads tell it to their callers. */
  underway: SharedArrayBuffer;
  clock?: Clock;
  onError(error: unknown): void;
}

export const allocateUnderway = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
export const isUnderway = (underway: SharedArrayBuffer): boolean => Atomics.load(new Int32Array(underway), 0) === 1;

/** At once when there is nothing to be made again. */
export function startRebuild({ store, underway, clock = systemClock, onError }: RebuildNeeds) {
  const stopping = new AbortController();
  const tell = (value: 0 | 1): void => void Atomics.store(new Int32Array(underway), 0, value);
  const isDue = (): boolean => (store.generations.current()?.unreadable.length ?? 0) > 0;

  const rebuild = async (): Promise<void> => {
    while (isDue() && !stopping.signal.aborted) {
      tell(1);
      const outcome = await inThread(store, stopping.signal);
      await store.generations.refresh().catch(onError);
      // The serving threads look for the new generation once a second: until then it is still under way.
      if (!isDue() || stopping.signal.aborted) return;
      if (outcome !== 'busy') {
        tell(0);
        onError(outcome instanceof Error ? outcome : new Error('Parts of an older format were not made again.'));
      }
      await clock.sleep(restAfter(outcome), stopping.signal);
    }
  };
  const running = rebuild();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

function restAfter(outcome: 'done' | 'busy' | Error): number {
  if (outcome === 'busy') return BUSY_MS;
  return isStoreUnavailable(outcome) ? STORE_RETRY_MS : AGAIN_MS;
}

/** A build has no pauses: not on the thread that writes for everybody. What it writes to the state is handed over to that one. */
async function inThread(store: Store, signal: AbortSignal): Promise<'done' | 'busy' | Error> {
  const { promise, resolve } = Promise.withResolvers<'done' | 'busy' | Error>();
  const { port1, port2 } = new MessageChannel();
  serve<WritingThread>(port1, { write: (name, statements) => store[name].write(statements) });
  const workerData: RebuildStart = { storePort: port2 };
  const thread = new Worker(new URL('./rebuild-thread.ts', import.meta.url), { workerData, transferList: [port2] });
  let said: FromRebuild = 'done';
  thread.once('message', (message: FromRebuild) => {
    said = message;
  });
  thread.once('error', resolve);
  thread.once('exit', () => resolve(said));
  // A build that is broken off leaves nothing behind that matters.
  const breakOff = (): void => void thread.terminate();
  signal.addEventListener('abort', breakOff, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', breakOff);
    port1.close();
  }
}
