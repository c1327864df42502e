/** Keeps the files of documents within their quota and retention period. Lists, signatures and texts stay; files can be fetched again. */

import type { Database } from '#data/store/database.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import {
  collectedBefore,
  filesOf,
  isNeeded,
  releaseFile,
  replaceable,
  type StoredFiles,
  strayBlobs,
  supersededFiles,
  unschedule,
  usedBytes,
} from '#domain/documents/tables/blobs-table.ts';
import { messages } from '#locales/messages.ts';

export interface QuotaContext {
  db: Database;
  blobs: Blobs;
  bytesMax: number;
  days: number | null;
  now(): number;
}

const DAY_MS = 86_400_000;
/** Files per query. */
const FILES_AT_ONCE = 100;
/** Documentations deleted for one request; beyond it the quota counts as exhausted. */
const REPLACED_MAX = 1_000;

/** Whether the quota has space for one more documentation. For a requested one, others are deleted. */
export async function ensureQuota(context: QuotaContext, notice: string, isRequested: boolean): Promise<boolean> {
  if (await isBelowQuota(context)) return true;
  await releaseSuperseded(context);
  for (let i = 0; i < REPLACED_MAX; i++) {
    if (await isBelowQuota(context)) return true;
    const oldest = isRequested ? await replaceable(context.db, notice, context.now()) : null;
    if (oldest === null) return false;
    await releaseDocumentation(oldest.notice, JSON.stringify(messages.collecting.replacedForRoom()), context);
  }
  return false;
}

const isBelowQuota = async ({ db, bytesMax }: Pick<QuotaContext, 'db' | 'bytesMax'>): Promise<boolean> =>
  (await usedBytes(db)) < bytesMax;

/** Deletes superseded files, oldest first, until the quota has space. */
async function releaseSuperseded(context: QuotaContext): Promise<void> {
  let after = '';
  for (;;) {
    const files = await supersededFiles(context.db, after, FILES_AT_ONCE);
    for (const { place, ...file } of files) {
      await deleteFiles(file, null, context);
      after = place;
      if (await isBelowQuota(context)) return;
    }
    if (files.length < FILES_AT_ONCE) return;
  }
}

/** Updates the rows first, so that a concurrent request fetches the files again. */
async function releaseDocumentation(notice: string, reason: string, context: QuotaContext): Promise<void> {
  const files = await filesOf(context.db, notice);
  await context.db.write([...files.map(({ id }) => releaseFile(id, reason)), unschedule(notice)]);
  for (const file of files) await deleteFiles(file, notice, context);
}

async function deleteFiles(
  { file_sha256, content_sha256 }: Pick<StoredFiles, 'file_sha256' | 'content_sha256'>,
  notice: string | null,
  { db, blobs }: QuotaContext,
): Promise<void> {
  for (const sha256 of new Set([file_sha256, content_sha256]))
    if (sha256 !== null && !(await isNeeded(db, sha256, notice))) await blobs.delete(sha256);
}

/** One step of cleanup: files past their retention period, and strays. True when there may be more. */
export async function cleanUp(context: QuotaContext): Promise<boolean> {
  const { db, blobs, days, now } = context;
  const strays = await strayBlobs(db, now() - DAY_MS, FILES_AT_ONCE);
  for (const { sha256 } of strays) await blobs.delete(sha256);
  if (strays.length > 0) return true;
  if (days === null) return false;
  const old = await collectedBefore(db, new Date(now() - days * DAY_MS).toISOString(), now());
  if (old !== null)
    await releaseDocumentation(old.notice, JSON.stringify(messages.collecting.daysOver({ days })), context);
  return old !== null;
}
