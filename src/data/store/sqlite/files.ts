/** The files of a data folder, written so that a power cut leaves either the old content or the new. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest, Part } from '#data/store/dataset.ts';

/** Paths in the data folder. */
export const filesOf = (folder: string) => ({
  country: join(folder, 'country'),
  pointer: join(folder, 'CURRENT'),
  lock: join(folder, 'build.lock'),
  parts: join(folder, 'parts'),
  generations: join(folder, 'generations'),
  part: (id: string) => join(folder, 'parts', `${id}.db`),
  manifest: (id: string) => join(folder, 'generations', `${id}.json`),
});

export type Files = ReturnType<typeof filesOf>;

export const attachmentsOf = (files: Files, parts: readonly Pick<Part, 'id'>[]) =>
  parts.map(({ id }) => ({ name: id, path: files.part(id) }));

/** Suffix of an unfinished file. */
const UNFINISHED = '.new';

/** A new file beside the old one, made durable, then renamed over it. */
export function replaceFile(path: string, content: string): void {
  const fresh = path + UNFINISHED;
  writeFileSync(fresh, content, { flush: true });
  renameSync(fresh, path);
  syncToDisk(dirname(path));
}

/** The first process decides the content; no reader sees half of it. */
export function createOnce(path: string, content: string): void {
  if (existsSync(path)) return;
  const fresh = `${path}.${process.pid}${UNFINISHED}`;
  writeFileSync(fresh, content, { flush: true });
  try {
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
  syncToDisk(dirname(path));
}

/** Also for folders, which makes a rename or a new name in them durable. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Null when there is no such file, also when it disappears at this moment. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function readManifest(files: Files, id: string): Manifest | null {
  const text = readIfThere(files.manifest(id));
  return text === null ? null : (JSON.parse(text) as Manifest);
}

export const manifestIds = (files: Files): string[] =>
  readdirSync(files.generations)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));

/**
 * Removes generations other than those in `keep`, and every file in `parts` that no generation names: old parts and
 * leftovers of a killed build. Processes with such a file open keep reading it; its space is freed when they close it.
 */
export function sweepFiles(files: Files, keep?: readonly string[]): void {
  for (const id of manifestIds(files)) {
    if (keep && !keep.includes(id)) rmSync(files.manifest(id));
  }
  for (const name of readdirSync(files.generations)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(files.generations, name));
  }
  const named = new Set<string>();
  for (const id of manifestIds(files)) {
    for (const part of readManifest(files, id)?.parts ?? []) named.add(`${part.id}.db`);
  }
  for (const name of readdirSync(files.parts)) {
    if (!named.has(name)) rmSync(join(files.parts, name), { recursive: true, force: true });
  }
}
