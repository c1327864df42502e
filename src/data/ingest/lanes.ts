/** Where parts are filled: small ones in this thread, one after the other, and large ones at the same time, each in a thread of its own. */
import { once } from 'node:events';
import { availableParallelism, totalmem } from 'node:os';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Database, Row, Statement } from '#data/store/database.ts';
import type { Build, PartAbout, ReservedPart } from '#data/store/dataset.ts';
import type { StoreSettings } from '#data/store/open.ts';
import { SIDE_CONNECTIONS } from '#data/store/postgres/connections.ts';
import { threadModule } from '#lib/paths.ts';
import { connect, serve } from '#lib/workers/calls.ts';
import { createSemaphore } from '#lib/workers/semaphore.ts';
import { type Filled, type FillOrder, fillPart } from './fillers.ts';
import type { Filling } from './filling.ts';
import type { Step } from './progress.ts';

export interface PartOrder extends FillOrder {
  name: string;
  about: PartAbout;
  /** Of its files, and of the parts that it reads. */
  bytes: number;
  /** Whether rows are its progress, because nobody knows the amount of work. */
  countsRows: boolean;
}

export interface Lanes {
  /** `begin`: when a lane is free. */
  fill(order: PartOrder, begin: () => Step): Promise<Filled>;
  /** Ends what is being filled. */
  close(): Promise<void>;
}

export interface LaneOptions extends Pick<Filling, 'state' | 'live' | 'workbooks'> {
  build: Build;
  /** To open the stores in other threads. Default: all parts are filled in this one. */
  settings?: StoreSettings | undefined;
  /** Default: as many as this machine has use for. */
  threads?: Threads | undefined;
}

export interface Threads {
  /** With one or none, all parts are filled in this thread. */
  count: number;
  /** Smaller parts are filled in this thread. */
  bytesMin: number;
}

/** A thread starts in 0.3 s of CPU; a part of this size takes 2 s. */
const PART_BYTES = 8_000_000;

const THREADS_MAX = 4;
/** Of one thread, with the largest part of a country. */
const MEMORY_BYTES = 2_000_000_000;

const NO_THREADS: Threads = { count: 0, bytesMin: 0 };

function usualThreads({ databaseUrl, connections }: StoreSettings): Threads {
  // The threads of a service share its connections to PostgreSQL, which are counted; a command has its own.
  if (databaseUrl !== null && connections !== undefined) return NO_THREADS;
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return {
    count: Math.min(THREADS_MAX, availableParallelism(), Math.floor(memory / MEMORY_BYTES)),
    bytesMin: PART_BYTES,
  };
}

/** The longest first, and what others wait for. */
const FIRST: readonly string[] = ['registry', 'changes', 'history', 'procurement', 'search', 'rankings', 'finances'];
const turnOf = ({ by }: PartOrder): number => (FIRST.includes(by) ? FIRST.indexOf(by) : FIRST.length);

export function openLanes({ build, settings, threads, ...stores }: LaneOptions): Lanes {
  const { count, bytesMin } = settings ? (threads ?? usualThreads(settings)) : NO_THREADS;
  const closing = new AbortController();
  const here = createSemaphore(1);
  const pool = settings && count > 1 ? threadPool(count, { settings, state: stores.state }) : null;
  const running = new Set<Promise<unknown>>();

  const fillHere = async (order: PartOrder, begin: () => Step): Promise<Filled> => {
    const release = await here.acquire(closing.signal);
    try {
      const step = begin();
      const part = await build.part(order.name, order.about, order.beside, rowsOf(order, step));
      return await fillPart(part, order, stores, step);
    } finally {
      release();
    }
  };

  const fillThere = (there: ThreadPool, order: PartOrder, begin: () => Step): Promise<Filled> =>
    there.use(turnOf(order), async (thread) => {
      const step = begin();
      return thread.fill({ ...order, reserved: await build.reserve(order.name, order.about) }, step);
    });

  return {
    fill(order, begin) {
      const filled = pool === null || order.bytes < bytesMin ? fillHere(order, begin) : fillThere(pool, order, begin);
      running.add(filled);
      return filled.finally(() => running.delete(filled));
    },
    async close() {
      closing.abort(new Error('The build has ended.'));
      await pool?.close();
      await Promise.allSettled(running);
    },
  };
}

