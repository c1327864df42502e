/**
 * Collects the documents of one notice: reads the lists, creates a version where they name other codes, fetches the files and has them
 * opened. Everything stored stays stored: a killed collection resumes where it stopped.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentationRecord, DocumentRecord } from '#data/sources/procurement/records.ts';
import type { DocumentsClient } from '#data/sources/procurement/site/documents-client.ts';
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { releaseFile, reopenDocument } from '#domain/documents/tables/blobs-table.ts';
import { documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import {
  changeState,
  insertDocumentation,
  lockDocumentation,
  recordFailedLook,
  recordLook,
  releaseLock,
  renewLock,
  requeue,
  setMoment,
  withdrawVersions,
} from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentationRow, DocumentationState, DocumentRow } from '#domain/documents/tables/rows.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { messages } from '#locales/messages.ts';
import { fetchFiles, fetchFromArchive } from './files.ts';
import {
  afterEmptyLook,
  afterFailure,
  type CollectedNotice,
  type CollectionContext,
  completeVersion,
  isFileMissing,
  isFormListed,
  versionOf,
} from './versions.ts';

/** `busy`: another collector has the lock, or the notice was withdrawn. `unread`: the lists could not be read; it is retried. */
type CollectionResult = DocumentationState | 'busy' | 'unread';

/** Attempts with lists that change while they are read. */
const CHANGES_MAX = 3;

export async function collectNotice(
  target: CollectedNotice,
  context: CollectionContext,
  callersSignal: AbortSignal,
): Promise<CollectionResult> {
  const { db, now } = context;
  await db.write([
    insertDocumentation(target, new Date(now()).toISOString(), now()),
    ...(target.moment === undefined ? [] : [setMoment(target.notice, target.moment)]),
  ]);
  const lock = await acquireLock(target.notice, context, callersSignal);
  if (!lock) return 'busy';
  const { signal, row } = lock;
  let isStoreDown = false;
  try {
    return await collectLocked(target, row, context, signal);
  } catch (error) {
    isStoreDown = isStoreUnavailable(error);
    if (signal.aborted || isStoreDown) throw error;
    const isUpstreamFailure = error instanceof Failure || error instanceof WrongShape;
    const reason = error instanceof WrongShape ? messages.collecting.notUnderstood() : messages.collecting.away();
    const attempts = row.attempts + 1;
    const dueAt = afterFailure(now(), attempts);
    await db.write([
      recordFailedLook(target.notice, context.holder, {
        dueAt,
        attempts,
        reason: isUpstreamFailure ? JSON.stringify(reason) : null,
      }),
    ]);
    if (!isUpstreamFailure) throw error;
    return 'unread';
  } finally {
    // An unavailable store keeps the lock until it expires.
    if (!isStoreDown) await lock.releaseLock();
  }
}

