/**
 * Where the files of an installation are stored, and the mark that ties the location to the documents' store: a host with another folder
 * under the same name would announce files that it does not have.
 */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Database } from '#data/store/database.ts';
import { isEmpty, register, registered, storedBlobs } from '#domain/documents/tables/blobs-table.ts';
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
  isAhead: boolean;
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
export const displayedLocation = (place: BlobLocation): string =>
  place.kind === 'folder'
    ? place.folder
    : `s3://${place.bucket}${place.prefix === '' ? '' : `/${place.prefix}`} at ${place.endpoint}`;

/** The S3 client is loaded only where it is used. */
export async function openBlobs(place: BlobLocation): Promise<Blobs> {
  if (place.kind === 'folder') return openFolderBlobs(place.folder);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(place);
}

const MARK = 'firmoteca-documents.txt';

/** Registers the location, or compares it with the registered one. Returns one sentence that says what is wrong and what to do, or null. */
export async function locationProblem(db: Database, place: BlobLocation): Promise<string | null> {
  const known = await registered(db);
  const mark = await markOf(place);
  if (known !== null && known.place === mark) return null;
  // The location may still change before anything was collected, unless other hosts already use the first one.
  const mayMove = known === null || (db.engine === 'sqlite' && (await isEmpty(db)));
  if (!mayMove) return refusal(db, known.shown, place);
  const own = mark ?? (await makeMark(place));
  await register(db, { place: own, shown: displayedLocation(place) }, known);
  // When two hosts start at once, each with its own folder, the first one wins.
  const now = await registered(db);
  return now === null || now.place === own ? null : refusal(db, now.shown, place);
}

/** The same check without registering anything. */
export async function knownLocationProblem(db: Database, place: BlobLocation): Promise<string | null> {
  const known = await registered(db);
  return known === null || known.place === (await markOf(place)) ? null : refusal(db, known.shown, place);
}

interface RelocationResult {
  files: number;
  /** Digests of files that are missing or incomplete there. */
  missing: string[];
  /** The registered location for display; null where files are missing and nothing was registered. */
  place: string | null;
}

/** An operator moved the files: registers the new location if it holds all of them, or if the operator accepts the loss. */
export async function recordLocation(
  db: Database,
  place: BlobLocation,
  acceptMissing: boolean,
): Promise<RelocationResult> {
  const blobs = await openBlobs(place);
  const there = new Map<string, number>();
  try {
    for await (const { sha256, sizeBytes } of blobs.list()) there.set(sha256, sizeBytes);
  } finally {
    await blobs.close();
  }
  let files = 0;
  const missing: string[] = [];
  for await (const { sha256, bytes } of storedBlobs(db)) {
    files++;
    if (there.get(sha256) !== bytes) missing.push(sha256);
  }
  if (missing.length > 0 && !acceptMissing) return { files, missing, place: null };
  const own = { place: (await markOf(place)) ?? (await makeMark(place)), shown: displayedLocation(place) };
  await register(db, own, await registered(db));
  // Of two concurrent moves the first one wins.
  const known = await registered(db);
  return { files, missing, place: known?.place === own.place ? own.shown : null };
}

/** Null: a folder without a mark. */
async function markOf(place: BlobLocation): Promise<string | null> {
  if (place.kind === 's3') return displayedLocation(place);
  const path = join(place.folder, MARK);
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : null;
}

async function makeMark(place: BlobLocation): Promise<string> {
  if (place.kind === 's3') return displayedLocation(place);
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  // When several hosts start over one folder, the first mark wins: it is written completely to a temporary file, then linked.
  const mark = randomUUID();
  const temporary = join(place.folder, `${MARK}.${mark}`);
  await writeFile(temporary, `${mark}\n`, { mode: 0o600 });
  try {
    await link(temporary, join(place.folder, MARK));
  } catch (error) {
    // Some network file systems do not support links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      await writeFile(join(place.folder, MARK), `${mark}\n`, { mode: 0o600, flag: 'wx' });
  } finally {
    await unlink(temporary);
  }
  return (await markOf(place)) ?? mark;
}

const BROUGHT = 'if you have brought the files here, run npx firmoteca documents moved';

function refusal(db: Database, known: string, place: BlobLocation): string {
  const anew =
    db.engine === 'postgres' ? 'drop the schema firmoteca_documents' : 'delete documents.db in the data folder';
  return place.kind === 'folder'
    ? `The tender documents of this installation lie in ${known}, and the folder ${place.folder} of this host is another one: let all hosts see the same folder, or keep documents in S3-compatible storage (FIRMOTECA_DOCUMENTS=s3://bucket/prefix); ${BROUGHT}; to give up those of before and collect anew, ${anew}.`
    : `The tender documents of this installation lie in ${known}, not in ${displayedLocation(place)}: set FIRMOTECA_DOCUMENTS as it was; ${BROUGHT}; to give up those of before and collect anew, ${anew}.`;
}
