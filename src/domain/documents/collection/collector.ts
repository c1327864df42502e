/**
 * The loop of the documents' thread: first requested notices, then due ones, then background tasks in small steps. A request interrupts
 * unrequested work, which resumes later.
 */

import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { nextDue, nextRequested } from '#domain/documents/tables/documentation-table.ts';
import { scheduleEmpty } from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationRow } from '#domain/documents/tables/rows.ts';
import { collectNotice } from './collect.ts';
import { enqueueNewest, positionNotices, withDatasetFacts } from './prefetch.ts';
import { ensureQuota, type QuotaContext } from './quota.ts';
import { type CollectionContext, YEAR_MS } from './versions.ts';

/** One small step of work; false when there was none. */
export type BackgroundTask = (signal: AbortSignal) => Promise<boolean>;

export interface CollectorContext {
  collect: CollectionContext;
  quota: QuotaContext;
  /** The newest generation with its id; null while there is none. */
  dataset(): Promise<{ id: string; db: Database } | null>;
  /** Whether requests to the procurement system are suspended: the queue waits. Default: they are allowed. */
  isSuspended?(): Promise<boolean>;
  /** Whether documents are collected before a request. */
  prefetches: boolean;
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
const TIME_SLICE_MS = 120_000;
/** A new generation is enqueued at once, other changes of the dataset within this time. */
const ENQUEUE_MS = 3_600_000;

export async function runCollector(context: CollectorContext, signal: AbortSignal): Promise<void> {
  const rounds = createRounds(context);
  const idle = context.idle ?? ((until: AbortSignal) => context.sleep(POLL_MS, until));
  // A repeated error is logged once.
  let lastError = '';
  while (!signal.aborted) {
    try {
      if (!(await rounds.next(signal))) await idle(signal);
      lastError = '';
    } catch (error) {
      if (signal.aborted) return;
      if (!isStoreUnavailable(error) && String(error) !== lastError) context.onError(error);
      lastError = String(error);
      await context.sleep(RETRY_MS, signal);
    }
  }
}

/** A request waits: unrequested work is interrupted. */
class Interruption extends Error {}

function createRounds(context: CollectorContext) {
  const { collect, quota, backgroundTasks, prefetches } = context;
  const { db, now } = collect;
  let enqueued = { id: '', at: 0 };
  let positionedIn = '';

  const isSuspended = async (): Promise<boolean> => (await context.isSuspended?.()) ?? false;
  /** The next request, unless requests are suspended. */
  const nextRequest = async (): Promise<DocumentationRow | null> => {
    const row = await nextRequested(db, now());
    return row === null || (await isSuspended()) ? null : row;
  };

  async function collectRow(row: DocumentationRow, signal: AbortSignal): Promise<void> {
    const dataset = await context.dataset();
    const since = now();
    const isTimeSliceOver = async (): Promise<boolean> =>
      now() - since > TIME_SLICE_MS && (await nextRequested(db, now())) !== null;
    const notice = await withDatasetFacts(row, dataset?.db ?? null);
    await collectNotice(notice, { ...collect, isTimeSliceOver }, signal);
  }

  /** Once per generation. */
  async function positionAll(): Promise<void> {
    const dataset = await context.dataset();
    if (dataset === null || dataset.id === positionedIn) return;
    await positionNotices(db, dataset.db);
    await db.write([scheduleEmpty(new Date(now() - YEAR_MS).toISOString(), now())]);
    positionedIn = dataset.id;
  }

  async function enqueueIfChanged(): Promise<void> {
    const dataset = await context.dataset();
    if (dataset === null || (dataset.id === enqueued.id && now() - enqueued.at < ENQUEUE_MS)) return;
    await enqueueNewest(db, dataset.db, now());
    enqueued = { id: dataset.id, at: now() };
  }

  /** Runs `work` until a request waits; null when it was interrupted. */
  async function untilRequest<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result | null> {
    const interruption = new AbortController();
    const either = AbortSignal.any([signal, interruption.signal]);
    const done = new AbortController();
    const watch = async (): Promise<void> => {
      while (!done.signal.aborted && !either.aborted) {
        await context.sleep(POLL_MS, AbortSignal.any([either, done.signal]));
        if (!done.signal.aborted && (await nextRequest())) interruption.abort(new Interruption());
      }
    };
    const watcher = watch().catch(() => {});
    try {
      return await work(either);
    } catch (error) {
      if (interruption.signal.aborted && !signal.aborted) return null;
      throw error;
    } finally {
      done.abort();
      await watcher;
    }
  }

  /** Collects a due notice. At the quota only requested documents are collected. */
  async function prefetch(signal: AbortSignal): Promise<boolean> {
    if (prefetches) await enqueueIfChanged();
    const due = await nextDue(db, now(), { isWanted: !prefetches });
    if (due === null || (await isSuspended()) || !(await ensureQuota(quota, due.notice, false))) return false;
    await untilRequest((either) => collectRow(due, either), signal);
    return true;
  }

  return {
    /** False when there was nothing to do. */
    async next(signal: AbortSignal): Promise<boolean> {
      await positionAll();
      const requested = await nextRequest();
      if (requested) {
        // Where nothing can be deleted, a requested notice exceeds the quota; the next one makes up for it.
        await ensureQuota(quota, requested.notice, true);
        await collectRow(requested, signal);
        return true;
      }
      if (await prefetch(signal)) return true;
      for (const task of backgroundTasks) if (await untilRequest(task, signal)) return true;
      return false;
    },
  };
}
