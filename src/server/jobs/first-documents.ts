/** Has the demo's first documents collected once, as soon as company data is served; the rest is collected as everywhere. */

import { type Clock, systemClock } from '#data/live/clock.ts';
import type { Database } from '#data/store/database.ts';
import type { LeaderLease } from '#data/store/leader-table.ts';
import type { Store } from '#data/store/open.ts';
import { hasLookedAtAll } from '#domain/documents/tables/documentation-table.ts';
import { threadModule } from '#lib/paths.ts';
import type { FirstDocumentsStart } from '#server/messages.ts';
import { buildInThread } from './build-thread.ts';

/** How soon it is noticed that something is served. */
const POLL_MS = 200;

export interface FirstDocuments {
  /** Resolves when they are collected, or failed: the collector of the rest tries those again. */
  done: Promise<void>;
  stop(): Promise<void>;
}

export interface FirstDocumentsNeeds {
  store: Store;
  lead: LeaderLease;
  clock?: Clock;
  onError(error: unknown): void;
}

export function startFirstDocuments(needs: FirstDocumentsNeeds): FirstDocuments {
  const { store, lead, clock = systemClock, onError } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const collect = async (): Promise<void> => {
    while (store.generations.current() === null && !signal.aborted) await clock.sleep(POLL_MS, signal);
    if (signal.aborted || (await areFirstCollected(store.documents))) return;
    const thread = threadModule('demo-country/installation/first-documents-thread');
    const outcome = await buildInThread<FirstDocumentsStart, never>(store, { thread, start: { lead } }, signal);
    if (outcome instanceof Error && !signal.aborted) onError(outcome);
  };
  const done = collect().catch(onError);
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Once collected, they stay collected: later requests for other documents change nothing. */
const collected = new WeakSet<Database>();

export async function areFirstCollected(documents: Database): Promise<boolean> {
  if (!collected.has(documents) && (await hasLookedAtAll(documents))) collected.add(documents);
  return collected.has(documents);
}
