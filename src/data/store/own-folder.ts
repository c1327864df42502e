/** The data folder is private to its owner: it holds the state, the secrets and the downloads. */
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';

/** For the owner, read, write and enter; for others nothing. */
const OWNER_MODE = 0o700;
const OTHERS_BITS = 0o077;

/** A folder with one of these files is a Firmoteca data folder. */
const OWN_FILES = new Set(['state.db', 'CURRENT', 'secrets.json', 'publications', 'parts', 'demo.json']);

/** Permissions of group and others as three octal digits; null when they have none. */
export function openness(folder: string): string | null {
  const mode = statSync(folder).mode & 0o777;
  return (mode & OTHERS_BITS) === 0 ? null : mode.toString(8).padStart(3, '0');
}

/** Creates the folder and closes it to others; one with other contents keeps its permissions, which `doctor` reports. */
export function openOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWNER_MODE });
  if (openness(folder) === null || statSync(folder).uid !== process.getuid?.()) return;
  const names = readdirSync(folder);
  if (names.length === 0 || names.some((name) => OWN_FILES.has(name))) chmodSync(folder, OWNER_MODE);
}
