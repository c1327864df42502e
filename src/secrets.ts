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
  /** Signs and digests the cookies of browser sessions. */
  sessionKey: string;
}

const NAMES = ['keyPepper', 'personKey', 'cursorKey', 'sessionKey'] as const satisfies (keyof Secrets)[];

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

/** What is wrong with a file that exists; null when nothing is. Changes nothing, unlike loading it. */
export function secretsProblem(file: string): { found: string; advice: string } | null {
  let known: Partial<Secrets>;
  try {
    known = read(file);
  } catch (error) {
    return {
      found: (error as Error).message,
      advice: 'Restore it from a back-up, or give it to the user who runs the service.',
    };
  }
  const missing = NAMES.filter((name) => typeof known[name] !== 'string');
  if (missing.length > 0)
    return {
      found: `${file} lacks ${missing.join(', ')}`,
      advice: 'Restore it from a back-up; a start makes new ones instead.',
    };
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) !== 0)
    return { found: `${file} has mode ${mode.toString(8)}: others can read it`, advice: `chmod 600 ${file}` };
  return null;
}
