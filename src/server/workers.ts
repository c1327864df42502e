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
import type { Job } from './jobs/job.ts';
import { allocateRebuildState } from './jobs/rebuild.ts';
import { allocateSeedingState } from './jobs/seeding.ts';
import { serveWrites } from './jobs/thread-store.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { findPort } from './start-error.ts';

/** A thread that dies at once would otherwise be started thousands of times a second. */
const RESTART_MS = 500;

export interface Workers extends Job {
  port: number;
  /** Counts of payment events, which the leader jobs share. */
  paymentCounts: SharedArrayBuffer;
  /** Resolves when all threads serve the newest generation. */
  refresh(): Promise<void>;
}

interface WorkersOptions {
  count: number;
  host: string;
  port: number;
  store: Store;
  /** Connections of each thread to PostgreSQL, at most. */
  connections?: number | undefined;
  live: LivePort;
  /** Whether parts of an older format are being rebuilt. Default: never. */
  rebuildState?: SharedArrayBuffer;
  /** Progress of a first build. Default: no build. */
  seedingState?: SharedArrayBuffer;
  /** Address of the demo's own payment provider. Default: none. */
  standIn?: string | null;
  /** The standby for dataset reads. Default: the primary. */
  standby?: StandbyLocation | null;
  onError(error: unknown): void;
}

export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, host } = options;
  // One port for all threads, restarted ones too.
  const port = await findPort(options.port, host);
  const shared = { counters: allocateCounters(), metrics: allocateMetrics(count), payments: allocatePaymentCounts() };
  const clientNetworks = allocateClientNetworks(count);
  const renderings = allocateRenderings();
  const serving = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const running = new Set<Worker>();
  const restarts = new Set<NodeJS.Timeout>();
  let stopping = false;

  /** A restarted thread continues the figures of the dead one. */
  const start = (thread: number): Promise<void> => {
    const { counters, metrics: memory, payments } = shared;
    const worker = startWorker(options, {
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
      options.onError(error);
      reject(error);
    });
    worker.on('exit', (code) => {
      running.delete(worker);
      releaseThread(clientNetworks, thread);
      reject(new Error(`A serving thread ended with code ${code}.`));
      if (!stopping) restart(thread);
    });
    return promise;
  };

  const restart = (thread: number): void => {
    const timer = setTimeout(() => {
      restarts.delete(timer);
      // The events of the thread report a failure, and restart it.
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
    // The first thread alone: it answers sooner while no other thread loads its modules.
    await start(0);
    await Promise.all(Array.from({ length: count - 1 }, (_, i) => start(i + 1)));
    Atomics.store(new Int32Array(serving), 0, 1);
  } catch (error) {
    await stop((worker) => worker.terminate());
    throw error;
  }
  const refresh = async (): Promise<void> => void (await Promise.all([...running].map(refreshWorker)));
  return { port, paymentCounts: shared.payments, refresh: refresh, stop: () => stop(stopWorker) };
}

type ThreadStart = Pick<WorkerStart, 'port' | 'counters' | 'clientNetworks' | 'renderings' | 'serving' | 'metrics'>;

function startWorker(options: WorkersOptions, own: ThreadStart): Worker {
  const { host, store, connections, onError } = options;
  const {
    rebuildState = allocateRebuildState(),
    seedingState = allocateSeedingState(),
    standIn = null,
    standby = null,
  } = options;
  const [live, writes] = [new MessageChannel(), new MessageChannel()];
  serve<LivePort>(live.port1, options.live, onError);
  serveWrites(writes.port1, store);
  const workerData: WorkerStart = {
    livePort: live.port2,
    storePort: writes.port2,
    changes: store.changes.memory,
    rebuildState,
    seedingState,
    standIn,
    standby,
    host,
    connections,
    ...own,
  };
  return new Worker(threadModule('server/worker'), { workerData, transferList: [live.port2, writes.port2] });
}

/** A thread that dies meanwhile reads the newest generation at its restart. */
function refreshWorker(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onMessage = (message: FromWorker): void => {
    if (message === 'refreshed') resolve();
  };
  const end = (): void => resolve();
  worker.on('message', onMessage);
  worker.once('exit', end);
  worker.postMessage('refresh' satisfies ToWorker);
  return promise.finally(() => {
    worker.off('message', onMessage);
    worker.off('exit', end);
  });
}

function stopWorker(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  worker.postMessage('stop' satisfies ToWorker);
  return promise;
}
