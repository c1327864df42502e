/**
 * Files that hold birth dates: representatives of the trade registry, and imported shareholders. On real data they are
 * deleted after reading, unless a setting retains them. A note replaces a deleted registry file, so that it is neither downloaded again nor
 * reported missing.
 */

import { existsSync } from 'node:fs';
import { chmod, opendir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const REPRESENTATIVES = /^OD_REPREZENTANTI_(?:LEGALI|IF)\.CSV$/i;
export const SHAREHOLDERS = /^shareholders.*\.csv$/i;
/** The suffix of an interrupted download. */
const UNFINISHED = '.part';
const NOTE = '.read';

/** The part that a file is read into; null for a file without birth dates. */
function personalPartOf(name: string): 'registry' | 'shareholders' | null {
  const whole = name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name;
  if (REPRESENTATIVES.test(whole)) return 'registry';
  return SHAREHOLDERS.test(whole) ? 'shareholders' : null;
}

export const isNote = (name: string): boolean =>
  name.endsWith(NOTE) && REPRESENTATIVES.test(name.slice(0, -NOTE.length));

/** The content of a note, as JSON. */
export interface FileNote {
  sizeBytes: number;
  modifiedMs: number;
}

/** The note of a file that was read and deleted; null when there is none. */
export async function readNote(path: string): Promise<FileNote | null> {
  const note = await readFile(path + NOTE, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return note === null ? null : (JSON.parse(note) as FileNote);
}

export const personalFiles = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).filter(({ name }) => personalPartOf(name) !== null).map(({ path }) => path);

/** Deletes the personal files of these parts and returns their paths. */
export async function deletePersonal(folder: string, readParts: ReadonlySet<string>): Promise<string[]> {
  const deleted: string[] = [];
  for (const { path, name } of await filesBelow(folder)) {
    const part = personalPartOf(name);
    if (part === null || !readParts.has(part)) continue;
    const { size, mtimeMs } = await stat(path);
    const note: FileNote = { sizeBytes: size, modifiedMs: mtimeMs };
    // Before the deletion: without a note the file would count as missing.
    if (part === 'registry' && !name.endsWith(UNFINISHED)) await writeFile(path + NOTE, JSON.stringify(note));
    await rm(path);
    deleted.push(path);
  }
  return deleted;
}

/** Makes retained files readable by their owner only. */
export async function restrictPersonal(folder: string): Promise<void> {
  for (const path of await personalFiles(folder)) await chmod(path, 0o600);
}

export async function filesBelow(folder: string): Promise<{ path: string; name: string }[]> {
  const files: { path: string; name: string }[] = [];
  if (!existsSync(folder)) return files;
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) files.push({ path: join(entry.parentPath, entry.name), name: entry.name });
  return files;
}
