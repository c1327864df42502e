/** Where parts are filled: small ones in this thread, one after the other, and large ones at the same time, each in a thread of its own. */
import { availableParallelism, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Build, PartAbout, ReservedPart } from '#data/store/dataset.ts';
import type { StoreSettings } from '#data/store/open.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { threadModule } from '#lib/paths.ts';
import { reviveError, type SerializedError } from '#lib/workers/error-codec.ts';
import { createSemaphore } from '#lib/workers/semaphore.ts';
import type { Reading } from './file-reading.ts';
import { type Filled, type FillOrder, fillPart } from './fillers.ts';
import type { Step } from './progress.ts';

export interface PartOrder extends FillOrder {
  about: PartAbout;
  /** As in `PartPlan`. */
  total: number | null;
}

export interface Lanes {
  /** `begin`: when a lane is free. */
  fill(order: PartOrder, begin: () => Step): Promise<Filled & { seconds: number; step: Step }>;
  /** Ends what is being filled. */
  close(): Promise<void>;
}

export interface LaneOptions extends Pick<Reading, 'state' | 'live' | 'workbooks'> {
  build: Build;
  /** To open the stores in other threads. Default: all parts are filled in this one. */
  settings?: StoreSettings | undefined;
  /** Default: as many as this machine has use for. */
  threads?: Threads | undefined;
}

export interface Threads {
  count: number;
  /** Files and other parts that the part reads; with fewer bytes it is filled in this thread. */
  bytesMin: number;
}

/** A thread starts in 0.3 s of CPU; a part of this size takes 3 s or more. */
const BYTES_MIN = 15_000_000;
const THREADS_MAX = 4;
/** Of one thread, with a part of the whole country. */
const MEMORY_BYTES = 2_000_000_000;

/** Others wait for these, or end before. The threads of the other parts give way to them, and to a service beside the build. */
const URGENT: readonly string[] = ['registry', 'procurement'];

const NO_THREADS: Threads = { count: 1, bytesMin: Number.POSITIVE_INFINITY };

function usualThreads({ databaseUrl, connections }: StoreSettings): Threads {
  const cores = availableParallelism();
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  // One more than cores, so that an urgent part never waits for another one to end.
  const count = Math.min(THREADS_MAX, cores + 1, Math.floor(memory / MEMORY_BYTES));
  // The connections of a service to PostgreSQL are counted, and it has none for such threads.
  const isService = databaseUrl !== null && connections !== undefined;
  return cores === 1 || count < 2 || isService ? NO_THREADS : { count, bytesMin: BYTES_MIN };
}

/** An order to another thread, as plain data. */
export interface ThreadOrder extends PartOrder {
  reserved: ReservedPart;
  settings: StoreSettings;
  givesWay: boolean;
}

export type FromPartThread = { at: Parameters<Step['at']> } | { filled: Filled } | { error: SerializedError };

export function openLanes({ build, settings, threads, ...stores }: LaneOptions): Lanes {
  const { count, bytesMin } = settings ? (threads ?? usualThreads(settings)) : NO_THREADS;
  const closing = new AbortController();
  const [here, there] = [createSemaphore(1), createSemaphore(count)];
  const running = new Set<Promise<unknown>>();

  const fillHere = async (order: PartOrder, step: Step): Promise<Filled> => {
    const part = await build.part(order.name, order.about, order.beside, rowsOf(order, step));
    return fillPart(part, order, { ...stores, step });
  };

  const fillThere = async (order: PartOrder, step: Step): Promise<Filled> => {
    const workerData = {
      ...order,
      // Without functions.
      input: JSON.parse(JSON.stringify(order.input)),
      reserved: await build.reserve(order.name, order.about),
      settings: { ...(settings as StoreSettings), connections: SIDE_CONNECTIONS },
      givesWay: !URGENT.includes(order.name),
    } satisfies ThreadOrder;
    const { promise, resolve, reject } = Promise.withResolvers<Filled>();
    const thread = new Worker(threadModule('data/ingest/part-thread'), { workerData });
    thread.on('message', (message: FromPartThread) => {
      if ('at' in message) step.at(...message.at);
      else if ('error' in message) reject(reviveError(message.error));
      else resolve(message.filled);
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error(`The thread that filled ${order.name} ended.`)));
    const end = (): void => void thread.terminate();
    closing.signal.addEventListener('abort', end);
    if (closing.signal.aborted) end();
    return promise.finally(() => thread.terminate());
  };

  async function fill(order: PartOrder, begin: () => Step): ReturnType<Lanes['fill']> {
    const bytes = order.beside.reduce((sum, part) => sum + (part.bytes ?? 0), order.total ?? 0);
    const isLarge = bytes >= bytesMin;
    const release = await (isLarge ? there : here).acquire(closing.signal);
    const started = performance.now();
    const step = begin();
    try {
      const filled = await (isLarge ? fillThere : fillHere)(order, step);
      return { ...filled, step, seconds: (performance.now() - started) / 1000 };
    } catch (error) {
      step.end('not built');
      throw error;
    } finally {
      release();
    }
  }

  return {
    fill(order, begin) {
      const filled = fill(order, begin);
      running.add(filled);
      return filled.finally(() => running.delete(filled));
    },
    async close() {
      closing.abort(new Error('The build has ended.'));
      await Promise.allSettled(running);
    },
  };
}

/** Rows are the progress of a part whose amount of work nobody knows. */
export const rowsOf = ({ total }: PartOrder, step: Step): ((rows: number) => void) =>
  total === null ? (rows) => step.at(rows, rows) : () => {};
