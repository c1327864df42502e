/**
 * Collects the documents of one notice: reads the lists, creates a version where they name other codes, fetches the files and has them
 * opened. Everything stored stays stored: a killed collection resumes where it stopped.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentationRecord, DocumentRecord } from '#data/sources/procurement/records.ts';
import type { DocumentsClient } from '#data/sources/procurement/site/document-desk.ts';
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { released, unopened } from '#domain/documents/tables/blobs-table.ts';
import { documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import {
  announced,
  attemptFailed,
  becomes,
  lockAcquired,
  lockRenewed,
  lookRecorded,
  positioned,
  releaseLock,
  requeued,
  versionsWithdrawn,
} from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationRow, DocumentationState } from '#domain/documents/tables/rows.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { messages } from '#locales/messages.ts';
import { fetchFiles, fetchFromArchive } from './files.ts';
import type { CollectedNotice, CollectNeeds } from './needs.ts';

import { afterNothing, afterTrouble, finish, versionOf } from './versions.ts';

/** `busy`: another collector has the lock, or the notice was withdrawn. `unread`: the lists could not be read; it is retried. */
type Collected = DocumentationState | 'busy' | 'unread';

/** Attempts with lists that change while they are read. */
const CHANGES_MAX = 3;

export async function collectNotice(
  target: CollectedNotice,
  needs: CollectNeeds,
  callersSignal: AbortSignal,
): Promise<Collected> {
  const { db, now } = needs;
  await db.write([
    announced(target, new Date(now()).toISOString(), now()),
    ...(target.moment === undefined ? [] : [positioned(target.notice, target.moment)]),
  ]);
  const lock = await acquireLock(target.notice, needs, callersSignal);
  if (!lock) return 'busy';
  const { signal, row } = lock;
  let isStoreAway = false;
  try {
    return await collectLocked(target, row, needs, signal);
  } catch (error) {
    isStoreAway = isStoreUnavailable(error);
    if (signal.aborted || isStoreAway) throw error;
    const isTheirs = error instanceof Failure || error instanceof WrongShape;
    const reason = error instanceof WrongShape ? messages.collecting.notUnderstood() : messages.collecting.away();
    const attempts = row.attempts + 1;
    const dueAt = afterTrouble(now(), attempts);
    await db.write([
      attemptFailed(target.notice, needs.holder, { dueAt, attempts, reason: isTheirs ? JSON.stringify(reason) : null }),
    ]);
    if (!isTheirs) throw error;
    return 'unread';
  } finally {
    // An unavailable store keeps the lock until it expires.
    if (!isStoreAway) await lock.releaseLock();
  }
}

