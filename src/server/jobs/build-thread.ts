/** Runs a build in its own thread: a build does not yield, so it never runs on the thread that writes for all others. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Store } from '#data/store/open.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { serveWrites } from './thread-store.ts';

/** `busy`: another process is building. */
export type BuildOutcome = 'done' | 'busy' | Error;

const BUSY_RETRY_MS = 10_000;
const STORE_RETRY_MS = 5_000;
/** After another failure, such as a download from a source that is down. */
const FAILURE_RETRY_MS = 900_000;

export function retryMs(outcome: BuildOutcome): number {
  if (outcome === 'busy') return BUSY_RETRY_MS;
  return isStoreUnavailable(outcome) ? STORE_RETRY_MS : FAILURE_RETRY_MS;
}

export interface Build<Start extends { storePort: MessagePort }, Message> {
  thread: URL;
  /** Data for the thread, beside the port for its writes. */
  start: Omit<Start, 'storePort'>;
  onMessage?(message: Exclude<Message, 'busy' | 'done'>): void;
}

/** This thread executes the build's writes to state and live. An aborted build leaves the generations that it has published. */
export async function buildInThread<Start extends { storePort: MessagePort }, Message>(
  store: Store,
  { thread: file, start, onMessage }: Build<Start, Message>,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  const { promise, resolve } = Promise.withResolvers<BuildOutcome>();
  const { port1, port2 } = new MessageChannel();
  serveWrites(port1, store);
  const thread = new Worker(file, { workerData: { ...start, storePort: port2 }, transferList: [port2] });
  let outcome: 'done' | 'busy' = 'done';
  thread.on('message', (message: Message) => {
    if (message === 'busy') outcome = 'busy';
    else if (message !== 'done') onMessage?.(message as Exclude<Message, 'busy' | 'done'>);
  });
  thread.once('error', resolve);
  thread.once('exit', () => resolve(outcome));
  const terminate = (): void => void thread.terminate();
  signal.addEventListener('abort', terminate, { once: true });
  // A signal that was aborted before raises no event.
  if (signal.aborted) terminate();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', terminate);
    port1.close();
  }
}
