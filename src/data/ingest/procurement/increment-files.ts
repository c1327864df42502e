/** Increments that lie in files: as operators bring them, and as one host kept them before they came into the store. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationOf } from '#data/ingest/origins.ts';
import type { PublishedFile } from '#data/ingest/publications.ts';
import type { Database } from '#data/store/database.ts';
import { isLeadLost } from '#data/store/leader/lead-lost.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { bucharestDay } from '#lib/values/date.ts';
import { type Increment, parseIncrementName } from './increments.ts';
import { askedIncrements, storeFromFile } from './increments-table.ts';

/** Those among the files of a folder, in the same order. */
export const incrementsAmong = (files: readonly PublishedFile[]): Increment[] =>
  files.flatMap((file) => {
    const named = parseIncrementName(file.name);
    if (named === null) return [];
    const { name, bytes, path } = file;
    const read = () => createReadStream(path);
    return { ...named, name, bytes, read, sha256: () => digest(read()), url: () => publicationOf(file) };
  });

async function digest(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** Some files could not be read or stored; the others were. They are tried again the next time. */
export class FilesNotTaken extends Error {
  constructor(failed: readonly string[]) {
    const more = failed.length - TOLD_MAX;
    super(
      `Lists of procurement in files were not taken over: ${failed.slice(0, TOLD_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  }
}

/** One may be broken; where all are, the first ones say why. */
const TOLD_MAX = 5;

/**
 * Each comes into the store once; how many did. The files stay as they are, and are read by nobody any more. Broken off, the rest is taken
 * over the next time. One that fails keeps no other from coming in: it is told of at the end, by `FilesNotTaken`.
 */
export async function takeOverFiles(live: Database, folder: string, signal?: AbortSignal): Promise<number> {
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
  const known = await askedIncrements(live);
  let taken = 0;
  const failed: string[] = [];
  for (const { kind, day, name, path } of files) {
    if (signal?.aborted) break;
    try {
      const { mtime, size } = await stat(path);
      const at = Math.floor(mtime.getTime());
      const before = known.get(name);
      if (before && !(before.isFromFile && before.at < at)) continue;
      const url = await publicationOf({ path, bytes: size });
      await storeFromFile(live, { kind, day }, await readFile(path), { on: bucharestDay(mtime), at, url });
      taken++;
    } catch (error) {
      // Nothing could be stored of the others either.
      if (isStoreUnavailable(error) || isLeadLost(error)) throw error;
      failed.push(`${path} (${error instanceof Error ? error.message : error})`);
    }
  }
  if (failed.length > 0) throw new FilesNotTaken(failed);
  return taken;
}

/** For work that goes on without files that cannot be read; `tell` hears which. */
export async function takeOverReadable(
  live: Database,
  folder: string,
  tell: (problem: FilesNotTaken) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await takeOverFiles(live, folder, signal);
  } catch (error) {
    if (!(error instanceof FilesNotTaken)) throw error;
    tell(error);
  }
}
