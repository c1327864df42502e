/** Increments in files: imported by operators, or stored by an earlier version. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationOf } from '#data/ingest/origins.ts';
import type { PublishedFile } from '#data/ingest/published-files.ts';
import type { Database } from '#data/store/database.ts';
import { isLeaderLeaseLost } from '#data/store/leader-table.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { type PublishedIncrement, parseIncrementName } from './increments.ts';
import { incrementRequests, storeFromFile } from './increments-table.ts';

/** The increments among the files of a folder, in the same order. */
export const incrementsAmong = (files: readonly PublishedFile[]): PublishedIncrement[] =>
  files.flatMap((file) => {
    const named = parseIncrementName(file.name);
    if (named === null) return [];
    const { name, bytes, path } = file;
    const read = () => createReadStream(path);
    return { ...named, name, bytes, path, read, sha256: () => digest(read()), url: () => publicationOf(file) };
  });

async function digest(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** Some files could not be read or stored. The others were; the next run retries these. */
export class FilesNotImported extends Error {
  constructor(failed: readonly string[]) {
    const more = failed.length - NAMED_MAX;
    super(
      `Lists of procurement in files were not taken over: ${failed.slice(0, NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  }
}

/** Where all files fail, the first ones tell the reason. */
const NAMED_MAX = 5;

/**
 * Imports each file into the store once and returns their number. The files stay but are not read again. The next run continues an aborted
 * one. A failed file does not stop the others: `FilesNotImported` names it at the end.
 */
export async function importIncrementFiles(live: Database, folder: string, signal?: AbortSignal): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const files = entries.flatMap(({ name, parentPath }) => {
    const named = parseIncrementName(name);
    return named === null ? [] : [{ ...named, name, path: join(parentPath, name) }];
  });
  if (files.length === 0) return 0;
  const stored = await incrementRequests(live);
  let imported = 0;
  const failed: string[] = [];
  for (const { kind, day, name, path } of files) {
    if (signal?.aborted) break;
    try {
      const { mtime, size } = await stat(path);
      const at = Math.floor(mtime.getTime());
      const before = stored.get(name);
      if (before && !(before.isFromFile && before.at < at)) continue;
      const url = await publicationOf({ path, bytes: size });
      await storeFromFile(live, { kind, day }, await readFile(path), { on: bucharestDay(mtime), at, url });
      imported++;
    } catch (error) {
      // The other files would fail too.
      if (isStoreUnavailable(error) || isLeaderLeaseLost(error)) throw error;
      failed.push(`${path} (${error instanceof Error ? error.message : error})`);
    }
  }
  if (failed.length > 0) throw new FilesNotImported(failed);
  return imported;
}

/** Imports the readable files and reports the others. */
export async function importReadableFiles(
  live: Database,
  folder: string,
  report: (problem: FilesNotImported) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await importIncrementFiles(live, folder, signal);
  } catch (error) {
    if (!(error instanceof FilesNotImported)) throw error;
    report(error);
  }
}
