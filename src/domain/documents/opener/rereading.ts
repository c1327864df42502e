/** Reads stored contents again that an earlier version of the readers read. */
import type { Database } from '#data/store/database.ts';
import { BlobMissing, type Blobs } from '#domain/documents/blobs/blobs.ts';
import {
  contentStatements,
  forgetContent,
  keepReading,
  nextToReread,
  pagesOf,
} from '#domain/documents/tables/contents-table.ts';
import type { FileOpener } from './file-opening.ts';
import { withStoredOcr } from './recognition.ts';
import { storedText } from './stored-text.ts';

interface RereadingContext {
  documents: Database;
  blobs: Blobs;
  folder: string;
  files: FileOpener;
  now(): Date;
}

/** One content; false when none is left. Without its file a content keeps its text until the file is fetched again. */
export async function rereadOne(
  { documents, blobs, folder, files, now }: RereadingContext,
  signal: AbortSignal,
): Promise<boolean> {
  const content = await nextToReread(documents);
  if (content === null) return false;
  const { sha256, bytes } = content;
  const request = { sha256, sizeBytes: bytes, signed: null, needsText: async () => true };
  try {
    const reading = await blobs.asFile(sha256, folder, (path) =>
      files.open({ ...request, path }, signal, async (opened) => (opened.content?.isFile ? opened.reading : null)),
    );
    if (reading === null) await documents.write([keepReading(sha256)]);
    else {
      const whole = withStoredOcr(reading, await pagesOf(documents, sha256), JSON.parse(content.missing));
      await documents.write(contentStatements(sha256, whole, storedText(whole), now()));
    }
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    await documents.write(forgetContent(sha256));
  }
  return true;
}
