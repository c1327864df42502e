/** Analyses kept of a generation: computed once, also for those who ask while one is being computed, and given up when all of them left. */

import { ApiError } from '#api/api-error.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { messages } from '#locales/messages.ts';

/** The data under them does not change. */
const KEPT_MAX = 300;

interface Kept {
  answer: Promise<unknown>;
  waiting: number;
  allLeft: AbortController;
}

const kept = new WeakMap<Dataset, Map<string, Kept>>();

type Asked = { dataset: Dataset; signal: AbortSignal };

export async function once<Data>(
  { dataset, signal }: Asked,
  question: unknown[],
  compute: (signal: AbortSignal) => Promise<Data>,
): Promise<Data> {
  const answers = kept.getOrInsertComputed(dataset, () => new Map<string, Kept>());
  const key = JSON.stringify(question);
  const known = answers.get(key) ?? begin(answers, key, compute);
  known.waiting++;
  const left = Promise.withResolvers<never>();
  const leave = (): void => {
    // Nobody reads it: it is no failure that somebody should look into.
    left.reject(new ApiError('OVERLOADED', messages.procurement.callerLeft()));
    if (--known.waiting > 0) return;
    if (answers.get(key) === known) answers.delete(key);
    known.allLeft.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return (await Promise.race([known.answer, left.promise])) as Data;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function begin(answers: Map<string, Kept>, key: string, compute: (signal: AbortSignal) => Promise<unknown>): Kept {
  if (answers.size >= KEPT_MAX) answers.delete(answers.keys().next().value ?? '');
  const allLeft = new AbortController();
  const begun: Kept = { answer: compute(allLeft.signal), waiting: 0, allLeft };
  answers.set(key, begun);
  begun.answer.catch(() => {
    if (answers.get(key) === begun) answers.delete(key);
  });
  return begun;
}
