/**
 * Heavy questions, such as sums over a tenth of all purchases, go into a lane of their own: a thread beside the serving one, which
 * goes on answering meanwhile. One question at a time; who comes when the line is long is told to come back.
 */
import { MessageChannel, Worker } from 'node:worker_threads';
import { connectCalls } from '#base/calls.ts';
import { Problem } from '#http/problem.ts';
import type { Database, Value } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import type { StoreSettings } from '#store/open.ts';
import type { LaneStart } from './messages.ts';

/** Questions that wait: at half a second each, nobody waits longer than a caller has patience. */
const LINE_MAX = 20;
/** A question that takes longer is given up; the slowest documented one takes three seconds. */
const QUESTION_MS = 20_000;

export interface Lane {
  /** The same data as `db`, which is the area of that name, read in the lane. */
  over(dataset: Dataset, area: string, db: Database): Database;
  close(): Promise<void>;
}

interface LaneThread {
  ask: ReturnType<typeof connectCalls>;
  /** Questions under way are rejected. A query that is running goes on to its end all the same: nothing stops one from outside. */
  end(): Promise<unknown>;
}

/** PostgreSQL has processes of its own: there the lane is only a line. */
export function openLane(settings: StoreSettings, questionMs = QUESTION_MS): Lane {
  let thread: LaneThread | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const started = (): LaneThread => {
    if (thread) return thread;
    const fresh = startThread(settings, () => leave(fresh));
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

  const inThread = async (dataset: Dataset, area: string, db: Database, sql: string, params: readonly Value[]) => {
    const own = started();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(comeBack('This analysis took too long. Try again in a few seconds.'));
      leave(own);
      void own.end();
    }, questionMs);
    try {
      const answer = own.ask<unknown[] | 'gone'>('all', dataset.manifest.id, area, sql, params);
      const rows = await Promise.race([answer, late.promise]);
      // The lane has moved on to a newer generation than this call's, which is still open here.
      return rows === 'gone' ? await db.all(sql, params) : rows;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    over(dataset, area, db) {
      const all = async (sql: string, params: readonly Value[] = []): Promise<unknown[]> =>
        inLine(() => (db.engine === 'sqlite' ? inThread(dataset, area, db, sql, params) : db.all(sql, params)));
      return {
        ...db,
        all: all as Database['all'],
        one: (async (sql: string, params?: readonly Value[]) => (await all(sql, params))[0] ?? null) as Database['one'],
      };
    },
    async close() {
      await thread?.end();
    },
  };
}

const comeBack = (message: string): Problem => new Problem('OVERLOADED', message, { headers: { 'retry-after': '5' } });

function startThread(settings: StoreSettings, onEnd: () => void): LaneThread {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./lane-thread.ts', import.meta.url), {
    workerData: { port: port2, settings } satisfies LaneStart,
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
