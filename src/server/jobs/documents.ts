/** Starts the thread of documents, restarts it when it dies, and stops it. A failure of the thread does not affect the service. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { systemClock } from '#data/live/clock.ts';
import { threadModule } from '#lib/paths.ts';
import { reviveError } from '#lib/workers/error-codec.ts';
import type { Config } from '#server/config/config.ts';
import type { DocumentsStart, FromDocuments, ToDocuments } from '#server/messages.ts';
import { type Job, type JobContext, startJob } from './job.ts';
import { serveWrites } from './thread-store.ts';

/** After a start the serving threads come first. */
const FIRST_MS = 1_000;
/** Doubled with every death in a row. */
const RESTART_MS = 5_000;
const RESTART_MS_MAX = 900_000;
/** A thread that ran for so long died of a new cause. */
const STABLE_MS = 600_000;
/** The next start goes on with the interrupted work. */
const GRACE_MS = 800;

type DocumentsContext = JobContext & {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'country' | 'documents'>;
  /** Of the procurement system, as soon as it is known. */
  address: Promise<string>;
  /** Of the simulated country, which serves the lists of its authorities; null: the real ones. */
  simulated: Promise<string> | null;
  paceMs: number;
  /** Time for the thread to release its locks before it is terminated. */
  graceMs?: number;
};

export function startDocuments(context: DocumentsContext): Job {
  const { clock = systemClock, onError } = context;
  return startJob(async (signal) => {
    const address = await Promise.race([context.address.catch(() => null), aborted(signal)]);
    // Without the simulated country there is no system to query; its failure is reported already.
    if (address === null) return;
    const listsAt = await context.simulated;
    let deaths = 0;
    await clock.sleep(FIRST_MS, signal);
    while (!signal.aborted) {
      const startedAt = clock.now();
      const error = await runThread(context, { address, listsAt }, signal);
      if (signal.aborted) return;
      onError(error);
      deaths = clock.now() - startedAt > STABLE_MS ? 1 : deaths + 1;
      await clock.sleep(Math.min(RESTART_MS * 2 ** (deaths - 1), RESTART_MS_MAX), signal);
    }
  });
}

/** Returns the reason of the thread's end. */
async function runThread(
  context: DocumentsContext,
  places: Pick<DocumentsStart, 'address' | 'listsAt'>,
  signal: AbortSignal,
) {
  const { store, paceMs, lease = null, graceMs = GRACE_MS, onError } = context;
  const { dataFolder, databaseUrl, country, documents } = context.config;
  const { port1, port2 } = new MessageChannel();
  serveWrites(port1, store);
  const config = { dataFolder, databaseUrl, country };
  const changes = store.changes.memory;
  const workerData: DocumentsStart = { storePort: port2, changes, lease, config, documents, ...places, paceMs };
  const thread = new Worker(threadModule('server/jobs/documents-thread'), { workerData, transferList: [port2] });
  const ended = Promise.withResolvers<unknown>();
  thread.on('message', ({ error }: FromDocuments) => onError(reviveError(error)));
  thread.once('error', ended.resolve);
  thread.once('exit', (code) => ended.resolve(new Error(`The thread of documents ended with code ${code}.`)));
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    thread.postMessage('stop' satisfies ToDocuments);
    late = setTimeout(() => void thread.terminate(), graceMs);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ended.promise;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    port1.close();
  }
}

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
