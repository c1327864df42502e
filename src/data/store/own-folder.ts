/** The data folder is its owner's alone: it holds the state, the secrets and what was downloaded. */
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';

/** For the owner, read, write and enter; for others nothing. */
const OWN = 0o700;
const OTHERS = 0o077;

/** Files by which a folder is known to be one of ours. */
const OWN_FILES = new Set(['state.db', 'CURRENT', 'secrets.json', 'publications', 'parts', 'demo.json']);

/** What others may do in a folder, in three digits; null when they may nothing. */
export function openness(folder: string): string | null {
  const mode = statSync(folder).mode & 0o777;
  return (mode & OTHERS) === 0 ? null : mode.toString(8).padStart(3, '0');
}

/** Makes it, and closes it to others; one that holds things of somebody else stays as it is, and `doctor` says so. */
export function openOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWN });
  if (openness(folder) === null || statSync(folder).uid !== process.getuid?.()) return;
  const names = readdirSync(folder);
  if (names.length === 0 || names.some((name) => OWN_FILES.has(name))) chmodSync(folder, OWN);
}