export const rowsOf = ({ countsRows }: Pick<PartOrder, 'countsRows'>, step: Step): ((rows: number) => void) =>
  countsRows ? (rows) => step.at(rows, rows) : () => {};

interface ThreadPool {
  /** A smaller turn comes first. */
  use<Result>(turn: number, work: (thread: PartThread) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type ThreadContext = { settings: StoreSettings; state: Database };

/** Threads are started when they are needed. All but the first give way to a service beside the build. */
function threadPool(size: number, context: ThreadContext): ThreadPool {
  const threads: PartThread[] = [];
  const idle = new Set<PartThread>();
  let waiting: { turn: number; start: PromiseWithResolvers<PartThread> }[] = [];
  let isClosed = false;
  const freeThread = (): PartThread | undefined => {
    const free = threads.find((thread) => idle.has(thread));
    if (free !== undefined || threads.length === size) return free;
    threads.push(startThread(context, threads.length > 0));
    return threads.at(-1);
  };
  const assign = (): void => {
    while (waiting.length > 0) {
      const thread = freeThread();
      if (!thread) return;
      idle.delete(thread);
      waiting.shift()?.start.resolve(thread);
    }
  };
  return {
    async use(turn, work) {
      if (isClosed) throw new Error('The build has ended.');
      const start = Promise.withResolvers<PartThread>();
      waiting = [...waiting, { turn, start }].toSorted((a, b) => a.turn - b.turn);
      assign();
      const thread = await start.promise;
      try {
        return await work(thread);
      } finally {
        idle.add(thread);
        assign();
      }
    },
    async close() {
      isClosed = true;
      for (const { start } of waiting) start.reject(new Error('The build has ended.'));
      waiting = [];
      await Promise.all(threads.map((thread) => thread.end(idle.has(thread))));
    },
  };
}

/** The thread of parts (part-thread.ts), as this one sees it. */
export type FillingThread = {
  fill(order: PartOrder & { reserved: ReservedPart }): Promise<Filled>;
  close(): Promise<void>;
};

/** This thread, as the thread of parts sees it. */
export type BuildingThread = {
  write(statements: readonly Statement[]): Promise<Row[][]>;
  at(rows: number, done: number, what?: string): void;
};

interface PartThread {
  fill(order: Parameters<FillingThread['fill']>[0], step: Step): Promise<Filled>;
  /** `inOrder`: with its connections closed. */
  end(inOrder: boolean): Promise<void>;
}

function startThread({ settings, state }: ThreadContext, givesWay: boolean): PartThread {
  const [orders, building] = [new MessageChannel(), new MessageChannel()];
  const worker = new Worker(threadModule('data/ingest/part-thread'), {
    workerData: {
      settings: { ...settings, connections: SIDE_CONNECTIONS },
      givesWay,
      orders: orders.port2,
      building: building.port2,
    },
    transferList: [orders.port2, building.port2],
  });
  let step: Step | null = null;
  let failure: unknown = null;
  let isRunning = true;
  serve<BuildingThread>(building.port1, {
    write: (statements) => state.write(statements),
    at: (...progress) => step?.at(...progress),
  });
  worker.on('error', (error) => {
    failure = error;
  });
  const ended = once(worker, 'exit').then(() => building.port1.close());
  // Before the caller of the port hears of it.
  orders.port1.once('close', () => {
    isRunning = false;
  });
  const thread = connect<FillingThread>(orders.port1);
  return {
    async fill(order, shown) {
      step = shown;
      try {
        return await thread.fill(order);
      } catch (error) {
        if (isRunning) throw error;
        await ended;
        throw new Error(`The thread that filled ${order.name} ended.`, { cause: failure ?? error });
      } finally {
        step = null;
      }
    },
    async end(inOrder) {
      if (inOrder) await thread.close().catch(() => {});
      await worker.terminate();
      await ended;
    },
  };
}
