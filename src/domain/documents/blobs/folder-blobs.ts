/** Blobs in a folder, `ab/cd/abcd…`. A file is written to a staging folder, synced, then renamed, so an existing file is complete. */
import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertDigest, type Blob, BlobMissing, type BlobPart, type Blobs } from './blobs.ts';

/** Incomplete files. Leftovers of a killed process are deleted after a day. */
const STAGING_FOLDER = 'aside';
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

export async function openFolderBlobs(folder: string): Promise<Blobs> {
  await mkdir(folder, { recursive: true, mode: OWN_FOLDER });
  const pathOf = (sha256: string): string => {
    assertDigest(sha256);
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };

  async function sizeOf(sha256: string): Promise<number | null> {
    const stats = await stat(pathOf(sha256)).catch(nullIfMissing);
    return stats?.size ?? null;
  }

  async function put(from: string, sha256: string): Promise<void> {
    const path = pathOf(sha256);
    if ((await sizeOf(sha256)) === (await stat(from)).size) return;
    const working = join(folder, STAGING_FOLDER, randomUUID());
    await mkdir(join(folder, STAGING_FOLDER), { recursive: true, mode: OWN_FOLDER });
    try {
      await copyFile(from, working, constants.COPYFILE_FICLONE);
      await syncToDisk(working, OWN_FILE);
      await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER });
      await rename(working, path);
      await syncToDisk(dirname(path));
    } finally {
      await rm(working, { force: true });
    }
  }

  async function* bytesOf(sha256: string, part: BlobPart | null, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      yield* createReadStream(pathOf(sha256), { ...part, signal }) as AsyncIterable<Buffer>;
    } catch (error) {
      nullIfMissing(error);
      throw new BlobMissing(sha256);
    }
  }

  return {
    put: put,
    sizeOf,
    open: bytesOf,
    async asFile(sha256, _, use) {
      const hash = createHash('sha256');
      for await (const bytes of bytesOf(sha256, null, new AbortController().signal)) hash.update(bytes);
      if (hash.digest('hex') !== sha256) {
        await rm(pathOf(sha256), { force: true });
        throw new BlobMissing(sha256);
      }
      return use(pathOf(sha256));
    },
    delete: (sha256) => rm(pathOf(sha256), { force: true }),
    list: () => listBlobs(folder),
    close: async () => {},
  };
}

/** Deletes the leftovers of processes that died more than `agoMs` ago. Storing a file never takes that long. */
export async function clearStaging(folder: string, agoMs: number): Promise<void> {
  const names = await readdir(join(folder, STAGING_FOLDER)).catch(() => []);
  for (const name of names) {
    const path = join(folder, STAGING_FOLDER, name);
    const { mtimeMs } = (await stat(path).catch(nullIfMissing)) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > agoMs) await rm(path, { force: true });
  }
}

async function* listBlobs(folder: string): AsyncGenerator<Blob> {
  for await (const first of await opendir(folder)) {
    if (!first.isDirectory() || !/^[0-9a-f]{2}$/.test(first.name)) continue;
    for await (const second of await opendir(join(folder, first.name)))
      for await (const { name } of await opendir(join(folder, first.name, second.name)))
        yield { sha256: name, sizeBytes: (await stat(join(folder, first.name, second.name, name))).size };
  }
}

/** Syncs the file or folder to disk. */
async function syncToDisk(path: string, mode?: number): Promise<void> {
  const file = await open(path, mode === undefined ? 'r' : 'r+');
  try {
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Null for a missing file; rethrows every other error. */
function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
