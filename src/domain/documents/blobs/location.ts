/** Where the documents of an installation lie, as its settings say. */

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
  /** What all files together may take. */
  bytesMax: number;
  /** Files of older documents go; null: they stay. */
  days: number | null;
  /** Newest procedures are collected before anybody asks. */
  isAhead: boolean;
  /** Where award notices tell of reports on suppliers. */
  reportsAt: string;
}

interface LocationSettings {
  /** A folder, or `s3://bucket/prefix`; null for the folder beside. */
  given: string | null;
  folder: string;
  endpoint: string | null;
  region: string;
  keyId: string | null;
  secret: string | null;
}

/** `wrong` makes the error for settings that do not go together. */
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

/** As operators know it; no secret is in it. */
export const displayedLocation = (place: BlobLocation): string =>
  place.kind === 'folder'
    ? place.folder
    : `s3://${place.bucket}${place.prefix === '' ? '' : `/${place.prefix}`} at ${place.endpoint}`;

/** What signs for storages is loaded only by those who use one. */
export async function openBlobs(place: BlobLocation): Promise<Blobs> {
  if (place.kind === 'folder') return openFolderBlobs(place.folder);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(place);
}

const MARK = 'firmoteca-documents.txt';

/** Notes where the files lie, or holds it against what was noted. What is wrong, in one sentence that says what to do; null: nothing. */
export async function locationProblem(db: Database, place: BlobLocation): Promise<string | null> {
  const known = await registered(db);
  const mark = await markOf(place);
  if (known !== null && known.place === mark) return null;
  // Before anything was collected another place does no harm, where nobody else has begun to use the first one.
  const mayMove = known === null || (db.engine === 'sqlite' && (await isEmpty(db)));
  if (!mayMove) return refusal(db, known.shown, place);
  const own = mark ?? (await makeMark(place));
  await register(db, { place: own, shown: displayedLocation(place) }, known);
  // Of two hosts that start at once, each with a folder of its own, the first one counts.
  const now = await registered(db);
  return now === null || now.place === own ? null : refusal(db, now.shown, place);
}

/** The same, for whoever only looks: nothing is noted. */
export async function knownLocationProblem(db: Database, place: BlobLocation): Promise<string | null> {
  const known = await registered(db);
  return known === null || known.place === (await markOf(place)) ? null : refusal(db, known.shown, place);
}

interface RelocationResult {
  files: number;
  /** Digests of those that do not lie there, or not whole. */
  missing: string[];
  /** Where the files lie from now on, as people call it; null where some are missing and nothing was noted. */
  place: string | null;
}

/** An operator has brought the files elsewhere: that place is noted if all of them are there, or if what is missing is given up. */
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
  // Of two at once the first one counts.
  const known = await registered(db);
  return { files, missing, place: known?.place === own.place ? own.shown : null };
}

/** Null: a folder without one. */
async function markOf(place: BlobLocation): Promise<string | null> {
  if (place.kind === 's3') return displayedLocation(place);
  const path = join(place.folder, MARK);
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : null;
}

async function makeMark(place: BlobLocation): Promise<string> {
  if (place.kind === 's3') return displayedLocation(place);
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  // Of hosts that start at once over one folder, the first one's counts: written whole aside, and put there unless there is one.
  const mark = randomUUID();
  const temporary = join(place.folder, `${MARK}.${mark}`);
  await writeFile(temporary, `${mark}\n`, { mode: 0o600 });
  try {
    await link(temporary, join(place.folder, MARK));
  } catch (error) {
    // Shared folders of some kinds know no links.
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
