/**
 * Runs heavy queries, such as sums over a fifth of all purchases, in a thread beside the serving one, which goes on answering. The
 * thread runs one query at a time, for callers in turn. A full queue refuses callers, with a retry time.
 */

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { StoreSettings } from '#data/store/open.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import type { Message } from '#lib/i18n/message.ts';
import { threadModule } from '#lib/paths.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { connect } from '#lib/workers/calls.ts';
import { FairQueue, type QueueItem } from '#lib/workers/fair-queue.ts';
import { messages } from '#locales/messages.ts';

/** Waiting queries and the running one: at half a second each, the last one is answered within a caller's patience. */
const QUEUE_MAX = 20;
/** Queries of one caller among them. */
const CALLER_MAX = 5;
/** A query that takes longer is given up; the slowest documented one takes three seconds. */
const QUERY_MS = 20_000;
/** Queries under 3 s are not probed. A slower query is, to tell a slow query from an unreachable database. */
const PROBE_MS = 3_000;

/** Queries of a dataset, with cloneable arguments. The last one may be `CallerOptions`. */
type Queries<Analyses> = { [Name in keyof Analyses]: (dataset: Dataset, ...args: never[]) => Promise<unknown> };

export interface AnalyticsWorker<Analyses> {
  /** Answered from the generation of the given dataset, even after another was published. */
  queries: Analyses;
  close(): Promise<void>;
}

export interface AnalyticsWorkerOptions {
  queryMs?: number;
  probeMs?: number;
  /** Gets the reason of a thread's death, which waiting callers do not get. */
  onError?(error: unknown): void;
}

export interface AnalyticsStart {
  port: MessagePort;
  settings: StoreSettings;
  /** Address of the module that exports the `analyses`. */
  module: string;
}

/** The calls of the thread. */
export interface AnalyticsThread {
  answer(generation: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown>;
  /** Resolves when the running query is over, even one without a waiting caller. */
  idle(): Promise<void>;
}

interface CallerOptions {
  /** Key of the caller in the fair queue. */
  by: string;
  signal: AbortSignal;
}

/** The key of queries without `CallerOptions`. */
const NO_CALLER = '';

interface QueuedQuery extends QueueItem {
  dataset: Dataset;
  name: string;
  args: unknown[];
  signal: AbortSignal;
  reply: PromiseWithResolvers<unknown>;
}

export function openAnalyticsWorker<Analyses extends Queries<Analyses>>(
  settings: StoreSettings,
  module: string,
  { queryMs = QUERY_MS, probeMs = PROBE_MS, onError = () => {} }: AnalyticsWorkerOptions = {},
): AnalyticsWorker<Analyses> {
  const queue = new FairQueue<QueuedQuery>({ all: QUEUE_MAX - 1, each: CALLER_MAX }, ({ reply }) =>
    reply.reject(retryLater(messages.jobs.tooManyWaiting())),
  );
  let thread: RunningThread | null = null;
  let isWorking = false;
  let isClosed = false;

  const running = (): RunningThread => {
    if (thread) return thread;
    const started = startThread({ settings, module }, { onError, onEnd: () => forget(started) });
    thread = started;
    return started;
  };
  const forget = (ended: RunningThread): void => {
    if (thread === ended) thread = null;
  };

  const answer = async ({ dataset, name, args, signal, reply }: QueuedQuery): Promise<void> => {
    const own = running();
    const databaseProbe = probe(dataset.db, probeMs);
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      void databaseProbe
        .wasUnreachable()
        .then((isDown) => reply.reject(isDown ? unreachable() : retryLater(messages.jobs.tookTooLong())));
      forget(own);
      void own.end();
    }, queryMs);
    try {
      reply.resolve(await own.calls.answer(dataset.manifest.id, name, args, signal));
    } catch (error) {
      // The timeout has its own reason.
      if (!isLate) reply.reject(error);
      // The thread runs an aborted query to its end: the time of the next query starts after that.
      if (signal.aborted) await own.calls.idle().catch(() => {});
    } finally {
      clearTimeout(late);
      databaseProbe.end();
    }
  };

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.take(); next; next = queue.take()) await answer(next);
    isWorking = false;
  };

  const enqueue = async (name: string, dataset: Dataset, args: unknown[]): Promise<unknown> => {
    const options = isCallerOptions(args.at(-1)) ? (args.at(-1) as CallerOptions) : null;
    options?.signal.throwIfAborted();
    if (isClosed) throw closedError();
    const { by, signal } = options ?? { by: NO_CALLER, signal: new AbortController().signal };
    const plain = options ? args.slice(0, -1) : args;
    const reply = Promise.withResolvers();
    const query: QueuedQuery = { dataset, name, args: plain, signal, reply, callers: new Set() };
    if (!queue.add(query, by)) throw retryLater(messages.jobs.tooManyWaiting());
    const cancel = (): void => {
      queue.remove(query);
      reply.reject(signal.reason);
    };
    signal.addEventListener('abort', cancel, { once: true });
    void work();
    return reply.promise.finally(() => signal.removeEventListener('abort', cancel));
  };

  return {
    queries: new Proxy({} as Analyses & object, {
      get: (_, name) =>
        typeof name === 'string' && name !== 'then'
          ? (dataset: Dataset, ...args: unknown[]) => enqueue(name, dataset, args)
          : undefined,
    }),
    async close() {
      isClosed = true;
      for (let next = queue.take(); next; next = queue.take()) next.reply.reject(closedError());
      await thread?.end();
    },
  };
}

