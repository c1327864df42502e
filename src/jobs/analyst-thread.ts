/** The thread of an analyst: reads generations on connections of its own, one analysis after another. */
import { workerData } from 'node:worker_threads';
import { Problem } from '#operations/problem.ts';
import type { Dataset, Generations } from '#store/dataset.ts';
import { openGenerations } from '#store/open.ts';
import { isStoreUnavailable } from '#store/unavailable.ts';
import type { AnalystStart, AnalystThread } from './analyst.ts';
import { serve } from './calls.ts';
import { said } from './sentences.ts';
import { stepBack } from './step-back.ts';

stepBack();

type Analysis = (dataset: Dataset, ...args: unknown[]) => Promise<unknown>;

const { port, settings, module } = workerData as AnalystStart;
const { analyses } = (await import(module)) as { analyses: Record<string, Analysis> };
/** Opened by the first question that finds the store there. */
let generations: Generations | null = await openGenerations(settings).catch(unlessAway);
let running: Promise<unknown> = Promise.resolve();

serve<AnalystThread>(port, {
  answer(generation, name, args, signal) {
    const answer = answerFrom(generation, name, args, signal);
    running = answer.catch(() => {});
    return answer;
  },
  async idle() {
    await running;
  },
});

/** From the generation that the call began with: an answer of another one would not fit what the call has read already. */
async function answerFrom(generation: string, name: string, args: unknown[], signal: AbortSignal): Promise<unknown> {
  generations ??= await openGenerations(settings);
  const dataset = await generations.opened(generation);
  if (dataset === null) {
    throw new Problem('OVERLOADED', said.dataReplaced(), {
      headers: { 'retry-after': '1' },
    });
  }
  signal.throwIfAborted();
  const analysis = analyses[name];
  if (analysis === undefined) throw new Error(`There is no analysis ${name}.`);
  return analysis(dataset, ...args);
}

/** Who asks is told that the store is away; whatever else is wrong ends the thread. */
function unlessAway(error: unknown): null {
  if (isStoreUnavailable(error)) return null;
  throw error;
}
