/**
 * Heavy questions, such as sums over a fifth of all purchases, go into a lane of their own: a thread beside the serving one, which
 * goes on answering meanwhile. One question at a time; who comes when the line is long is told to come back.
 */
import { MessageChannel, Worker } from 'node:worker_threads';
import { connectCalls } from '#base/calls.ts';
import { Problem } from '#operations/problem.ts';
import type { Dataset } from '#store/dataset.ts';
import type { StoreSettings } from '#store/open.ts';
import type { LaneStart, Questions } from './messages.ts';

/** What is asked unless a caller has questions of its own. */
const QUESTIONS = new URL('./questions.ts', import.meta.url).href;

/** Questions that wait: at half a second each, nobody waits longer than a caller has patience. */
const LINE_MAX = 20;
/** A question that takes longer is given up; the slowest documented one takes three seconds. */
const QUESTION_MS = 20_000;

export interface Lane {
  /** By the name of the question; answered as it would be here, with the dataset. */
  ask<Answer>(dataset: Dataset, question: string, ...args: unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

export interface LaneOptions {
  /** Address of the module that answers. */
  questions?: string;
  questionMs?: number;
}

interface LaneThread {
  ask: ReturnType<typeof connectCalls>;
  /** Questions under way are rejected. A query that is running goes on to its end all the same: nothing stops one from outside. */
  end(): Promise<unknown>;
}

export function openLane(settings: StoreSettings, options: LaneOptions = {}): Lane {
  const { questions = QUESTIONS, questionMs = QUESTION_MS } = options;
  let thread: LaneThread | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const started = (): LaneThread => {
    if (thread) return thread;
    const fresh = startThread({ settings, questions }, () => leave(fresh));
    thread = fresh;
    return fresh;
  };
  const leave = (gone: LaneThread): void => {
    if (thread === gone) thread = null;
  };

  /** In turn. */
  const inLine = <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
    if (waiting >= LINE_MAX) throw comeBack('Too many analyses are waiting. Try again in a few seconds.');
    waiting++;
    const answer = last.then(question).finally(() => {
      waiting--;
    });
    last = answer.catch(() => {});
    return answer;
  };

  const inThread = async (dataset: Dataset, question: string, args: unknown[]): Promise<unknown> => {
    const own = started();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(comeBack('This analysis took too long. Try again in a few seconds.'));
      leave(own);
      void own.end();
    }, questionMs);
    try {
      const answer = own.ask<{ value: unknown } | 'gone'>('answer', dataset.manifest.id, question, args);
      const found = await Promise.race([answer, late.promise]);
      return found === 'gone' ? await answerHere(dataset, question, args) : found.value;
    } finally {
      clearTimeout(timer);
    }
  };

  /** The lane has moved on to a newer generation than this call's, which is still open here. */
  const answerHere = async (dataset: Dataset, question: string, args: unknown[]): Promise<unknown> => {
    const own = (await import(questions)) as { questions: Questions };
    return own.questions[question]?.(dataset, ...args);
  };

  return {
    ask: (async (dataset: Dataset, question: string, ...args: unknown[]) =>
      inLine(() => inThread(dataset, question, args))) as Lane['ask'],
    async close() {
      await thread?.end();
    },
  };
}

const comeBack = (message: string): Problem => new Problem('OVERLOADED', message, { headers: { 'retry-after': '5' } });

function startThread(start: Omit<LaneStart, 'port'>, onEnd: () => void): LaneThread {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./lane-thread.ts', import.meta.url), {
    workerData: { ...start, port: port2 } satisfies LaneStart,
    transferList: [port2],
  });
  // Neither an idle lane nor its port keeps a process alive.
  worker.unref();
  worker.once('error', () => port1.close());
  worker.once('exit', () => port1.close());
  // Before whoever waits is told: the next question goes to a new thread.
  port1.once('close', onEnd);
  const ask = connectCalls(port1);
  port1.unref();
  return {
    ask,
    end() {
      port1.close();
      return worker.terminate();
    },
  };
}
