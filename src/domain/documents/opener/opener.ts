/**
 * Opens the collected files of a version: unseals them, verifies the signatures, stores the content and its text. A file that cannot be
 * opened has a reason in its row; only a failing disk or store stops the others.
 */

import { availableParallelism } from 'node:os';
import type { Database } from '#data/store/database.ts';
import { BlobMissing, type Blobs } from '#domain/documents/blobs/blobs.ts';
import type { ReadingSandbox } from '#domain/documents/readers/file-reader.ts';
import { contentMediaType, contentStatements } from '#domain/documents/tables/contents-table.ts';
import { documentsOf } from '#domain/documents/tables/documentation-table.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import { listAddressesIn, nameLists } from '#domain/documents/trust/trust-table.ts';
import { messages } from '#locales/messages.ts';
import { failOpening, recordOpening, type StoredContent } from './document-writes-table.ts';
import { candidatesFor } from './file-names.ts';
import { createFileOpener, type OpenedFile, type OpeningSandbox } from './file-opening.ts';
import { createPageRecognizer, recognizeSome } from './recognition.ts';
import { rereadOne } from './rereading.ts';
import { storedText } from './stored-text.ts';
import { reverifySome, trustDigest, verifierId } from './verdicts.ts';

interface OpenerOptions {
  documents: Database;
  blobs: Blobs;
  /** Folder of the trust store. */
  trust: string;
  /** Whether several hosts share the store: a host without a trust store of its own then leaves verdicts of other hosts alone. */
  isOneOfSeveralHosts?: boolean;
  /** An existing folder for temporary files. */
  folder: string;
  now?: () => Date;
  /** Parallel files, each in a process of its own. */
  atOnce?: number;
  /** Replaces the sandbox process. */
  sandbox?: OpeningSandbox;
  /** Replaces the sandbox process for archived files. */
  inside?: ReadingSandbox;
}

export type Opener = ReturnType<typeof createOpener>;

/** More would slow down the serving threads. */
const AT_ONCE_MAX = 3;

export function createOpener({
  documents,
  blobs,
  trust,
  isOneOfSeveralHosts = false,
  folder,
  now = () => new Date(),
  atOnce = Math.min(AT_ONCE_MAX, availableParallelism()),
  sandbox,
  inside,
}: OpenerOptions) {
  const files = createFileOpener({ folder, trust, now, atOnce, sandbox, inside });
  const recognizer = createPageRecognizer();
  const contentStore = createContentStore({ documents, blobs, now });
  /** This process stores only contents of its own version. */
  let hasOutdated = true;

  async function openDocument(row: DocumentRow, all: readonly DocumentRow[], verifier: string, signal: AbortSignal) {
    const candidates = candidatesFor(row, all);
    try {
      for (const signed of candidates.length === 0 ? [null] : candidates) {
        const isLast = signed === (candidates.at(-1) ?? null);
        const isDone = await openWithSigned(row, signed, signal, async (result) => {
          if (!isLast && isOfAnother(result)) return false;
          const storedContent = await contentStore.store(result, signal);
          const signs = result.signsOther ? (signed?.id ?? null) : null;
          await documents.write([
            recordOpening(row, result, storedContent, { signs, verifierId: verifier, now: now() }),
            ...nameLists(listAddressesIn(result.unwrapped?.levels ?? [])),
          ]);
          return true;
        });
        if (isDone) return;
      }
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      await documents.write([failOpening(row, messages.opening.fileLost())]);
    }
  }

  async function openWithSigned<Result>(
    row: DocumentRow,
    signed: DocumentRow | null,
    signal: AbortSignal,
    use: (result: OpenedFile) => Promise<Result>,
  ): Promise<Result> {
    const sha256 = row.file_sha256 ?? '';
    const claim = contentStore.claim();
    const open = (path: string, signedPath: string | null): Promise<Result> =>
      files.open(
        { path, sha256, sizeBytes: row.file_bytes ?? 0, signed: signedPath, needsText: claim.needsText },
        signal,
        use,
      );
    try {
      return await blobs.asFile(sha256, folder, (path) =>
        signed?.file_sha256
          ? blobs.asFile(signed.file_sha256, folder, (signedPath) => open(path, signedPath))
          : open(path, null),
      );
    } finally {
      claim.release();
    }
  }

  return {
    /** Opens every stored document of the version. Throws when the signal fires, and when disk or store fail. */
    async openDocuments(notice: string, version: number, signal: AbortSignal): Promise<void> {
      const all = await documentsOf(documents, notice, version);
      const verifier = verifierId(await trustDigest(trust));
      const waiting = all.filter(({ state, file_sha256 }) => state === 'stored' && file_sha256 !== null).values();
      const openNext = async (): Promise<void> => {
        for (const row of waiting) {
          signal.throwIfAborted();
          await openDocument(row, all, verifier, signal);
        }
      };
      const workers = await Promise.allSettled(Array.from({ length: atOnce }, openNext));
      for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
    },
    /** One step of verifying again the signatures whose verdict may change; false when there is nothing to do. */
    reverify: (signal: AbortSignal): Promise<boolean> =>
      reverifySome({ documents, blobs, trust, isOneOfSeveralHosts, folder, files, now }, signal),
    /** One step of reading again what an earlier version read; false when there is nothing to do. */
    async reread(signal: AbortSignal): Promise<boolean> {
      hasOutdated &&= await rereadOne({ documents, blobs, folder, files, now }, signal);
      return hasOutdated;
    },
    /** One step of OCR; false when there is nothing to do. */
    recognizeDue: (signal: AbortSignal): Promise<boolean> =>
      recognizeSome({ documents, blobs, folder, recognizer, now }, signal),
    close() {
      files.close();
      recognizer.close();
    },
  };
}

/** A detached signature of the same name that signs another file. */
const isOfAnother = ({ signsOther, unwrapped: unsealed }: OpenedFile): boolean =>
  signsOther &&
  (unsealed?.levels ?? []).every(({ signers }) => signers.every(({ integrity }) => integrity === 'altered'));

type ContentStoreOptions = Pick<Required<OpenerOptions>, 'documents' | 'blobs' | 'now'>;

function createContentStore({ documents, blobs, now }: ContentStoreOptions) {
  /** By digest: the texts that an opening reads at this moment. */
  const runningReads = new Map<string, Promise<void>>();
  return {
    /** Permission of one opening to read a text that no opening has read yet. */
    claim() {
      const done = Promise.withResolvers<void>();
      let own: string | null = null;
      return {
        /** Waits while another opening reads it. */
        async needsText(sha256: string): Promise<boolean> {
          for (let other = runningReads.get(sha256); other; other = runningReads.get(sha256)) await other;
          own = sha256;
          runningReads.set(sha256, done.promise);
          return (await contentMediaType(documents, sha256)) === null;
        },
        release(): void {
          if (own !== null) runningReads.delete(own);
          done.resolve();
        },
      };
    },
    async store(
      { content, reading, unwrapped: unsealed }: OpenedFile,
      signal: AbortSignal,
    ): Promise<StoredContent | null> {
      if (content === null) return null;
      const { sha256, sizeBytes, isFile, path } = content;
      if (!isFile) await blobs.put(path, sha256, signal);
      if (reading !== null) await documents.write(contentStatements(sha256, reading, storedText(reading), now()));
      const mediaType = reading?.mediaType ?? (await contentMediaType(documents, sha256));
      return { sha256, sizeBytes, mediaType: mediaType ?? unsealed?.content?.mediaType ?? 'application/octet-stream' };
    },
  };
}
