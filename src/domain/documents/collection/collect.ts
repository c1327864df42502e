/**
 * Collects the documents of one notice: lists, a version where they name other codes, the files, and what is made of them. Whatever
 * is stored stays stored: killed at any moment, the next one goes on where this one was.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentationRecord } from '#data/sources/procurement/records.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import type { DocumentationState } from '#domain/documents/states.ts';
import {
  announced,
  backInLine,
  becomes,
  looked,
  placed,
  triedInVain,
} from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationRow } from '#domain/documents/tables/rows.ts';
import { versionsWithdrawn } from '#domain/documents/tables/version-writes-table.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { fetchFromArchive } from './archive.ts';
import { takeHold } from './collection-lock.ts';
import { fetchFiles } from './files.ts';
import { noteLostFiles } from './lost-files.ts';
import type { CollectedNotice, CollectNeeds } from './needs.ts';
import { afterNothing, afterTrouble } from './next-look.ts';
import { believedLists } from './plausibility.ts';
import { said } from './sentences.ts';
import { finish, versionOf } from './versions.ts';

/** `busy`: somebody else collects it, or it was withdrawn. `unread`: its lists could not be read; it is tried again. */
export type Collected = DocumentationState | 'busy' | 'unread';

/** Lists that change while they are read are given this many looks. */
const CHANGES_MAX = 3;

export async function collectNotice(
  asked: CollectedNotice,
  needs: CollectNeeds,
  callersSignal: AbortSignal,
): Promise<Collected> {
  const { db, now } = needs;
  await db.write([
    announced(asked, new Date(now()).toISOString(), now()),
    ...(asked.moment === undefined ? [] : [placed(asked.notice, asked.moment)]),
  ]);
  const hold = await takeHold(asked.notice, needs, callersSignal);
  if (!hold) return 'busy';
  const { signal, row } = hold;
  let isStoreAway = false;
  try {
    return await collectHeld(asked, row, needs, signal);
  } catch (error) {
    isStoreAway = isStoreUnavailable(error);
    if (signal.aborted || isStoreAway) throw error;
    const isTheirs = error instanceof Failure || error instanceof WrongShape;
    const reason = error instanceof WrongShape ? said.notUnderstood() : said.away();
    const attempts = row.attempts + 1;
    const dueAt = afterTrouble(now(), attempts);
    await db.write([
      triedInVain(asked.notice, needs.holder, { dueAt, attempts, reason: isTheirs ? JSON.stringify(reason) : null }),
    ]);
    if (!isTheirs) throw error;
    return 'unread';
  } finally {
    // A store that is away keeps the hold until its time is up.
    if (!isStoreAway) await hold.letGo();
  }
}

async function collectHeld(
  asked: CollectedNotice,
  row: DocumentationRow,
  needs: CollectNeeds,
  signal: AbortSignal,
): Promise<Collected> {
  const desk = needs.desk(signal);
  const folder = await mkdtemp(join(needs.folder, 'collecting-'));
  try {
    await noteLostFiles(asked.notice, needs);
    for (let change = 1; ; change++) {
      const record = await believedLists(asked, { ...needs, desk });
      const ended = await withoutFiles(asked, row, record, needs);
      if (ended) return ended;
      const version = await versionOf(asked, record.documents, needs);
      const context = { ...needs, desk, folder, signal };
      const outcome = await fetchFiles(asked, version, record.documents, context);
      if (outcome === 'later') {
        await needs.db.write([backInLine(asked.notice, needs.holder, needs.now())]);
        return 'collecting';
      }
      if (outcome === 'changed' && change < CHANGES_MAX) continue;
      await fetchFromArchive(asked, version, context);
      await needs.open(asked.notice, version, signal);
      return await finish({ ...asked, announced: record.announced ?? 0 }, version, needs);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Withdrawn, or nothing listed; null when there are files. */
async function withoutFiles(
  asked: CollectedNotice,
  row: DocumentationRow,
  { isWithdrawn, documents }: DocumentationRecord,
  { db, holder, now }: CollectNeeds,
): Promise<DocumentationState | null> {
  const { notice } = asked;
  const at = new Date(now()).toISOString();
  if (isWithdrawn) {
    await db.write([
      looked(notice, holder, { at, dueAt: null, attempts: 0 }),
      versionsWithdrawn(notice, at),
      becomes(notice, holder, 'withdrawn', { since: at }),
    ]);
    return 'withdrawn';
  }
  if (documents.length > 0) return null;
  const since = row.state === 'none' ? Date.parse(row.since) : now();
  await db.write([
    looked(notice, holder, { at, dueAt: afterNothing(now(), asked, since), attempts: 0 }),
    becomes(notice, holder, 'none', { since: at }),
  ]);
  return 'none';
}
