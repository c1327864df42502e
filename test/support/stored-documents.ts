/** A location with collected files: blobs in a folder, rows as after a collection, and the trust store of the demo country. */
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Statement } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { writeDemoTrust } from '#demo-country/documents/signatures/trusted-list.ts';
import type { DocumentFile } from '#demo-country/documents/types.ts';
import { BlobMissing, type Blobs, countedBlobs } from '#domain/documents/blobs/blobs.ts';

export interface CollectedPlace {
  documents: Database;
  blobs: Blobs;
  folder: string;
  trust: string;
  /** Stores a file as if it had been fetched. */
  store(file: StoredFile): Promise<void>;
  close(): Promise<void>;
}

export interface StoredFile {
  notice: string;
  version: number;
  code: string;
  name: string;
  section?: string;
  bytes: Uint8Array;
}

export const idOf = (code: string): string => code.replaceAll('/', '-');

export async function collectedPlace(documents: Database): Promise<CollectedPlace> {
  await migrate(documents, migrationsOf('documents', documents.engine));
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-collected-'));
  const blobs = countedBlobs(folderOfBlobs(join(folder, 'blobs')), documents);
  const trust = join(folder, 'trust');
  writeDemoTrust(trust, Date.now());
  mkdirSync(join(folder, 'work'));
  return {
    documents,
    blobs,
    folder: join(folder, 'work'),
    trust,
    async store(file) {
      const sha256 = createHash('sha256').update(file.bytes).digest('hex');
      const path = join(folder, 'fetched');
      writeFileSync(path, file.bytes);
      await blobs.put(path, sha256);
      await documents.write(storedRows(file, sha256));
    },
    async close() {
      await documents.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** As listed by the procurement system. */
export const storedFile = async (file: DocumentFile, notice: string, version = 1): Promise<StoredFile> => ({
  notice,
  version,
  code: file.code,
  name: file.name,
  section: file.section,
  bytes: await file.bytes(),
});

const storedRows = ({ notice, version, code, name, section, bytes }: StoredFile, sha256: string): Statement[] => [
  {
    sql: `insert into documentation (notice, system_id, type_id, state, since, version, attempts) values ($1, 1, 2, 'available', $2, $3, 0)
          on conflict (notice) do update set version = excluded.version`,
    params: [notice, SINCE, version],
  },
  {
    sql: `insert into documentation_version (notice, version, seen_at, state, since) values ($1, $2, $3, 'available', $4)
          on conflict (notice, version) do nothing`,
    params: [notice, version, SINCE, SINCE],
  },
  {
    sql: `insert into document (id, notice, code, name, section, state, attempts, fetched_at, file_sha256, file_bytes)
          values ($1, $2, $3, $4, $5, 'stored', 0, $6, $7, $8) on conflict (id) do nothing`,
    params: [idOf(code), notice, code, name, section ?? 'dfNoticeDocs', SINCE, sha256, bytes.length],
  },
  {
    sql: 'insert into documentation_document (notice, version, document_id) values ($1, $2, $3)',
    params: [notice, version, idOf(code)],
  },
];

const SINCE = '2026-11-15T08:00:00.000Z';

function folderOfBlobs(folder: string): Blobs {
  mkdirSync(folder);
  const location = (sha256: string): string => join(folder, sha256);
  const sizeOf = async (sha256: string): Promise<number | null> =>
    (await stat(location(sha256)).catch(() => null))?.size ?? null;
  const known = async (sha256: string): Promise<string> => {
    if ((await sizeOf(sha256)) === null) throw new BlobMissing(sha256);
    return location(sha256);
  };
  return {
    put: (path, sha256) => copyFile(path, location(sha256)),
    sizeOf,
    async *open(sha256, part) {
      yield* createReadStream(await known(sha256), part ?? {}) as AsyncIterable<Buffer>;
    },
    asFile: async (sha256, _, use) => use(await known(sha256)),
    delete: (sha256) => rm(location(sha256), { force: true }),
    async *list() {
      for (const sha256 of await readdir(folder)) yield { sha256, sizeBytes: (await sizeOf(sha256)) ?? 0 };
    },
    close: async () => {},
  };
}
