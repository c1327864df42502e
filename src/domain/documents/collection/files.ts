/**
 * Fetches the missing files of a version, one after the other, then from the archive of all files. A stored file is never fetched again.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentRecord, DocumentSection } from '#data/sources/procurement/records.ts';
import type { DocumentsClient, FetchedFile } from '#data/sources/procurement/site/documents-client.ts';
import type { UnpackedFile } from '#domain/documents/readers/file-reader.ts';
import { documentsOf } from '#domain/documents/tables/documentation-table.ts';
import { failDocument, storeDocument } from '#domain/documents/tables/documentation-writes-table.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Message } from '#lib/i18n/message.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import type { UnavailableReason } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { messages } from '#locales/messages.ts';
import { byId, type CollectedNotice, type CollectionContext, isFileMissing, isFormListed } from './versions.ts';

/** Limit of all files of one version; the largest known documentation has some gigabytes. */
const VERSION_BYTES_MAX = 10_000_000_000;

interface FilesContext extends Pick<CollectionContext, 'db' | 'blobs' | 'now' | 'isTimeSliceOver'> {
  documentsClient: DocumentsClient;
  /** Temporary folder of this collection. */
  folder: string;
  signal: AbortSignal;
}

/** `changed`: the lists name other documents now. `later`: other requests wait, the rest is fetched after them. */
export async function fetchFiles(
  target: CollectedNotice,
  version: number,
  documents: readonly DocumentRecord[],
  context: FilesContext,
): Promise<'through' | 'changed' | 'later'> {
  const { db, documentsClient, folder, signal } = context;
  const path = join(folder, 'file');
  const rows = await documentsOf(db, target.notice, version);
  let bytes = rows.reduce((sum, { file_bytes }) => sum + (file_bytes ?? 0), 0);
  let links = byId(target.notice, documents);
  // Links expire, and sessions are forgotten: the lists are read again once. A failed retry is not repeated for the next file.
  let mayReread = true;

  const attempt = async (row: DocumentRow): Promise<FetchedFile | Message> => {
    const link = links.get(row.id)?.link ?? null;
    if (link === null) return messages.collecting.noLink();
    if (bytes > VERSION_BYTES_MAX) return messages.collecting.tooLarge();
    try {
      return await documentsClient.file(link, path);
    } catch (error) {
      // A blocked address is no fact about the file.
      if (!(error instanceof Failure) || error.outcome.reason === 'blocked') throw error;
      return failureReason(error.outcome.reason, error.message);
    }
  };

  for (const [i, row] of rows.filter(isFileMissing).entries()) {
    signal.throwIfAborted();
    if (i > 0 && (await context.isTimeSliceOver?.())) return 'later';
    let result = await attempt(row);
    if ('code' in result && mayReread) {
      mayReread = false;
      const reread = await documentsClient.lists(target, isFormListed(rows));
      links = byId(target.notice, reread.documents);
      if (reread.isWithdrawn || links.size !== rows.length || rows.some(({ id }) => !links.has(id))) return 'changed';
      result = await attempt(row);
    }
    if ('code' in result) await db.write([failDocument(row.id, JSON.stringify(result))]);
    else {
      mayReread = true;
      bytes += result.sizeBytes;
      await storeFile(row, path, result, context);
    }
    await rm(path, { force: true });
  }
  return 'through';
}

async function storeFile(
  { id }: Pick<DocumentRow, 'id'>,
  path: string,
  { sha256, sizeBytes }: FetchedFile,
  { db, blobs, now, signal }: Pick<FilesContext, 'db' | 'blobs' | 'now' | 'signal'>,
): Promise<void> {
  await blobs.put(path, sha256, signal);
  await db.write([storeDocument(id, { sha256, sizeBytes, at: new Date(now()).toISOString() })]);
}

const REASONS: Readonly<Record<UnavailableReason, () => Message>> = {
  timeout: messages.collecting.tooLate,
  network: messages.collecting.cutShort,
  'http-5xx': messages.collecting.refused,
  'rate-limited': messages.collecting.refused,
  blocked: messages.collecting.refused,
  rejected: messages.collecting.refused,
  firewall: messages.collecting.refused,
  html: messages.collecting.refused,
  malformed: messages.collecting.tooLarge,
};

const failureReason = (reason: UnavailableReason, detail: string): Message =>
  detail === 'an empty file' ? messages.collecting.empty() : REASONS[reason]();

/** Answers to bidders, reports on suppliers and the notice itself are not in the archive. */
const NOT_ARCHIVED: ReadonlySet<DocumentSection> = new Set(['clarification', 'supplierReport', 'notice']);

/** Extracts missing files from the archive of all files, where they have other names. A file that is absent there keeps its own reason. */
export async function fetchFromArchive(
  target: CollectedNotice,
  version: number,
  context: FilesContext & Pick<CollectionContext, 'unpack'>,
): Promise<void> {
  const { db, documentsClient, unpack, folder, signal } = context;
  const rows = (await documentsOf(db, target.notice, version)).filter(({ section }) => !NOT_ARCHIVED.has(section));
  if (!rows.some(isFileMissing)) return;
  try {
    const path = join(folder, 'archive');
    if ((await documentsClient.archive(target, path)) === null) return;
    for (const { row, file } of pairs(rows, await unpack(path, folder, signal)))
      await storeFile(row, file.path, file, context);
  } catch (error) {
    if (error instanceof WrongShape) return;
    if (!(error instanceof Failure) || error.outcome.reason === 'blocked') throw error;
  }
}

/** Pairs missing documents with archived files. Names are no identity: a file counts only when it is the only unmatched one of its name. */
function pairs(
  rows: readonly DocumentRow[],
  files: readonly UnpackedFile[],
): { row: DocumentRow; file: UnpackedFile }[] {
  const namesakes = Map.groupBy(rows, ({ name }) => plainName(name));
  return [...Map.groupBy(files, ({ name }) => plainName(name))].flatMap(([name, candidates]) => {
    const documents = namesakes.get(name) ?? [];
    const stored = new Set(documents.flatMap(({ file_sha256 }) => file_sha256 ?? []));
    const missing = documents.filter(isFileMissing);
    const unmatched = candidates.filter(({ sha256 }) => !stored.has(sha256));
    const [row] = missing;
    const [file] = unmatched;
    return row && file && missing.length === 1 && unmatched.length === 1 ? { row, file } : [];
  });
}

/** The form in which lists and archives agree on a name: without folders, commas, double spaces and the number of a namesake. */
export const plainName = (name: string): string =>
  (name.split('/').at(-1) ?? name)
    .normalize('NFC')
    .replaceAll(',', '')
    .replace(/ \([0-9]{1,3}\)(?=\.|$)/, '')
    .replace(/\s{1,20}/g, ' ')
    .trim()
    .toLowerCase();
