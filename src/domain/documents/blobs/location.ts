/**
 * Where the files of an installation are stored, and the mark that ties the location to the documents' store: a host with another folder
 * under the same name would announce files that it does not have.
 */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Database } from '#data/store/database.ts';
import { hasNoBlob, registeredLocation, registerLocation, storedBlobs } from '#domain/documents/tables/blobs-table.ts';
import type { Blobs } from './blobs.ts';
import { openFolderBlobs } from './folder-blobs.ts';
import type { S3Settings } from './s3-blobs.ts';

export type BlobLocation = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings);

export interface DocumentsSettings {
  location: BlobLocation;
  /** Limit of all files together. */
  bytesMax: number;
  /** Files of older documents are deleted; null: never. */
  days: number | null;
  /** Whether the newest procedures are collected before anybody requests them. */
  prefetches: boolean;
  /** Where award notices link reports on suppliers. */
  reportsAt: string;
}

interface LocationSettings {
  /** A folder, or `s3://bucket/prefix`; null for the default folder. */
  given: string | null;
  folder: string;
  endpoint: string | null;
  region: string;
  keyId: string | null;
  secret: string | null;
}

/** `wrong` creates the error for settings that contradict each other. */
export function blobLocationOf(
  { given, folder, endpoint, region, keyId, secret }: LocationSettings,
  wrong: (name: string, expected: string) => Error,
): BlobLocation {
  if (given === null || !given.startsWith('s3://')) return { kind: 'folder', folder: resolve(given ?? folder) };
  if (keyId === null) throw wrong('FIRMOTECA_S3_KEY_ID', 'given with a storage in FIRMOTECA_DOCUMENTS');
  if (secret === null) throw wrong('FIRMOTECA_S3_SECRET', 'given with a storage in FIRMOTECA_DOCUMENTS');
  const [bucket = '', ...steps] = given.slice('s3://'.length).replace(/\/$/, '').split('/');
  return {
    kind: 's3',
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    prefix: steps.join('/'),
    keyId,
    secret,
  };
}

/** For operators, without secrets. */
export const displayedLocation = (location: BlobLocation): string =>
  location.kind === 'folder'
    ? location.folder
    : `s3://${location.bucket}${location.prefix === '' ? '' : `/${location.prefix}`} at ${location.endpoint}`;

/** The S3 client is loaded only where it is used. */
export async function openBlobs(location: BlobLocation): Promise<Blobs> {
  if (location.kind === 'folder') return openFolderBlobs(location.folder);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(location);
}

const MARK = 'firmoteca-documents.txt';

/** Registers the location, or compares it with the registered one. Returns one sentence that says what is wrong and what to do, or null. */
export async function locationProblem(db: Database, location: BlobLocation): Promise<string | null> {
  const known = await registeredLocation(db);
  const mark = await markOf(location);
  if (known !== null && known.place === mark) return null;
  // The location may still change before anything was collected, unless other hosts already use the first one.
  const mayMove = known === null || (db.engine === 'sqlite' && (await hasNoBlob(db)));
  if (!mayMove) return mismatch(db, known.shown, location);
  const own = mark ?? (await createMark(location));
  await registerLocation(db, { place: own, shown: displayedLocation(location) }, known);
  // When two hosts start at once, each with its own folder, the first one wins.
  const now = await registeredLocation(db);
  return now === null || now.place === own ? null : mismatch(db, now.shown, location);
}

/** The same check without registering anything. */
export async function knownLocationProblem(db: Database, location: BlobLocation): Promise<string | null> {
  const known = await registeredLocation(db);
  return known === null || known.place === (await markOf(location)) ? null : mismatch(db, known.shown, location);
}

interface RelocationResult {
  files: number;
  /** Digests of files that are missing or incomplete there. */
  missing: string[];
  /** The registered location for display; null where files are missing and nothing was registered. */
  location: string | null;
}

/** An operator moved the files: registers the new location if it holds all of them, or if the operator accepts the loss. */
export async function recordLocation(
  db: Database,
  location: BlobLocation,
  acceptMissing: boolean,
): Promise<RelocationResult> {
  const blobs = await openBlobs(location);
  const sizes = new Map<string, number>();
  try {
    for await (const { sha256, sizeBytes } of blobs.list()) sizes.set(sha256, sizeBytes);
  } finally {
    await blobs.close();
  }
  let files = 0;
  const missing: string[] = [];
  for await (const { sha256, bytes } of storedBlobs(db)) {
    files++;
    if (sizes.get(sha256) !== bytes) missing.push(sha256);
  }
  if (missing.length > 0 && !acceptMissing) return { files, missing, location: null };
  const own = { place: (await markOf(location)) ?? (await createMark(location)), shown: displayedLocation(location) };
  await registerLocation(db, own, await registeredLocation(db));
  // Of two concurrent moves the first one wins.
  const known = await registeredLocation(db);
  return { files, missing, location: known?.place === own.place ? own.shown : null };
}

/** Null: a folder without a mark. */
async function markOf(location: BlobLocation): Promise<string | null> {
  if (location.kind === 's3') return displayedLocation(location);
  const path = join(location.folder, MARK);
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : null;
}

async function createMark(location: BlobLocation): Promise<string> {
  if (location.kind === 's3') return displayedLocation(location);
  await mkdir(location.folder, { recursive: true, mode: 0o700 });
  // When several hosts start over one folder, the first mark wins: it is written completely to a temporary file, then linked.
  const mark = randomUUID();
  const temporary = join(location.folder, `${MARK}.${mark}`);
  await writeFile(temporary, `${mark}\n`, { mode: 0o600 });
  try {
    await link(temporary, join(location.folder, MARK));
  } catch (error) {
    // Some network file systems do not support links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      await writeFile(join(location.folder, MARK), `${mark}\n`, { mode: 0o600, flag: 'wx' });
  } finally {
    await unlink(temporary);
  }
  return (await markOf(location)) ?? mark;
}

const MOVED_HINT = 'if you have brought the files here, run npx firmoteca documents moved';

function mismatch(db: Database, known: string, location: BlobLocation): string {
  const anew =
    db.engine === 'postgres' ? 'drop the schema firmoteca_documents' : 'delete documents.db in the data folder';
  return location.kind === 'folder'
    ? `The tender documents of this installation lie in ${known}, and the folder ${location.folder} of this host is another one: let all hosts see the same folder, or keep documents in S3-compatible storage (FIRMOTECA_DOCUMENTS=s3://bucket/prefix); ${MOVED_HINT}; to give up those of before and collect anew, ${anew}.`
    : `The tender documents of this installation lie in ${known}, not in ${displayedLocation(location)}: set FIRMOTECA_DOCUMENTS as it was; ${MOVED_HINT}; to give up those of before and collect anew, ${anew}.`;
}