async function collectLocked(
  target: CollectedNotice,
  row: DocumentationRow,
  needs: CollectNeeds,
  signal: AbortSignal,
): Promise<Collected> {
  const documentsClient = needs.documentsClient(signal);
  const folder = await mkdtemp(join(needs.folder, 'collecting-'));
  try {
    await recordLostFiles(target.notice, needs);
    for (let change = 1; ; change++) {
      const record = await plausibleLists(target, { ...needs, documentsClient });
      const ended = await withoutFiles(target, row, record, needs);
      if (ended) return ended;
      const version = await versionOf(target, record.documents, needs);
      const context = { ...needs, documentsClient, folder, signal };
      const outcome = await fetchFiles(target, version, record.documents, context);
      if (outcome === 'later') {
        await needs.db.write([requeued(target.notice, needs.holder, needs.now())]);
        return 'collecting';
      }
      if (outcome === 'changed' && change < CHANGES_MAX) continue;
      await fetchFromArchive(target, version, context);
      await needs.open(target.notice, version, signal);
      return await finish({ ...target, announced: record.announced ?? 0 }, version, needs);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The state where there is nothing to fetch: withdrawn, or an empty list. Null when there are files. */
async function withoutFiles(
  target: CollectedNotice,
  row: DocumentationRow,
  { isWithdrawn, documents }: DocumentationRecord,
  { db, holder, now }: CollectNeeds,
): Promise<DocumentationState | null> {
  const { notice } = target;
  const at = new Date(now()).toISOString();
  if (isWithdrawn) {
    await db.write([
      lookRecorded(notice, holder, { at, dueAt: null, attempts: 0 }),
      versionsWithdrawn(notice, at),
      becomes(notice, holder, 'withdrawn', { since: at }),
    ]);
    return 'withdrawn';
  }
  if (documents.length > 0) return null;
  const since = row.state === 'none' ? Date.parse(row.since) : now();
  await db.write([
    lookRecorded(notice, holder, { at, dueAt: afterNothing(now(), target, since), attempts: 0 }),
    becomes(notice, holder, 'none', { since: at }),
  ]);
  return 'none';
}

const LOCK_MS = 30_000;
const RENEW_MS = 10_000;

interface CollectionLock {
  row: DocumentationRow;
  /** Fires with the caller's signal, and when the lock is lost to another collector. */
  signal: AbortSignal;
  releaseLock(): Promise<void>;
}

/**
 * One collector for a notice at a time, across threads and hosts; the lock of a dead process expires. Null when another collector has it,
 * and for a withdrawn notice.
 */
async function acquireLock(
  notice: string,
  { db, holder, now }: Pick<CollectNeeds, 'db' | 'holder' | 'now'>,
  signal: AbortSignal,
): Promise<CollectionLock | null> {
  const at = now();
  const [rows] = await db.write([lockAcquired(notice, holder, at + LOCK_MS, at)]);
  const row = rows?.[0] as DocumentationRow | undefined;
  if (!row) return null;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const [held] = await db.write([lockRenewed(notice, holder, now() + LOCK_MS)]);
    if (held?.length === 0) lost.abort(new Error(`Somebody else collects the documents of ${notice} by now.`));
  };
  // An unavailable store is reported by the next write that matters.
  const timer = setInterval(() => renew().catch(() => {}), RENEW_MS);
  timer.unref();
  return {
    row,
    signal: AbortSignal.any([signal, lost.signal]),
    async releaseLock() {
      clearInterval(timer);
      await db.write([releaseLock(notice, holder)]);
    },
  };
}

const LISTS = 'NoticeCommon/GetDfNoticeSectionFiles';

/**
 * Lists that say less than before may be wrong: a blocked client gets empty lists, and a busy site omits rows. Throws a WrongShape for such
 * lists. Where documents are gone and none was added, the lists are read twice.
 */
async function plausibleLists(
  target: CollectedNotice,
  { db, documentsClient }: { db: Database; documentsClient: DocumentsClient },
): Promise<DocumentationRecord> {
  const record = await documentsClient.lists(target);
  const { documents, isWithdrawn } = record;
  const [newest] = await versionsOf(db, target.notice);
  if (!newest || isWithdrawn) return record;
  const known = await documentsOf(db, target.notice, newest.version);
  const codes = new Set(documents.map(({ code }) => code));
  const gone = known.filter(({ code }) => !codes.has(code));
  if (gone.length === 0) return record;
  const isAnswer = ({ section }: Pick<DocumentRecord, 'section'>): boolean => section === 'clarification';
  // An authority does not remove all documents without withdrawing the notice, and never removes answers to bidders.
  if (documents.length === 0 || (gone.some(isAnswer) && !documents.some(isAnswer)))
    throw new WrongShape(LISTS, `the documents of ${target.notice}`, 'lists without those of before');
  if (documents.length > known.length - gone.length) return record;
  const reread = await documentsClient.lists(target);
  if (
    reread.isWithdrawn ||
    reread.documents.length !== documents.length ||
    reread.documents.some(({ code }) => !codes.has(code))
  )
    throw new WrongShape(LISTS, `the same documents of ${target.notice} twice`, 'other ones each time');
  // Only the links of the second reading are valid.
  return reread;
}

async function recordLostFiles(notice: string, { db, blobs }: Pick<CollectNeeds, 'db' | 'blobs'>): Promise<void> {
  const [newest] = await versionsOf(db, notice);
  if (!newest) return;
  const isHere = async (sha256: string | null, bytes: number | null): Promise<boolean> =>
    sha256 === null || (await blobs.sizeOf(sha256)) === bytes;
  for (const row of await documentsOf(db, notice, newest.version)) {
    if (row.state !== 'stored' && row.state !== 'opened') continue;
    if (!(await isHere(row.file_sha256, row.file_bytes)))
      await db.write([released(row.id, JSON.stringify(messages.collecting.lost()))]);
    else if (!(await isHere(row.content_sha256, row.content_bytes))) await db.write([unopened(row.id)]);
  }
}