const isCallerOptions = (value: unknown): value is CallerOptions =>
  typeof value === 'object' && value !== null && 'signal' in value && value.signal instanceof AbortSignal;

const retryLater = (message: Message): ApiError =>
  new ApiError('OVERLOADED', message, { headers: { 'retry-after': '5' } });

const unreachable = (): Error => new StoreUnavailable('it did not answer while a query waited for it');

const closedError = (): Error => new Error('The analytics worker is closed.');

interface RunningThread {
  calls: AnalyticsThread;
  /** Rejects unanswered calls. A running query cannot be interrupted: the thread ends after it. */
  end(): Promise<unknown>;
}

interface ThreadEvents {
  onError(error: unknown): void;
  onEnd(): void;
}

function startThread(start: Omit<AnalyticsStart, 'port'>, { onError, onEnd }: ThreadEvents): RunningThread {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(threadModule('server/jobs/analytics-thread'), {
    workerData: { ...start, port: port2 } satisfies AnalyticsStart,
    transferList: [port2],
  });
  // Neither an idle worker nor its port keeps a process alive.
  worker.unref();
  worker.once('error', (error) => {
    onError(error);
    port1.close();
  });
  worker.once('exit', () => port1.close());
  // Before waiting callers are rejected: the next query goes to a new thread.
  port1.once('close', onEnd);
  const calls = connect<AnalyticsThread>(port1);
  port1.unref();
  return {
    calls,
    end() {
      port1.close();
      return worker.terminate();
    },
  };
}

/** A reachable database answers within this time, on a busy machine too. */
const ANSWER_MS = 2_000;

interface Probe {
  /** Whether a test of the database failed, up to a last one that the call runs. */
  wasUnreachable(): Promise<boolean>;
  end(): void;
}

function probe(db: Pick<Database, 'one'>, everyMs: number): Probe {
  let isDown = false;
  const test = async (): Promise<boolean> => {
    if (!(await answers(db))) isDown = true;
    return isDown;
  };
  const timer = setInterval(test, everyMs).unref();
  return { wasUnreachable: test, end: () => clearInterval(timer) };
}

async function answers(db: Pick<Database, 'one'>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const end = afterLoopTime(ANSWER_MS, () => late.resolve(false));
  const answer = db.one('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late.promise]).finally(end);
}
