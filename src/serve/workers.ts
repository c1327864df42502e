/** Starts the serving threads, starts one anew when it dies, and stops them all. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { serveCalls } from '#base/calls.ts';
import { type LivePort, servePort } from '#live/ports.ts';
import type { Statement } from '#store/database.ts';
import type { Store } from '#store/open.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';

/** A thread that dies at once would otherwise be started thousands of times a second. */
const RESTART_MS = 500;

export interface Workers {
  port: number;
  stop(): Promise<void>;
}

export interface WorkersNeeds {
  count: number;
  host: string;
  port: number;
  store: Store;
  live: LivePort;
  onError(error: unknown): void;
}

export async function startWorkers(needs: WorkersNeeds): Promise<Workers> {
  const running = new Set<Worker>();
  let stopping = false;

  const start = (port: number): Promise<number> => {
    const worker = startWorker(needs, port);
    running.add(worker);
    const listening = Promise.withResolvers<number>();
    worker.on('message', (message: FromWorker) => {
      if (message !== 'stopped') listening.resolve(message.listening);
    });
    worker.on('error', (error) => {
      needs.onError(error);
      listening.reject(error);
    });
    worker.on('exit', () => {
      running.delete(worker);
      if (!stopping) setTimeout(() => start(port).catch(() => {}), RESTART_MS);
    });
    return listening.promise;
  };

  // The first takes the port, which may be any free one; the others share it.
  let port: number;
  try {
    port = await start(needs.port);
    await Promise.all(Array.from({ length: needs.count - 1 }, () => start(port)));
  } catch (error) {
    stopping = true;
    await Promise.all([...running].map((worker) => worker.terminate()));
    throw error;
  }
  return {
    port,
    async stop() {
      stopping = true;
      await Promise.all([...running].map(stopWorker));
    },
  };
}

function startWorker({ host, store, live }: WorkersNeeds, port: number): Worker {
  const lives = new MessageChannel();
  const stores = new MessageChannel();
  servePort(live, lives.port1);
  serveCalls(stores.port1, {
    write: (name: 'state' | 'live', statements: Statement[]) => store[name].write(statements),
  });
  const workerData: WorkerStart = { livePort: lives.port2, storePort: stores.port2, port, host };
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData, transferList: [lives.port2, stores.port2] });
}

function stopWorker(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  worker.postMessage('stop' satisfies ToWorker);
  return promise;
}
