/** What the checks found nothing in, by content: the time of a file says nothing once it was moved back or unpacked. */
import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const CACHE = join(ROOT, 'node_modules/.cache/firmoteca');

/** Names every installed package and its version, tools included. */
export const INSTALLED = 'node_modules/.package-lock.json';

/** Path to content hash. */
export type Contents = Map<string, string>;

export function contentsOf(...patterns: string[]): Contents {
  const files = globSync(patterns, { cwd: ROOT, exclude: (name) => name === 'dist' })
    .filter((file) => statSync(join(ROOT, file)).isFile())
    .sort();
  return new Map(files.map((file) => [file, hash('sha256', readFileSync(join(ROOT, file)))]));
}

export const keyOf = (contents: Contents): string => hash('sha256', JSON.stringify([...contents]));

const recordOf = (name: string): string => join(CACHE, 'checks', `${name}.json`);

/** What was recorded of a check when it last found nothing. */
export function recorded(name: string): unknown {
  try {
    return JSON.parse(readFileSync(recordOf(name), 'utf8'));
  } catch {
    return;
  }
}

export function record(name: string, passed: unknown): void {
  mkdirSync(join(CACHE, 'checks'), { recursive: true });
  writeFileSync(recordOf(name), JSON.stringify(passed));
}

/** A cache folder of a tool, emptied when the key is another one. */
export function cacheFolder(name: string, key: string): string {
  const folder = join(CACHE, name);
  if (recorded(`${name}-folder`) !== key) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    record(`${name}-folder`, key);
  }
  return folder;
}
