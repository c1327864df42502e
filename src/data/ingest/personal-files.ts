/**
 * Files that hold birth dates: representatives of the trade registry, and imported shareholders. They are needed until they have been
 * read. On real data they are deleted then, unless the operator keeps them on purpose; a note of a registry file stays in its place, so
 * that the file is neither downloaded again nor reported missing.
 */

import { existsSync } from 'node:fs';
import { chmod, opendir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const REPRESENTATIVES = /^OD_REPREZENTANTI_(?:LEGALI|IF)\.CSV$/i;
const SHAREHOLDERS = /^shareholders.*\.csv$/i;
/** What a download leaves that was killed on its way. */
const UNFINISHED = '.part';
const NOTE = '.read';

/** Which part a file was read into; null for one without birth dates. */
function personalPartOf(name: string): 'registry' | 'shareholders' | null {
  const whole = name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name;
  if (REPRESENTATIVES.test(whole)) return 'registry';
  return SHAREHOLDERS.test(whole) ? 'shareholders' : null;
}

export const isNote = (name: string): boolean =>
  name.endsWith(NOTE) && REPRESENTATIVES.test(name.slice(0, -NOTE.length));

export interface ReadFile {
  sizeBytes: number;
  modifiedMs: number;
}

/** What a file was that has been read and deleted; null when there is no such note. */
export async function readBefore(path: string): Promise<ReadFile | null> {
  const note = await readFile(path + NOTE, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return note === null ? null : (JSON.parse(note) as ReadFile);
}

export const personalFiles = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).filter(({ name }) => personalPartOf(name) !== null).map(({ path }) => path);

/** Deletes those of the parts that were read; their paths. */
export async function deletePersonal(folder: string, read: ReadonlySet<string>): Promise<string[]> {
  const gone: string[] = [];
  for (const { path, name } of await filesBelow(folder)) {
    const part = personalPartOf(name);
    if (part === null || !read.has(part)) continue;
    const { size, mtimeMs } = await stat(path);
    const note: ReadFile = { sizeBytes: size, modifiedMs: mtimeMs };
    // The note first: a file without it would be missed.
    if (part === 'registry' && !name.endsWith(UNFINISHED)) await writeFile(path + NOTE, JSON.stringify(note));
    await rm(path);
    gone.push(path);
  }
  return gone;
}

/** For those that are kept: nobody but their owner reads them. */
export async function closePersonal(folder: string): Promise<void> {
  for (const path of await personalFiles(folder)) await chmod(path, 0o600);
}

export async function filesBelow(folder: string): Promise<{ path: string; name: string }[]> {
  const files: { path: string; name: string }[] = [];
  if (!existsSync(folder)) return files;
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) files.push({ path: join(entry.parentPath, entry.name), name: entry.name });
  return files;
}
