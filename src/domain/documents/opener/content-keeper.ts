/** Keeps what was found inside of files: the content as a blob, its text once, however many documents hold it. */

import type { Database } from '#data/store/database.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { contentMediaType, contentStatements } from './content-writes-table.ts';
import type { OpenedFile } from './file-opening.ts';
import { storedText } from './texts.ts';

export interface KeptContent {
  sha256: string;
  sizeBytes: number;
  mediaType: string;
}

/** One opening's right to read a text that nobody has read yet. */
export interface Claim {
  /** Waits for another opening that reads it just now. */
  wantsText(sha256: string): Promise<boolean>;
  release(): void;
}

export interface ContentKeeper {
  claim(): Claim;
  keep(opened: OpenedFile, signal: AbortSignal): Promise<KeptContent | null>;
}

export interface ContentKeeperNeeds {
  documents: Database;
  blobs: Blobs;
  now(): Date;
}

export function createContentKeeper({ documents, blobs, now }: ContentKeeperNeeds): ContentKeeper {
  const beingRead = new Map<string, Promise<void>>();
  return {
    claim() {
      const done = Promise.withResolvers<void>();
      let own: string | null = null;
      return {
        async wantsText(sha256) {
          for (let other = beingRead.get(sha256); other; other = beingRead.get(sha256)) await other;
          own = sha256;
          beingRead.set(sha256, done.promise);
          return (await contentMediaType(documents, sha256)) === null;
        },
        release() {
          if (own !== null) beingRead.delete(own);
          done.resolve();
        },
      };
    },
    async keep({ content, reading, unsealed }, signal) {
      if (content === null) return null;
      const { sha256, sizeBytes, isFile, path } = content;
      if (!isFile) await blobs.keep(path, sha256, signal);
      if (reading !== null) await documents.write(contentStatements(sha256, reading, storedText(reading), now()));
      const mediaType = reading?.mediaType ?? (await contentMediaType(documents, sha256));
      return { sha256, sizeBytes, mediaType: mediaType ?? unsealed?.content?.mediaType ?? 'application/octet-stream' };
    },
  };
}
