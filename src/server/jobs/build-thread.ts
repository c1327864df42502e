/** Runs a build in a thread of its own: a build does not yield, so it never runs on the thread that writes for all others. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Store } from '#data/store/open.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { serve } from '#lib/workers/calls.ts';
import type { WritingThread } from '#server/messages.ts';

/** `busy`: another process is building. */
export type BuildOutcome = 'done' | 'busy' | Error;

/** Another process builds: the next look is after this. */
const BUSY_MS = 10_000;
/** Our own store was away. */
const STORE_RETRY_MS = 5_000;
/** What failed for another reason, as a download does when a source is down, is tried again after this. */
const AGAIN_MS = 900_000;

export function restAfter(outcome: BuildOutcome): number {
  if (outcome === 'busy') return BUSY_MS;
  return isStoreUnavailable(outcome) ? STORE_RETRY_MS : AGAIN_MS;
}

export interface Build<Start extends { storePort: MessagePort }, Message> {
  thread: URL;
  /** What the thread is given beside the port that takes its writes. */
  start: Omit<Start, 'storePort'>;
  /** What it says besides that another process is building. */
  onMessage?(message: Exclude<Message, 'busy' | 'done'>): void;
}

/** What it writes to state and live is handed over to this thread. Broken off, it leaves what it has published. */
export async function buildInThread<Start extends { storePort: MessagePort }, Message>(
  store: Store,
  { thread: file, start, onMessage }: Build<Start, Message>,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  const { promise, resolve } = Promise.withResolvers<BuildOutcome>();
  const { port1, port2 } = new MessageChannel();
  serve<WritingThread>(port1, { write: (name, statements) => store[name].write(statements) });
  const thread = new Worker(file, { workerData: { ...start, storePort: port2 }, transferList: [port2] });
  let said: 'done' | 'busy' = 'done';
  thread.on('message', (message: Message) => {
    if (message === 'busy') said = 'busy';
    else if (message !== 'done') onMessage?.(message as Exclude<Message, 'busy' | 'done'>);
  });
  thread.once('error', resolve);
  thread.once('exit', () => resolve(said));
  const breakOff = (): void => void thread.terminate();
  signal.addEventListener('abort', breakOff, { once: true });
  // A signal that was aborted before raises no event.
  if (signal.aborted) breakOff();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', breakOff);
    port1.close();
  }
}
