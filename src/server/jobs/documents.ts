/** Starts the thread of documents, restarts it when it dies, and stops it. A failure of the thread does not affect the service. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '#data/live/clock.ts';
import type { LeaderLease } from '#data/store/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { threadModule } from '#lib/paths.ts';
import { serve } from '#lib/workers/calls.ts';
import { arrived } from '#lib/workers/error-codec.ts';
import type { Config } from '#server/config/config.ts';
import type { DocumentsStart, FromDocuments, ToDocuments, WritingThread } from '#server/messages.ts';

/** After a start the serving threads come first. */
const FIRST_MS = 1_000;
/** Doubled with every death in a row, up to a quarter of an hour. */
const RESTART_MS = 5_000;
const RESTART_MS_MAX = 900_000;
/** A thread that ran for so long died of a new cause. */
const LIVED_MS = 600_000;
/** What it is in the middle of goes on after the next start. */
const GRACE_MS = 800;

export interface DocumentsKeeper {
  stop(): Promise<void>;
}

export interface DocumentsNeeds {
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'country' | 'documents'>;
  store: Store;
  /** Of the procurement system, as soon as it is known. */
  address: Promise<string>;
  paceMs: number;
  /** Absent: no other host collects. */
  lead?: LeaderLease;
  clock?: Clock;
  /** For the thread to let go of what it holds, before it is ended. */
  graceMs?: number;
  onError(error: unknown): void;
}

export function startDocuments(needs: DocumentsNeeds): DocumentsKeeper {
  const { clock = systemClock, onError } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (): Promise<void> => {
    const address = await Promise.race([needs.address.catch(() => null), aborted(signal)]);
    // Without the simulated country there is no system to query; its failure is reported already.
    if (address === null) return;
    let deaths = 0;
    await clock.sleep(FIRST_MS, signal);
    while (!signal.aborted) {
      const startedAt = clock.now();
      const error = await runThread(needs, address, signal);
      if (signal.aborted) return;
      onError(error);
      deaths = clock.now() - startedAt > LIVED_MS ? 1 : deaths + 1;
      await clock.sleep(Math.min(RESTART_MS * 2 ** (deaths - 1), RESTART_MS_MAX), signal);
    }
  };
  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

/** Why it ended. */
async function runThread(needs: DocumentsNeeds, address: string, signal: AbortSignal) {
  const { config, store, paceMs, lead = null, graceMs = GRACE_MS, onError } = needs;
  const { dataFolder, databaseUrl, country, documents } = config;
  const { port1, port2 } = new MessageChannel();
  serve<WritingThread>(port1, { write: (name, statements) => store[name].write(statements) });
  const settings = { databaseUrl, folder: dataFolder, country, connections: SIDE_CONNECTIONS };
  const changes = store.changes.memory;
  const workerData: DocumentsStart = { storePort: port2, changes, lead, settings, documents, address, paceMs };
  const thread = new Worker(threadModule('server/jobs/documents-thread'), { workerData, transferList: [port2] });
  const ended = Promise.withResolvers<unknown>();
  thread.on('message', ({ error }: FromDocuments) => onError(arrived(error)));
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
