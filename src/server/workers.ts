/** Starts the serving threads, starts one anew when it dies, and stops them all. */
import { MessageChannel, Worker } from 'node:worker_threads';
import type { LivePort } from '#data/live/ports.ts';
import type { Store } from '#data/store/open.ts';
import type { StandbyLocation } from '#data/store/standby/standby-state.ts';
import { allocateRenderings } from '#domain/companies/hot-documents.ts';
import { threadModule } from '#lib/paths.ts';
import { serve } from '#lib/workers/calls.ts';
import { allocateCounters } from '#platform/limits/caller-slots.ts';
import { allocateMetrics } from '#platform/metrics/memory.ts';
import { allocatePaymentCounts } from '#platform/metrics/payment-metrics.ts';
import { allocateClientNetworks, releaseThread } from '#transports/http/slots.ts';
import { allocateRebuildState } from './jobs/rebuild.ts';
import { allocateSeedingState } from './jobs/seeding.ts';
import type { FromWorker, ToWorker, WorkerStart, WritingThread } from './messages.ts';
import { takePort } from './start-error.ts';

/** A thread that dies at once would otherwise be started thousands of times a second. */
const RESTART_MS = 500;

export interface Workers {
  port: number;
  /** What became of payments: others may count there, too. */
  paymentCounts: SharedArrayBuffer;
  /** All of them look for a new generation now, and have when this is over. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkersNeeds {
  count: number;
  host: string;
  port: number;
  store: Store;
  /** Of each of them to PostgreSQL, at most. */
  connections?: number | undefined;
  live: LivePort;
  /** Whether parts of an older format are being rebuilt. Default: never. */
  rebuildState?: SharedArrayBuffer;
  /** Says how far a first build is; left out, there is none. */
  board?: SharedArrayBuffer;
  /** Of the demo's own payment provider; left out, there is none. */
  standIn?: string | null;
  /** Where they read the dataset; left out, where everything else is. */
  standby?: StandbyLocation | null;
  onError(error: unknown): void;
}

export async function startWorkers(needs: WorkersNeeds): Promise<Workers> {
  const { count, host } = needs;
  // One port for all of them, also for those that are started anew.
  const port = await takePort(needs.port, host);
  const shared = { counters: allocateCounters(), metrics: allocateMetrics(count), payments: allocatePaymentCounts() };
  const clientNetworks = allocateClientNetworks(count);
  const renderings = allocateRenderings();
  const serving = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const running = new Set<Worker>();
  const restarts = new Set<NodeJS.Timeout>();
  let stopping = false;

  /** One that is started anew goes on with the figures of the one that died. */
  const start = (thread: number): Promise<void> => {
    const { counters, metrics: memory, payments } = shared;
    const worker = startWorker(needs, {
      port,
      counters,
      clientNetworks: { memory: clientNetworks, thread },
      renderings,
      serving,
      metrics: { memory, payments, thread },
    });
    running.add(worker);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.on('message', (message: FromWorker) => {
      if (message === 'listening') resolve();
    });
    worker.on('error', (error) => {
      needs.onError(error);
      reject(error);
    });
    worker.on('exit', (code) => {
      running.delete(worker);
      releaseThread(clientNetworks, thread);
      reject(new Error(`A serving thread ended with code ${code}.`));
      if (!stopping) startAgain(thread);
    });
    return promise;
  };

  const startAgain = (thread: number): void => {
    const timer = setTimeout(() => {
      restarts.delete(timer);
      // A failure was reported, and the thread's end starts the next one.
      start(thread).catch(() => {});
    }, RESTART_MS);
    restarts.add(timer);
  };

  const stop = async (end: (worker: Worker) => Promise<unknown>): Promise<void> => {
    stopping = true;
    for (const timer of restarts) clearTimeout(timer);
    await Promise.all([...running].map(end));
  };

  try {
    // The first alone: it answers sooner when the others do not load their modules at its side.
    await start(0);
    await Promise.all(Array.from({ length: count - 1 }, (_, i) => start(i + 1)));
    Atomics.store(new Int32Array(serving), 0, 1);
  } catch (error) {
    await stop((worker) => worker.terminate());
    throw error;
  }
  const look = async (): Promise<void> => void (await Promise.all([...running].map(lookNow)));
  return { port, paymentCounts: shared.payments, look, stop: () => stop(stopWorker) };
}

type Own = Pick<WorkerStart, 'port' | 'counters' | 'clientNetworks' | 'renderings' | 'serving' | 'metrics'>;

function startWorker(needs: WorkersNeeds, own: Own): Worker {
  const { host, store, live, connections, onError } = needs;
  const {
    rebuildState = allocateRebuildState(),
    board = allocateSeedingState(),
    standIn = null,
    standby = null,
  } = needs;
  const lives = new MessageChannel();
  const stores = new MessageChannel();
  serve<LivePort>(lives.port1, live, onError);
  serve<WritingThread>(stores.port1, { write: (name, statements) => store[name].write(statements) });
  const ports = { livePort: lives.port2, storePort: stores.port2 };
  const changes = store.changes.memory;
  const workerData: WorkerStart = {
    ...ports,
    changes,
    rebuildState,
    board,
    standIn,
    standby,
    host,
    connections,
    ...own,
  };
  return new Worker(threadModule('server/worker'), { workerData, transferList: [lives.port2, stores.port2] });
}

/** One that dies meanwhile looks when it is started anew. */
function lookNow(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hear = (message: FromWorker): void => {
    if (message === 'looked') resolve();
  };
  const end = (): void => resolve();
  worker.on('message', hear);
  worker.once('exit', end);
  worker.postMessage('look' satisfies ToWorker);
  return promise.finally(() => {
    worker.off('message', hear);
    worker.off('exit', end);
  });
}

function stopWorker(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  worker.postMessage('stop' satisfies ToWorker);
  return promise;
}
