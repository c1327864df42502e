/** The secrets of an installation: made once, readable by its user only, shared by all its hosts. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Secrets {
  /** Keys the digests of API keys: a stolen database alone opens nothing. */
  keyPepper: string;
  /** Keys the person ids: they cannot be led back to birth data. Losing it changes every person id. */
  personKey: string;
  /** Signs list cursors. */
  cursorKey: string;
}

const NAMES = ['keyPepper', 'personKey', 'cursorKey'] as const satisfies (keyof Secrets)[];

export function loadSecrets(file: string): Secrets {
  const known = read(file);
  const missing = NAMES.filter((name) => known[name] === undefined);
  if (missing.length > 0) {
    for (const name of missing) known[name] = randomBytes(32).toString('base64url');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } else if ((statSync(file).mode & 0o077) !== 0) {
    chmodSync(file, 0o600);
  }
  return known as Secrets;
}

function read(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(
      `The secrets in ${file} cannot be read. Restore the file from a back-up: without it no key works.`,
      { cause: error },
    );
  }
}
