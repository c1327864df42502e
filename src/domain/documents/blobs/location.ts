/** Where the documents of an installation lie, as its settings say. */
import { resolve } from 'node:path';
import type { Blobs } from './blobs.ts';
import { openFolderBlobs } from './folder-blobs.ts';
import type { S3Settings } from './s3-requests.ts';

export type BlobPlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings);

export interface DocumentsSettings {
  place: BlobPlace;
  /** What all files together may take. */
  bytesMax: number;
  /** Files of older documents go; null: they stay. */
  days: number | null;
  /** Newest procedures are collected before anybody asks. */
  isAhead: boolean;
  /** Where award notices tell of reports on suppliers. */
  reportsAt: string;
}

export interface PlaceSettings {
  /** A folder, or `s3://bucket/prefix`; null for the folder beside. */
  given: string | null;
  folder: string;
  endpoint: string | null;
  region: string;
  keyId: string | null;
  secret: string | null;
}

/** `wrong` makes the error for settings that do not go together. */
export function blobPlaceOf(
  { given, folder, endpoint, region, keyId, secret }: PlaceSettings,
  wrong: (name: string, expected: string) => Error,
): BlobPlace {
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
export const shownPlace = (place: BlobPlace): string =>
  place.kind === 'folder'
    ? place.folder
    : `s3://${place.bucket}${place.prefix === '' ? '' : `/${place.prefix}`} at ${place.endpoint}`;

/** What signs for storages is loaded only by those who use one. */
export async function openBlobs(place: BlobPlace): Promise<Blobs> {
  if (place.kind === 'folder') return openFolderBlobs(place.folder);
  const { openS3Blobs } = await import('./s3-blobs.ts');
  return openS3Blobs(place);
}
