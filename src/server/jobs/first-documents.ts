/** Collects the demo's first documents once, as soon as company data is served; the documents job collects the others. */

import { systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import { hasLookedAtAll } from '#domain/documents/tables/documentation-table.ts';
import { threadModule } from '#lib/paths.ts';
import type { FirstDocumentsStart } from '#server/messages.ts';
import { buildInThread } from './build-thread.ts';
import { type Job, type JobContext, startJob } from './job.ts';

/** Interval of looks for the first generation. */
const POLL_MS = 200;

export interface FirstDocuments extends Job {
  /** Resolves when the documents are collected, or their collection failed: the documents job tries the rest again. */
  done: Promise<void>;
}

export function startFirstDocuments({ store, lease = null, clock = systemClock, onError }: JobContext): FirstDocuments {
  const collect = async (signal: AbortSignal): Promise<void> => {
    while (store.generations.current() === null && !signal.aborted) await clock.sleep(POLL_MS, signal);
    if (signal.aborted || (await areFirstCollected(store.documents))) return;
    const thread = threadModule('demo-country/installation/first-documents-thread');
    const outcome = await buildInThread<FirstDocumentsStart, never>(store, { thread, start: { lease } }, signal);
    if (outcome instanceof Error && !signal.aborted) onError(outcome);
  };
  const done = Promise.withResolvers<void>();
  const job = startJob((signal) => collect(signal).catch(onError).finally(done.resolve));
  return { ...job, done: done.promise };
}

/** A collection is never undone: later requests for other documents change nothing. */
const collected = new WeakSet<Database>();

export async function areFirstCollected(documents: Database): Promise<boolean> {
  if (!collected.has(documents) && (await hasLookedAtAll(documents))) collected.add(documents);
  return collected.has(documents);
}
