/** The secrets of an installation: made once, readable by its user only, shared by all its hosts. */
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { publicHalf, type RetiredKey } from '#domain/receipts/receipt-keys.ts';

export interface Secrets {
  /** Keys the digests of API keys: a stolen database alone opens nothing. */
  keyPepper: string;
  /** Keys the person ids: they cannot be led back to birth data. Losing it changes every person id. */
  personKey: string;
  /** Signs list cursors. */
  cursorKey: string;
  /** Signs and digests the cookies of browser sessions. */
  sessionKey: string;
  /** Signs receipts; rotated by `receipts rotate`. */
  receiptKey: string;
  /** Public halves of those that signed receipts before, oldest first: receipts are checked years later. */
  receiptKeysBefore?: RetiredKey[];
}

const NAMES = ['keyPepper', 'personKey', 'cursorKey', 'sessionKey', 'receiptKey'] as const satisfies (keyof Secrets)[];

export function loadSecrets(file: string): Secrets {
  const stored = read(file);
  const known = stored ?? {};
  const missing = NAMES.filter((name) => known[name] === undefined);
  if (missing.length === 0) {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return known as Secrets;
  }
  for (const name of missing) known[name] = randomBytes(32).toString('base64url');
  return write(file, known as Secrets, stored === null);
}

/** The whole file, for a back-up: also what a later version may have added to it. */
export function secretsForBackup(file: string): Record<string, unknown> {
  loadSecrets(file);
  return read(file) as Record<string, unknown>;
}

/** The secrets of a back-up, in the place of whatever was there. */
export function replaceSecrets(file: string, secrets: Record<string, unknown>): void {
  write(file, secrets as unknown as Secrets, false);
}

/** Null when there are none yet; unlike loading, this makes none. */
export const storedSecrets = (file: string): Record<string, unknown> | null =>
  read(file) as Record<string, unknown> | null;

/** The key of person ids alone; null when there is none yet. */
export function storedPersonKey(file: string): string | null {
  const { personKey } = storedSecrets(file) ?? {};
  return typeof personKey === 'string' ? personKey : null;
}

/** Where the dataset was made with others than those in the file, or there is no file. */
export const secretsAdvice = (file: string): string =>
  `Copy the secrets of the host that made it, or of any other host, to ${file} (FIRMOTECA_SECRETS). Where they are lost for good, npx firmoteca ingest --accept-other-secrets (with --download, on real data) makes new ones and reads the registry again: keys and sessions of before end, and persons who were hidden must be hidden again.`;

/** A new key signs receipts from now on; of the old one only the public half is kept. */
export function rotateReceiptKey(file: string, now: string): Secrets {
  const { receiptKey, receiptKeysBefore = [], ...others } = loadSecrets(file);
  const before = [...receiptKeysBefore, { x: publicHalf(receiptKey), retiredAt: now }];
  const made = { ...others, receiptKey: randomBytes(32).toString('base64url'), receiptKeysBefore: before };
  return write(file, made, false);
}

/**
 * Reads the current secrets, again after another process has changed them. The file is looked at once a second at most, unless
 * `atThisMoment` is set.
 */
export function secretsReader(file: string, now: () => number = Date.now): (atThisMoment?: boolean) => Secrets {
  let kept = loadSecrets(file);
  let [lookedAt, version] = [now(), versionOf(file)];
  return (atThisMoment = false) => {
    if (!atThisMoment && now() - lookedAt < LOOK_MS) return kept;
    lookedAt = now();
    const found = versionOf(file);
    if (found !== null && found !== version) [kept, version] = [loadSecrets(file), found];
    return kept;
  };
}

const LOOK_MS = 1_000;

/** Times alone do not tell: those of two changes within some milliseconds are the same. Null when there is no file. */
function versionOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : null;
}

/** Of hosts that start for the first time at the same moment, the first one's secrets are everybody's. */
function write(file: string, secrets: Secrets, isFirst: boolean): Secrets {
  const made = `${file}.${randomBytes(6).toString('hex')}.new`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(made, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // Unlike a renaming, a link never replaces a file that another process has just created.
    if (isFirst) linkSync(made, file);
    else renameSync(made, file);
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return loadSecrets(file);
  } finally {
    rmSync(made, { force: true });
  }
}

/** Null when there is no such file yet. */
function read(file: string): Partial<Secrets> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
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
    known = read(file) ?? {};
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
