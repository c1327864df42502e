/**
 * Caches analyses per generation: each is computed once, shared by simultaneous callers, and aborted when all of them
 * have left.
 */

import { ApiError } from '#api/api-error.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { messages } from '#locales/messages.ts';

/** A generation's data does not change. */
const ENTRIES_MAX = 300;

interface CacheEntry {
  answer: Promise<unknown>;
  waiting: number;
  abandoned: AbortController;
}

const caches = new WeakMap<Dataset, Map<string, CacheEntry>>();

type Requester = { dataset: Dataset; signal: AbortSignal };

export async function computeOnce<Data>(
  { dataset, signal }: Requester,
  parameters: unknown[],
  compute: (signal: AbortSignal) => Promise<Data>,
): Promise<Data> {
  const answers = caches.getOrInsertComputed(dataset, () => new Map<string, CacheEntry>());
  const key = JSON.stringify(parameters);
  const entry = answers.get(key) ?? begin(answers, key, compute);
  entry.waiting++;
  const departure = Promise.withResolvers<never>();
  const leave = (): void => {
    // No caller reads this error: it is no failure to investigate.
    departure.reject(new ApiError('OVERLOADED', messages.procurement.callerLeft()));
    if (--entry.waiting > 0) return;
    if (answers.get(key) === entry) answers.delete(key);
    entry.abandoned.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return (await Promise.race([entry.answer, departure.promise])) as Data;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function begin(
  answers: Map<string, CacheEntry>,
  key: string,
  compute: (signal: AbortSignal) => Promise<unknown>,
): CacheEntry {
  if (answers.size >= ENTRIES_MAX) answers.delete(answers.keys().next().value ?? '');
  const abandoned = new AbortController();
  const entry: CacheEntry = { answer: compute(abandoned.signal), waiting: 0, abandoned };
  answers.set(key, entry);
  entry.answer.catch(() => {
    if (answers.get(key) === entry) answers.delete(key);
  });
  return entry;
}
