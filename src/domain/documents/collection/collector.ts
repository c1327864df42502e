/**
 * The loop of the documents' thread: first requested notices, then due ones, then background tasks in small steps. A request interrupts
 * unrequested work, which resumes later.
 */

import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { nextDue, nextRequested } from '#domain/documents/tables/documentation-table.ts';
import { rescheduled } from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationRow } from '#domain/documents/tables/rows.ts';
import { collectNotice } from './collect.ts';
import type { CollectNeeds } from './needs.ts';
import { enqueueNewest, positionNotices, withDatasetFacts } from './prefetch.ts';
import { ensureQuota, type QuotaNeeds } from './quota.ts';
import { YEAR_MS } from './versions.ts';

/** One small step of work; false when there was none. */
export type BackgroundTask = (signal: AbortSignal) => Promise<boolean>;

export interface CollectorNeeds {
  collect: CollectNeeds;
  quota: QuotaNeeds;
  /** The newest generation with its id; null while there is none. */
  dataset(): Promise<{ id: string; db: Database } | null>;
  /** Whether requests to the procurement system are suspended: the queue waits. Default: they are allowed. */
  isHeld?(): Promise<boolean>;
  /** Whether documents are collected that nobody requested. */
  isAhead: boolean;
  /** In order, when no request waits and nothing is due. */
  backgroundTasks: readonly BackgroundTask[];
  /** Resolves early, without an error, when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Waits while there is nothing to do. Default: polls. */
  idle?(signal: AbortSignal): Promise<void>;
  onError(error: unknown): void;
}

/** How long a new request may go unnoticed. */
export const POLL_MS = 500;
/** After an internal error. */
const RETRY_MS = 5_000;
/** Time for one requested notice while other requests wait; the rest of its files goes to the end of the queue. */
const SLICE_MS = 120_000;
/** A new generation is enqueued at once, other changes of the dataset within this time. */
const ENQUEUE_MS = 3_600_000;

export async function runCollector(needs: CollectorNeeds, signal: AbortSignal): Promise<void> {
  const rounds = createRounds(needs);
  const idle = needs.idle ?? ((until: AbortSignal) => needs.sleep(POLL_MS, until));
  // A repeated error is logged once.
  let lastError = '';
  while (!signal.aborted) {
    try {
      if (!(await rounds.next(signal))) await idle(signal);
      lastError = '';
    } catch (error) {
      if (signal.aborted) return;
      if (!isStoreUnavailable(error) && String(error) !== lastError) needs.onError(error);
      lastError = String(error);
      await needs.sleep(RETRY_MS, signal);
    }
  }
}

/** A request waits: unrequested work is interrupted. */
class CallerWaits extends Error {}

function createRounds(needs: CollectorNeeds) {
  const { collect, quota, backgroundTasks, isAhead } = needs;
  const { db, now } = collect;
  let enqueued = { id: '', at: 0 };
  let positionedIn = '';

  const isHeld = async (): Promise<boolean> => (await needs.isHeld?.()) ?? false;
  /** The next request, unless requests are suspended. */
  const nextUnheldRequest = async (): Promise<DocumentationRow | null> => {
    const row = await nextRequested(db, now());
    return row === null || (await isHeld()) ? null : row;
  };

  async function take(row: DocumentationRow, signal: AbortSignal): Promise<void> {
    const dataset = await needs.dataset();
    const since = now();
    const isSliceOver = async (): Promise<boolean> =>
      now() - since > SLICE_MS && (await nextRequested(db, now())) !== null;
    const notice = await withDatasetFacts(row, dataset?.db ?? null);
    await collectNotice(notice, { ...collect, isSliceOver }, signal);
  }

  /** Once per generation. */
  async function place(): Promise<void> {
    const dataset = await needs.dataset();
    if (dataset === null || dataset.id === positionedIn) return;
    await positionNotices(db, dataset.db);
    await db.write([rescheduled(new Date(now() - YEAR_MS).toISOString(), now())]);
    positionedIn = dataset.id;
  }

  async function enqueueIfChanged(): Promise<void> {
    const dataset = await needs.dataset();
    if (dataset === null || (dataset.id === enqueued.id && now() - enqueued.at < ENQUEUE_MS)) return;
    await enqueueNewest(db, dataset.db, now());
    enqueued = { id: dataset.id, at: now() };
  }

  /** Runs `work` until a request waits; null when it was interrupted. */
  async function untilCallerWaits<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result | null> {
    const interruption = new AbortController();
    const either = AbortSignal.any([signal, interruption.signal]);
    const done = new AbortController();
    const watch = async (): Promise<void> => {
      while (!done.signal.aborted && !either.aborted) {
        await needs.sleep(POLL_MS, AbortSignal.any([either, done.signal]));
        if (!done.signal.aborted && (await nextUnheldRequest())) interruption.abort(new CallerWaits());
      }
    };
    const watching = watch().catch(() => {});
    try {
      return await work(either);
    } catch (error) {
      if (interruption.signal.aborted && !signal.aborted) return null;
      throw error;
    } finally {
      done.abort();
      await watching;
    }
  }

  /** Collects a due notice. At the quota only requested documents are collected. */
  async function prefetch(signal: AbortSignal): Promise<boolean> {
    if (isAhead) await enqueueIfChanged();
    const due = await nextDue(db, now(), { isWanted: !isAhead });
    if (due === null || (await isHeld()) || !(await ensureQuota(quota, due.notice, false))) return false;
    await untilCallerWaits((either) => take(due, either), signal);
    return true;
  }

  return {
    /** False when there was nothing to do. */
    async next(signal: AbortSignal): Promise<boolean> {
      await place();
      const asked = await nextUnheldRequest();
      if (asked) {
        // Where nothing can be deleted, a requested notice exceeds the quota; the next one makes up for it.
        await ensureQuota(quota, asked.notice, true);
        await take(asked, signal);
        return true;
      }
      if (await prefetch(signal)) return true;
      for (const task of backgroundTasks) if (await untilCallerWaits(task, signal)) return true;
      return false;
    },
  };
}
