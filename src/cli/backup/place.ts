/** Where back-ups lie and what they are called, and which of the older ones go. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** `firmoteca-romania-20261116-031500.backup`: sorted by name they are sorted by time, which is UTC. */
const datedName = (country: string, madeAt: string): string =>
  `firmoteca-${country}-${madeAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.backup`;

/** Of two within a second the second is `…-2.backup`. */
const DATED = /^firmoteca-(?:demo|romania)-([0-9]{8}-[0-9]{6}(?:-[0-9]{1,3})?)\.backup$/;
const SAME_SECOND_MAX = 100;

/** A file, or a folder in which it gets a dated name; the folder is made, for its owner only. */
export function backupFile(named: string, country: string, madeAt: string): string {
  const path = resolve(named);
  const isFolder = named.endsWith('/') || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
  mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
  if (!isFolder) return path;
  const dated = join(path, datedName(country, madeAt));
  const names = Array.from({ length: SAME_SECOND_MAX }, (_, i) =>
    i === 0 ? dated : dated.replace(/\.backup$/, `-${i + 1}.backup`),
  );
  return names.find((name) => !existsSync(name)) ?? dated;
}

/** Removes all but the newest dated back-ups of a folder; the names of those that went. */
export function keepNewest(folder: string, count: number): string[] {
  const gone = readdirSync(folder)
    .filter((name) => DATED.test(name))
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
    .slice(count);
  for (const name of gone) rmSync(join(folder, name));
  return gone;
}

const timeOf = (name: string): string => DATED.exec(name)?.[1] ?? '';
