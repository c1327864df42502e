/**
 * Verifies signatures again when the result may change: all of them when the trusted authorities change, those uncertain or not checked for
 * revocation at once when there is a list of another authority, and daily when lists are renewed. A `valid` verdict based on a list stands: the file was stored while its
 * certificate was good.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#data/store/database.ts';
import { BlobMissing, type Blobs } from '#domain/documents/blobs/blobs.ts';
import { documentById } from '#domain/documents/tables/documentation-table.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import { listAddressesIn, nameLists } from '#domain/documents/trust/trust-table.ts';
import { KINDS } from '#lib/signatures/trust-store.ts';
import { RULES } from '#lib/signatures/verdict.ts';
import { confirmUnderNewLists, dueForReverification, recordVerdicts, recordVerifier } from './document-writes-table.ts';
import type { FileOpener } from './file-opening.ts';

interface ReverificationContext {
  documents: Database;
  blobs: Blobs;
  trust: string;
  isOneOfSeveralHosts: boolean;
  folder: string;
  files: FileOpener;
  now(): Date;
}

const DAY_MS = 86_400_000;
/** Documents per step. */
const DOCUMENTS_EACH = 5;
/** Rows per statement; their verdicts stand. */
const CONFIRMED_EACH = 1_000;

/** One step; false when there is nothing to do. */
export async function reverifySome(context: ReverificationContext, signal: AbortSignal): Promise<boolean> {
  const { documents, trust, isOneOfSeveralHosts, now } = context;
  if (isOneOfSeveralHosts && (await isTrustEmpty(trust))) return false;
  const digest = await trustDigest(trust);
  const verifier = verifierId(digest);
  const hasConfirmed = (await confirmUnderNewLists(documents, digest.authorities, verifier, CONFIRMED_EACH)) > 0;
  const dayAgo = new Date(now().getTime() - DAY_MS).toISOString();
  const due = await dueForReverification(documents, { ...digest, verifier, dayAgo }, DOCUMENTS_EACH);
  for (const row of due) {
    signal.throwIfAborted();
    await reverifyOne(row, verifier, context, signal);
  }
  return hasConfirmed || due.length > 0;
}

async function reverifyOne(
  row: DocumentRow,
  verifier: string,
  context: ReverificationContext,
  signal: AbortSignal,
): Promise<void> {
  const { documents, blobs, folder, files, now } = context;
  const signed = row.signs === null ? null : ((await documentById(documents, row.signs))?.file_sha256 ?? null);
  const file = { sha256: row.file_sha256 ?? '', sizeBytes: row.file_bytes ?? 0 };
  const open = (path: string, signedPath: string | null) =>
    files.open(
      { ...file, path, signed: signedPath, needsText: null },
      signal,
      async ({ unwrapped: unsealed }) => unsealed,
    );
  try {
    const unsealed = await blobs.asFile(file.sha256, folder, (path) =>
      signed === null ? open(path, null) : blobs.asFile(signed, folder, (signedPath) => open(path, signedPath)),
    );
    // A file that no longer opens did open before: the old verdict stands.
    if (unsealed === null) await documents.write([recordVerifier(row.id, verifier, now())]);
    else
      await documents.write([
        recordVerdicts(row.id, unsealed.levels, verifier, now()),
        ...nameLists(listAddressesIn(unsealed.levels)),
      ]);
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    await documents.write([recordVerifier(row.id, verifier, now())]);
  }
}

interface TrustDigest {
  authorities: string;
  /** Of which lists there are. */
  names: string;
  lists: string;
}

/** Length of a digest, long enough to distinguish the stores of one installation. */
const DIGEST_LENGTH = 16;
const NAMES_LENGTH = 8;

/**
 * Identifies a verifier: a digest of rules and trusted authorities, and one of the revocation lists. A missing folder is an empty store.
 */
export async function trustDigest(folder: string): Promise<TrustDigest> {
  const authorities = createHash('sha256').update(`rules ${RULES}\0`);
  const [names, lists] = [createHash('sha256'), createHash('sha256')];
  for (const kind of KINDS) {
    const hash = kind === 'lists' ? lists : authorities;
    for (const name of (await namesIn(join(folder, kind))).toSorted()) {
      if (kind === 'lists') names.update(`${name}\0`);
      hash.update(`${kind}/${name}\0`);
      for await (const bytes of createReadStream(join(folder, kind, name))) hash.update(bytes as Buffer);
    }
  }
  return {
    authorities: authorities.digest('hex').slice(0, DIGEST_LENGTH),
    names: names.digest('hex').slice(0, NAMES_LENGTH),
    lists: lists.digest('hex').slice(0, DIGEST_LENGTH),
  };
}

/** Whether the store trusts no authority. */
async function isTrustEmpty(folder: string): Promise<boolean> {
  for (const kind of KINDS) if (kind !== 'lists' && (await namesIn(join(folder, kind))).length > 0) return false;
  return true;
}

export const verifierId = ({ authorities, names, lists }: TrustDigest): string => `${authorities}.${names}${lists}`;

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
