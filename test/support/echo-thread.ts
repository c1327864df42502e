/** A thread for tests of calls between threads. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '#api/api-error.ts';
import { serve } from '#lib/workers/calls.ts';
import { messages } from '#locales/messages.ts';

export interface Answering {
  sum(a: number, b: number): Promise<number>;
  later(value: unknown, ms: number): Promise<unknown>;
  refuse(): Promise<void>;
  fail(): Promise<void>;
  failInCircles(): Promise<void>;
  failWithText(): Promise<void>;
  giveFunction(): Promise<unknown>;
  withSignal(name: string, signal: AbortSignal): Promise<string>;
  /** Runs until its signal aborts; the parent thread is notified too. */
  untilAborted(name: string, signal: AbortSignal): Promise<void>;
  begun(): Promise<string[]>;
  /** Resolves with the reason of the abort. */
  abortedWith(name: string): Promise<string>;
  noticed(what: string): void;
  allNoticed(): Promise<string[]>;
}

const begun: string[] = [];
const ended = new Map<string, PromiseWithResolvers<string>>();
const endOf = (name: string): PromiseWithResolvers<string> =>
  ended.getOrInsertComputed(name, () => Promise.withResolvers());
const noticed: string[] = [];

const answering: Answering = {
  sum: async (a, b) => a + b,
  async later(value, ms) {
    await sleep(ms);
    return value;
  },
  async refuse() {
    throw new ApiError('RATE_LIMITED', messages.operations.query({ name: 'q', problem: messages.wrong.twice() }), {
      details: [{ in: 'query', name: 'q', problem: messages.wrong.twice() }],
      headers: { 'retry-after': '7' },
    });
  },
  async fail() {
    const error = new TypeError('It broke.', { cause: new Error('disk full') });
    throw Object.assign(error, { code: 'E_BROKEN', socket: () => {} });
  },
  async failInCircles() {
    const error = new Error('round');
    error.cause = error;
    throw error;
  },
  async failWithText() {
    throw 'just text';
  },
  giveFunction: async () => () => {},
  withSignal: async (name, signal) => (signal.aborted ? 'aborted' : name),
  async untilAborted(name, signal) {
    begun.push(name);
    const reason = await new Promise<Error>((resolve) => {
      signal.addEventListener('abort', () => resolve(signal.reason));
    });
    endOf(name).resolve(reason.message);
    parentPort?.postMessage([name, reason.message]);
  },
  begun: async () => begun,
  abortedWith: (name) => endOf(name).promise,
  noticed(what) {
    if (what === 'bad') throw new Error(what);
    noticed.push(what);
  },
  allNoticed: async () => noticed,
};

serve<Answering>(workerData as MessagePort, answering, (error) => noticed.push(`failed: ${(error as Error).message}`));
// It stays alive after its port is closed, as a serving thread does.
parentPort?.on('message', () => {});
