/** The secrets of an installation: created once, readable by its user only, shared by all its hosts. */
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { publicHalf, type RetiredKey } from '#domain/receipts/receipt-keys.ts';

export interface Secrets {
  /** Keys the digests of API keys: a stolen database alone opens nothing. */
  keyPepper: string;
  /** Keys the person ids, so that they do not reveal birth data. Losing the key changes every person id. */
  personKey: string;
  /** Signs list cursors. */
  cursorKey: string;
  /** Signs and digests the cookies of browser sessions. */
  sessionKey: string;
  /** Signs receipts; rotated by `receipts rotate`. */
  receiptKey: string;
  /** Public halves of earlier receipt keys, oldest first: receipts are verified years later. */
  receiptKeysBefore?: RetiredKey[];
}

const NAMES = ['keyPepper', 'personKey', 'cursorKey', 'sessionKey', 'receiptKey'] as const satisfies (keyof Secrets)[];

export function loadSecrets(file: string): Secrets {
  const stored = read(file);
  const secrets = stored ?? {};
  const missing = NAMES.filter((name) => secrets[name] === undefined);
  if (missing.length === 0) {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return secrets as Secrets;
  }
  for (const name of missing) secrets[name] = randomBytes(32).toString('base64url');
  return write(file, secrets as Secrets, stored === null);
}

/** The whole file, for a back-up: also members that a later version added. */
export function secretsForBackup(file: string): Record<string, unknown> {
  loadSecrets(file);
  return read(file) as Record<string, unknown>;
}

/** Replaces the file by the secrets of a back-up. */
export function replaceSecrets(file: string, secrets: Record<string, unknown>): void {
  write(file, secrets as Record<string, unknown> & Secrets, false);
}

/** Null when there is no file; unlike loading, this creates none. */
export const storedSecrets = (file: string): Record<string, unknown> | null =>
  read(file) as Record<string, unknown> | null;

/** Null when there is no file. */
export function storedPersonKey(file: string): string | null {
  const { personKey } = storedSecrets(file) ?? {};
  return typeof personKey === 'string' ? personKey : null;
}

/** Advice where the dataset was built with other secrets than those in the file, or there is no file. */
export const secretsAdvice = (file: string): string =>
  `Copy the secrets of the host that made it, or of any other host, to ${file} (FIRMOTECA_SECRETS). Where they are lost for good, npx firmoteca ingest --accept-other-secrets (with --download, on real data) makes new ones and reads the registry again: keys and sessions of before end, and persons who were hidden must be hidden again.`;

/** A new key signs receipts from now on; the file retains only the public half of the old one. */
export function rotateReceiptKey(file: string, now: string): Secrets {
  const { receiptKey, receiptKeysBefore = [], ...others } = loadSecrets(file);
  const before = [...receiptKeysBefore, { x: publicHalf(receiptKey), retiredAt: now }];
  const rotated = { ...others, receiptKey: randomBytes(32).toString('base64url'), receiptKeysBefore: before };
  return write(file, rotated, false);
}

/**
 * Returns the current secrets, also after another process has changed them. Looks at the file once a second at most, unless `atThisMoment`
 * is set.
 */
export function secretsReader(file: string, now: () => number = Date.now): (atThisMoment?: boolean) => Secrets {
  let cached = loadSecrets(file);
  let [lookedAt, version] = [now(), versionOf(file)];
  return (atThisMoment = false) => {
    if (!atThisMoment && now() - lookedAt < LOOK_MS) return cached;
    lookedAt = now();
    const currentVersion = versionOf(file);
    if (currentVersion !== null && currentVersion !== version) [cached, version] = [loadSecrets(file), currentVersion];
    return cached;
  };
}

const LOOK_MS = 1_000;

/** The inode as well: two changes within some milliseconds have the same time. Null when there is no file. */
function versionOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs}` : null;
}

/** When several hosts start for the first time at the same moment, all of them get the secrets of the first. */
function write(file: string, secrets: Secrets, isFirst: boolean): Secrets {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.new`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces a file that another process has just created.
    if (isFirst) linkSync(temporary, file);
    else renameSync(temporary, file);
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return loadSecrets(file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Null when there is no file. */
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

/** A problem of an existing file; null when it is in order. Changes nothing, unlike loading. */
export function secretsProblem(file: string): { found: string; advice: string } | null {
  let secrets: Partial<Secrets>;
  try {
    secrets = read(file) ?? {};
  } catch (error) {
    return {
      found: (error as Error).message,
      advice: 'Restore it from a back-up, or give it to the user who runs the service.',
    };
  }
  const missing = NAMES.filter((name) => typeof secrets[name] !== 'string');
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
