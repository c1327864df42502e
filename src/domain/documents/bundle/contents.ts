/** What goes into the bundle of a documentation: of each document its file and its place, or why there is none. */
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import type { Documentation } from '#domain/documents/documentation-of-call.ts';
import { said } from '#domain/documents/sentences.ts';
import { storedReason } from '#domain/documents/stored-reason.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import type { WithheldRow } from '#domain/documents/tables/withheld-table.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { entryNames } from './entry-names.ts';

export interface BundledFile {
  path: string;
  sha256: string;
  sizeBytes: number;
  mediaType: string | null;
  /** Whether it lies there with its seals, because nothing could be taken out of them. */
  asPublished: boolean;
}

export interface BundledDocument {
  row: DocumentRow;
  file: BundledFile | null;
  /** Why there is no file; null when there is one. */
  missing: Sentence | null;
  withheld: WithheldRow | null;
}

export async function bundleContents(
  { documents, withheld }: Documentation,
  blobs: Blobs,
  masked: (text: string) => string,
): Promise<BundledDocument[]> {
  const nameOf = entryNames();
  const bundled: BundledDocument[] = [];
  for (const row of documents) {
    const taken = withheld.get(row.id) ?? null;
    const sha256 = taken === null ? (row.content_sha256 ?? row.file_sha256) : null;
    const sizeBytes = sha256 === null ? null : await blobs.sizeOf(sha256);
    if (sha256 === null || sizeBytes === null) {
      bundled.push({ row, file: null, missing: taken ? null : missing(row), withheld: taken });
      continue;
    }
    const asPublished = row.content_sha256 === null;
    const path = nameOf(row.section, masked((asPublished ? null : row.file_name) ?? row.name));
    const mediaType = asPublished ? null : row.media_type;
    bundled.push({ row, file: { path, sha256, sizeBytes, mediaType, asPublished }, missing: null, withheld: null });
  }
  return bundled;
}

function missing({ state, reason }: DocumentRow): Sentence {
  if (reason !== null) return storedReason(reason);
  return state === 'failed' ? said.reasonUnknown() : state === 'listed' ? said.notFetched() : said.fileGone();
}