async function collectLocked(
  target: CollectedNotice,
  row: DocumentationRow,
  context: CollectionContext,
  signal: AbortSignal,
): Promise<CollectionResult> {
  const documentsClient = context.documentsClient(signal);
  const folder = await mkdtemp(join(context.folder, 'collecting-'));
  try {
    await recordLostFiles(target.notice, context);
    for (let change = 1; ; change++) {
      const record = await plausibleLists(target, { ...context, documentsClient });
      const finalState = await withoutFiles(target, row, record, context);
      if (finalState) return finalState;
      const version = await versionOf(target, record.documents, context);
      const run = { ...context, documentsClient, folder, signal };
      const outcome = await fetchFiles(target, version, record.documents, run);
      if (outcome === 'later') {
        await context.db.write([requeue(target.notice, context.holder, context.now())]);
        return 'collecting';
      }
      if (outcome === 'changed' && change < CHANGES_MAX) continue;
      await fetchFromArchive(target, version, run);
      await context.open(target.notice, version, signal);
      return await completeVersion({ ...target, announced: record.announced ?? 0 }, version, context);
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
  { db, holder, now }: CollectionContext,
): Promise<DocumentationState | null> {
  const { notice } = target;
  const at = new Date(now()).toISOString();
  if (isWithdrawn) {
    await db.write([
      recordLook(notice, holder, { at, dueAt: null, attempts: 0 }),
      withdrawVersions(notice, at),
      changeState(notice, holder, 'withdrawn', { since: at }),
    ]);
    return 'withdrawn';
  }
  if (documents.length > 0) return null;
  const since = row.state === 'none' ? Date.parse(row.since) : now();
  await db.write([
    recordLook(notice, holder, { at, dueAt: afterEmptyLook(now(), target, since), attempts: 0 }),
    changeState(notice, holder, 'none', { since: at }),
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
  { db, holder, now }: Pick<CollectionContext, 'db' | 'holder' | 'now'>,
  signal: AbortSignal,
): Promise<CollectionLock | null> {
  const at = now();
  const [rows] = await db.write([lockDocumentation(notice, holder, at + LOCK_MS, at)]);
  const row = rows?.[0] as DocumentationRow | undefined;
  if (!row) return null;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const [rows] = await db.write([renewLock(notice, holder, now() + LOCK_MS)]);
    if (rows?.length === 0) lost.abort(new Error(`Another collector has the lock of ${notice} now.`));
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
  const [newest] = await versionsOf(db, target.notice);
  const previous = newest ? await documentsOf(db, target.notice, newest.version) : [];
  // The form is looked for at first only: found later, it would look like a change of the documentation.
  const withForm = previous.length === 0 || isFormListed(previous.filter(isFileMissing));
  const record = withStoredForm(await documentsClient.lists(target, withForm), previous);
  const { documents, isWithdrawn } = record;
  if (!newest || isWithdrawn) return record;
  const codes = new Set(documents.map(({ code }) => code));
  const removed = previous.filter(({ code }) => !codes.has(code));
  if (removed.length === 0) return record;
  const isAnswer = ({ section }: Pick<DocumentRecord, 'section'>): boolean => section === 'clarification';
  // An authority does not remove all documents without withdrawing the notice, and never removes answers to bidders.
  if (documents.length === 0 || (removed.some(isAnswer) && !documents.some(isAnswer)))
    throw new WrongShape(LISTS, `the documents of ${target.notice}`, 'lists without those of before');
  if (documents.length > previous.length - removed.length) return record;
  const reread = withStoredForm(await documentsClient.lists(target, withForm), previous);
  if (
    reread.isWithdrawn ||
    reread.documents.length !== documents.length ||
    reread.documents.some(({ code }) => !codes.has(code))
  )
    throw new WrongShape(LISTS, `the same documents of ${target.notice} twice`, 'other ones each time');
  // Only the links of the second reading are valid.
  return reread;
}

/** The form of an earlier look stays, which no list has. */
function withStoredForm(record: DocumentationRecord, previous: readonly DocumentRow[]): DocumentationRecord {
  const stored = previous.find(({ section }) => section === 'notice');
  if (stored === undefined || record.documents.length === 0 || isFormListed(record.documents)) return record;
  const { code, name, section, published_on: publishedOn } = stored;
  return {
    ...record,
    documents: [...record.documents, { code, name, section, publishedOn, link: null, ackDocId: null }],
  };
}

async function recordLostFiles(notice: string, { db, blobs }: Pick<CollectionContext, 'db' | 'blobs'>): Promise<void> {
  const [newest] = await versionsOf(db, notice);
  if (!newest) return;
  const isStored = async (sha256: string | null, bytes: number | null): Promise<boolean> =>
    sha256 === null || (await blobs.sizeOf(sha256)) === bytes;
  for (const row of await documentsOf(db, notice, newest.version)) {
    if (row.state !== 'stored' && row.state !== 'opened') continue;
    if (!(await isStored(row.file_sha256, row.file_bytes)))
      await db.write([releaseFile(row.id, JSON.stringify(messages.collecting.lost()))]);
    else if (!(await isStored(row.content_sha256, row.content_bytes))) await db.write([reopenDocument(row.id)]);
  }
}
