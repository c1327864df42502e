/**
 * Runs heavy queries, such as sums over a fifth of all purchases, in a thread beside the serving one, which goes on answering. One
 * query at a time, callers in turn; a caller who finds a full queue is refused with a retry time.
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
import { FairQueue, type Wanted } from '#lib/workers/fair-queue.ts';
import { messages } from '#locales/messages.ts';

/** Waiting queries and the running one: at half a second each, the last one is answered within a caller's patience. */
const QUEUE_MAX = 20;
/** Queries of one caller among them. */
const CALLER_MAX = 5;
/** A query that takes longer is given up; the slowest documented one takes three seconds. */
const QUESTION_MS = 20_000;
/** Queries under 3 s are not probed. A slower query is, to tell a slow query from an unreachable database. */
const WATCH_MS = 3_000;

/** Questions about a dataset, plain data otherwise; `Asked` as the last argument says for whom, and when they left. */
type Questions<Analyses> = { [Name in keyof Analyses]: (dataset: Dataset, ...args: never[]) => Promise<unknown> };

export interface AnalyticsWorker<Analyses> {
  /** Answered as they would be here, from the same generation, whatever has been published since. Never on this thread. */
  ask: Analyses;
  close(): Promise<void>;
}

export interface AnalyticsWorkerOptions {
  questionMs?: number;
  watchMs?: number;
  /** Gets the reason of a thread's death; waiting callers get only the fact. */
  onError?(error: unknown): void;
}

export interface AnalyticsStart {
  port: MessagePort;
  settings: StoreSettings;
  /** Address of the module whose `analyses` it answers. */
  module: string;
}

/** The calls of the thread. */
export interface AnalyticsThread {
  answer(generation: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown>;
  /** Resolves when the running query is over. The caller of that query may have left before. */
  idle(): Promise<void>;
}

interface Asked {
  by: string;
  signal: AbortSignal;
}

/** Queries without a caller count as those of one caller. */
const NOBODY = '';

interface Waiting extends Wanted {
  dataset: Dataset;
  name: string;
  args: unknown[];
  signal: AbortSignal;
  reply: PromiseWithResolvers<unknown>;
}

/** `module` is the address of one that exports `analyses`, an implementation of the interface. */
export function openAnalyticsWorker<Analyses extends Questions<Analyses>>(
  settings: StoreSettings,
  module: string,
  { questionMs = QUESTION_MS, watchMs = WATCH_MS, onError = () => {} }: AnalyticsWorkerOptions = {},
): AnalyticsWorker<Analyses> {
  const line = new FairQueue<Waiting>({ all: QUEUE_MAX - 1, each: CALLER_MAX }, ({ reply }) =>
    reply.reject(comeBack(messages.jobs.tooManyWaiting())),
  );
  let thread: RunningThread | null = null;
  let isWorking = false;
  let isClosed = false;

  const started = (): RunningThread => {
    if (thread) return thread;
    const fresh = startThread({ settings, module }, { onError, onEnd: () => leave(fresh) });
    thread = fresh;
    return fresh;
  };
  const leave = (gone: RunningThread): void => {
    if (thread === gone) thread = null;
  };

  const answer = async ({ dataset, name, args, signal, reply }: Waiting): Promise<void> => {
    const own = started();
    const watch = watched(dataset.db, watchMs);
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      void watch
        .wasSilent()
        .then((wasSilent) => reply.reject(wasSilent ? silent() : comeBack(messages.jobs.tookTooLong())));
      leave(own);
      void own.end();
    }, questionMs);
    try {
      reply.resolve(await own.calls.answer(dataset.manifest.id, name, args, signal));
    } catch (error) {
      // That the thread was ended over it is not the reason.
      if (!isLate) reply.reject(error);
      // Its time for the question goes on: the next one has its own.
      if (signal.aborted) await own.calls.idle().catch(() => {});
    } finally {
      clearTimeout(late);
      watch.end();
    }
  };

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (let next = line.take(); next; next = line.take()) await answer(next);
    isWorking = false;
  };

  const ask = async (name: string, dataset: Dataset, args: unknown[]): Promise<unknown> => {
    const asked = isAsked(args.at(-1)) ? (args.at(-1) as Asked) : null;
    asked?.signal.throwIfAborted();
    if (isClosed) throw closed();
    const { by, signal } = asked ?? { by: NOBODY, signal: new AbortController().signal };
    const plain = asked ? args.slice(0, -1) : args;
    const reply = Promise.withResolvers();
    const question: Waiting = { dataset, name, args: plain, signal, reply, askers: new Set() };
    if (!line.join(question, by)) throw comeBack(messages.jobs.tooManyWaiting());
    const stepOut = (): void => {
      line.leave(question);
      reply.reject(signal.reason);
    };
    signal.addEventListener('abort', stepOut, { once: true });
    void work();
    return reply.promise.finally(() => signal.removeEventListener('abort', stepOut));
  };

  return {
    ask: new Proxy({} as Analyses & object, {
      get: (_, name) =>
        typeof name === 'string' && name !== 'then'
          ? (dataset: Dataset, ...args: unknown[]) => ask(name, dataset, args)
          : undefined,
    }),
    async close() {
      isClosed = true;
      for (let next = line.take(); next; next = line.take()) next.reply.reject(closed());
      await thread?.end();
    },
  };
}

const isAsked = (value: unknown): value is Asked =>
  typeof value === 'object' && value !== null && 'signal' in value && value.signal instanceof AbortSignal;

const comeBack = (message: Message): ApiError =>
  new ApiError('OVERLOADED', message, { headers: { 'retry-after': '5' } });
const silent = (): Error => new StoreUnavailable('it was silent while a question waited for it');

const closed = (): Error => new Error('The analyst is closed.');

interface RunningThread {
  calls: AnalyticsThread;
  /** Questions under way are rejected. A query that is running goes on to its end all the same: nothing stops one from outside. */
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

/** A database that is there says so within this, on a crowded machine too. */
const ANSWER_MS = 2_000;

export interface Watch {
  /** At a look so far, or at one that is made now. */
  wasSilent(): Promise<boolean>;
  end(): void;
}

function watched(db: Pick<Database, 'one'>, everyMs: number): Watch {
  let wasSilent = false;
  const look = async (): Promise<boolean> => {
    if (!(await answers(db))) wasSilent = true;
    return wasSilent;
  };
  const timer = setInterval(look, everyMs).unref();
  return { wasSilent: look, end: () => clearInterval(timer) };
}

async function answers(db: Pick<Database, 'one'>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const end = afterLoopTime(ANSWER_MS, () => late.resolve(false));
  const asked = db.one('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late.promise]).finally(end);
}
