/** Passed checks by content hash: modification times are unreliable after a checkout or an unpacked archive. */
import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const CACHE = join(ROOT, 'node_modules/.cache/firmoteca');

/** Lists every installed package and its version, tools included. */
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

/** The record of the last run of a check that passed. */
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

/** A cache folder of a tool, emptied when the key changes. */
export function cacheFolder(name: string, key: string): string {
  const folder = join(CACHE, name);
  if (recorded(`${name}-folder`) !== key) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    record(`${name}-folder`, key);
  }
  return folder;
}
