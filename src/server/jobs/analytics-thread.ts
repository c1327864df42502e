/** The thread of the analytics worker: reads generations on connections of its own, one query after another. */

import { workerData } from 'node:worker_threads';
import { ApiError } from '#api/api-error.ts';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { openGenerations } from '#data/store/open.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { serve } from '#lib/workers/calls.ts';
import { lowerPriority } from '#lib/workers/lower-priority.ts';
import { messages } from '#locales/messages.ts';
import type { AnalyticsStart, AnalyticsThread } from './analytics-worker.ts';

lowerPriority();

/** Timeout of one database query: less than that of a heavy query, so that an unreachable server is reported as such. */
const READ_MS = 12_000;
/** The code of PostgreSQL for a statement that exceeds its timeout. */
const QUERY_CANCELLED = '57014';

type Analysis = (dataset: Dataset, ...args: unknown[]) => Promise<unknown>;

const { port, settings, module } = workerData as AnalyticsStart;
const { analyses } = (await import(module)) as { analyses: Record<string, Analysis> };
/** Null until the store is reachable. */
let generations: Generations | null = await openGenerations(settings, { readMs: READ_MS }).catch(unlessUnavailable);
let running: Promise<unknown> = Promise.resolve();

serve<AnalyticsThread>(port, {
  answer(generation, name, args, signal) {
    const answer = answerFrom(generation, name, args, signal);
    running = answer.catch(() => {});
    return answer;
  },
  async idle() {
    await running;
  },
});

/** From the generation that the call began with: data of another one would contradict what the call has read already. */
async function answerFrom(generation: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown> {
  generations ??= await openGenerations(settings, { readMs: READ_MS });
  const dataset = await generations.openById(generation);
  if (dataset === null) {
    throw new ApiError('OVERLOADED', messages.jobs.dataReplaced(), {
      headers: { 'retry-after': '1' },
    });
  }
  signal.throwIfAborted();
  const analysis = analyses[name];
  if (analysis === undefined) throw new Error(`There is no analysis ${name}.`);
  return analysis(dataset, ...args).catch(explainSlow);
}

/** A server that cancels a query is reachable: the query was too slow. */
function explainSlow(error: unknown): never {
  const { cause } = error as { cause?: { code?: unknown } };
  if (isStoreUnavailable(error) && cause?.code === QUERY_CANCELLED)
    throw new ApiError('OVERLOADED', messages.jobs.tookTooLong(), { headers: { 'retry-after': '5' } });
  throw error;
}

/** An unreachable store is reported to the caller; any other error ends the thread. */
function unlessUnavailable(error: unknown): null {
  if (isStoreUnavailable(error)) return null;
  throw error;
}
