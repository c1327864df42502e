/**
 * What the documents' thread does for as long as it lives: first what callers wait for, then what is due, then its duties, a piece at
 * a time. Whoever waits does not wait for work that nobody asked for: that is broken off, and goes on later where it was.
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

/** One small piece of work; false when there was none. */
export type BackgroundTask = (signal: AbortSignal) => Promise<boolean>;

export interface CollectorNeeds {
  collect: CollectNeeds;
  room: QuotaNeeds;
  /** Of the newest generation, with its name; null while there is none. */
  dataset(): Promise<{ id: string; db: Database } | null>;
  /** Whether no request may be sent to the procurement system at the moment: the queue waits. Left out: requests may be sent. */
  isHeld?(): Promise<boolean>;
  /** Whether documents are collected that nobody asked for. */
  isAhead: boolean;
  /** In their order, when nobody waits and nothing is due. */
  backgroundTasks: readonly BackgroundTask[];
  /** Ends early, without an error, when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** While nobody waits and nothing is due; left out, we look again soon. */
  idle?(signal: AbortSignal): Promise<void>;
  onError(error: unknown): void;
}

/** Nobody waits longer than this before it is noticed. */
export const POLL_MS = 500;
/** After trouble of our own. */
const RETRY_MS = 5_000;
/** Of one that callers wait for, while others wait, too: then what is left of it comes after them. */
const SLICE_MS = 120_000;
/** New procedures are noticed with a new generation, and a dataset that changed otherwise within this. */
const ENQUEUE_MS = 3_600_000;

export async function runCollector(needs: CollectorNeeds, signal: AbortSignal): Promise<void> {
  const rounds = createRounds(needs);
  const idle = needs.idle ?? ((until: AbortSignal) => needs.sleep(POLL_MS, until));
  // What goes on going wrong is told once.
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

/** Somebody waits: what nobody waits for is broken off. */
class CallerWaits extends Error {}

function createRounds(needs: CollectorNeeds) {
  const { collect, room, backgroundTasks, isAhead } = needs;
  const { db, now } = collect;
  let enqueued = { id: '', at: 0 };
  let positionedIn = '';

  const isHeld = async (): Promise<boolean> => (await needs.isHeld?.()) ?? false;
  /** The next of the queue that may be taken. */
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

  /** Once for each generation. */
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

  /** Until somebody waits. */
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

  /** Without room nothing is collected ahead; callers still get what they ask for. */
  async function prefetch(signal: AbortSignal): Promise<boolean> {
    if (isAhead) await enqueueIfChanged();
    const due = await nextDue(db, now(), { isWanted: !isAhead });
    if (due === null || (await isHeld()) || !(await ensureQuota(room, due.notice, false))) return false;
    await untilCallerWaits((either) => take(due, either), signal);
    return true;
  }

  return {
    /** False when there was nothing to do. */
    async next(signal: AbortSignal): Promise<boolean> {
      await place();
      const asked = await nextUnheldRequest();
      if (asked) {
        // Where no room can be made it takes more than its share: the next one makes good for it.
        await ensureQuota(room, asked.notice, true);
        await take(asked, signal);
        return true;
      }
      if (await prefetch(signal)) return true;
      for (const duty of backgroundTasks) if (await untilCallerWaits(duty, signal)) return true;
      return false;
    },
  };
}
