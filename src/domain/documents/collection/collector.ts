/**
 * What the documents' thread does for as long as it lives: first what callers wait for, then what is due, then its duties, a piece at
 * a time. Whoever waits does not wait for work that nobody asked for: that is broken off, and goes on later where it was.
 */

import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { nextAsked, nextDue } from '#domain/documents/tables/documentation-table.ts';
import { scheduledAgain } from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationRow } from '#domain/documents/tables/rows.ts';
import { collectNotice } from './collect.ts';
import type { CollectNeeds } from './needs.ts';
import { enrol, inDataset, placeNotices } from './prefetch.ts';
import { makeRoom, type RoomNeeds } from './quota.ts';
import { YEAR_MS } from './versions.ts';

/** One small piece of work; false when there was none. */
export type Duty = (signal: AbortSignal) => Promise<boolean>;

export interface KeepNeeds {
  collect: CollectNeeds;
  room: RoomNeeds;
  /** Of the newest generation, with its name; null while there is none. */
  dataset(): Promise<{ id: string; db: Database } | null>;
  /** Whether no request may be sent to the procurement system at the moment: the queue waits. Left out: requests may be sent. */
  isHeld?(): Promise<boolean>;
  /** Whether documents are collected that nobody asked for. */
  isAhead: boolean;
  /** In their order, when nobody waits and nothing is due. */
  duties: readonly Duty[];
  /** Ends early, without an error, when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** While nobody waits and nothing is due; left out, we look again soon. */
  idle?(signal: AbortSignal): Promise<void>;
  onError(error: unknown): void;
}

/** Nobody waits longer than this before it is noticed. */
export const LOOK_MS = 500;
/** After trouble of our own. */
const RETRY_MS = 5_000;
/** Of one that callers wait for, while others wait, too: then what is left of it comes after them. */
const TURN_MS = 120_000;
/** New procedures are noticed with a new generation, and a dataset that changed otherwise within this. */
const ENROL_MS = 3_600_000;

export async function keepCollecting(needs: KeepNeeds, signal: AbortSignal): Promise<void> {
  const turns = createSemaphore(needs);
  const idle = needs.idle ?? ((until: AbortSignal) => needs.sleep(LOOK_MS, until));
  // What goes on going wrong is told once.
  let told = '';
  while (!signal.aborted) {
    try {
      if (!(await turns.next(signal))) await idle(signal);
      told = '';
    } catch (error) {
      if (signal.aborted) return;
      if (!isStoreUnavailable(error) && String(error) !== told) needs.onError(error);
      told = String(error);
      await needs.sleep(RETRY_MS, signal);
    }
  }
}

/** Somebody waits: what nobody waits for is broken off. */
class SomebodyWaits extends Error {}

function createSemaphore(needs: KeepNeeds) {
  const { collect, room, duties, isAhead } = needs;
  const { db, now } = collect;
  let enrolled = { id: '', at: 0 };
  let placedIn = '';

  const isHeld = async (): Promise<boolean> => (await needs.isHeld?.()) ?? false;
  /** The next of the queue that may be taken. */
  const nextWaiting = async (): Promise<DocumentationRow | null> => {
    const row = await nextAsked(db, now());
    return row === null || (await isHeld()) ? null : row;
  };

  async function take(row: DocumentationRow, signal: AbortSignal): Promise<void> {
    const dataset = await needs.dataset();
    const since = now();
    const isTurnOver = async (): Promise<boolean> => now() - since > TURN_MS && (await nextAsked(db, now())) !== null;
    const notice = await inDataset(row, dataset?.db ?? null);
    await collectNotice(notice, { ...collect, isTurnOver }, signal);
  }

  /** Once for each generation. */
  async function place(): Promise<void> {
    const dataset = await needs.dataset();
    if (dataset === null || dataset.id === placedIn) return;
    await placeNotices(db, dataset.db);
    await db.write([scheduledAgain(new Date(now() - YEAR_MS).toISOString(), now())]);
    placedIn = dataset.id;
  }

  async function enrolNewest(): Promise<void> {
    const dataset = await needs.dataset();
    if (dataset === null || (dataset.id === enrolled.id && now() - enrolled.at < ENROL_MS)) return;
    await enrol(db, dataset.db, now());
    enrolled = { id: dataset.id, at: now() };
  }

  /** Until somebody waits. */
  async function unlessAsked<Made>(
    work: (signal: AbortSignal) => Promise<Made>,
    signal: AbortSignal,
  ): Promise<Made | null> {
    const breaking = new AbortController();
    const either = AbortSignal.any([signal, breaking.signal]);
    const done = new AbortController();
    const watch = async (): Promise<void> => {
      while (!done.signal.aborted && !either.aborted) {
        await needs.sleep(LOOK_MS, AbortSignal.any([either, done.signal]));
        if (!done.signal.aborted && (await nextWaiting())) breaking.abort(new SomebodyWaits());
      }
    };
    const watching = watch().catch(() => {});
    try {
      return await work(either);
    } catch (error) {
      if (breaking.signal.aborted && !signal.aborted) return null;
      throw error;
    } finally {
      done.abort();
      await watching;
    }
  }

  /** Without room nothing is collected ahead; callers still get what they ask for. */
  async function ahead(signal: AbortSignal): Promise<boolean> {
    if (isAhead) await enrolNewest();
    const due = await nextDue(db, now(), { isWanted: !isAhead });
    if (due === null || (await isHeld()) || !(await makeRoom(room, due.notice, false))) return false;
    await unlessAsked((either) => take(due, either), signal);
    return true;
  }

  return {
    /** False when there was nothing to do. */
    async next(signal: AbortSignal): Promise<boolean> {
      await place();
      const asked = await nextWaiting();
      if (asked) {
        // Where no room can be made it takes more than its share: the next one makes good for it.
        await makeRoom(room, asked.notice, true);
        await take(asked, signal);
        return true;
      }
      if (await ahead(signal)) return true;
      for (const duty of duties) if (await unlessAsked(duty, signal)) return true;
      return false;
    },
  };
}
