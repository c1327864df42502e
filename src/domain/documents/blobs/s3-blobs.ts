/** Blobs in S3-compatible storage, which several hosts share: `prefix/ab/cd/abcd…`. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assertDigest, type Blob, BlobMissing, type BlobPart, type Blobs } from './blobs.ts';
import { keysIn } from './s3-lists.ts';
import { createS3Requests, type S3Settings } from './s3-requests.ts';
import { upload } from './s3-upload.ts';

const MISSING = 404;

/** `partBytes`: a test's. */
export function openS3Blobs(settings: S3Settings, partBytes?: number): Blobs {
  const send = createS3Requests(settings);
  const root = settings.prefix === '' ? '' : `${settings.prefix}/`;
  const keyOf = (sha256: string): string => {
    assertDigest(sha256);
    return `${root}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
  };

  async function sizeOf(sha256: string): Promise<number | null> {
    const { status, headers } = await send({ method: 'HEAD', key: keyOf(sha256), expects: [MISSING] });
    return status === MISSING ? null : Number(headers.get('content-length'));
  }

  async function* bytesOf(sha256: string, part: BlobPart | null, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const headers = part === null ? {} : { range: `bytes=${part.start}-${part.end}` };
    const response = await send({ method: 'GET', key: keyOf(sha256), headers, expects: [MISSING], signal });
    if (response.status === MISSING) {
      await response.body?.cancel();
      throw new BlobMissing(sha256);
    }
    if (part !== null && response.status !== 206)
      throw new Error('The storage for documents gives no parts of a file.');
    if (response.body) yield* response.body as unknown as AsyncIterable<Uint8Array>;
  }

  /** Every page names where the next one begins. */
  async function* listed(): AsyncGenerator<Blob> {
    let next: string | null = null;
    do {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: root,
        ...(next !== null && { 'continuation-token': next }),
      };
      const page = keysIn(await (await send({ method: 'GET', key: '', query })).text());
      for (const { key, sizeBytes } of page.keys) {
        const sha256 = key.split('/').at(-1) ?? '';
        if (/^[0-9a-f]{64}$/.test(sha256)) yield { sha256, sizeBytes };
      }
      next = page.next;
    } while (next !== null);
  }

  return {
    async keep(path, sha256, signal) {
      if ((await sizeOf(sha256)) === (await stat(path)).size) return;
      await upload(send, { key: keyOf(sha256), path, signal }, partBytes);
    },
    sizeOf,
    open: bytesOf,
    async asFile(sha256, folder, use) {
      const path = join(folder, `blob-${randomUUID()}`);
      try {
        const hash = createHash('sha256');
        const hashed = async function* () {
          for await (const bytes of bytesOf(sha256, null, new AbortController().signal)) {
            hash.update(bytes);
            yield bytes;
          }
        };
        await pipeline(hashed(), createWriteStream(path, { mode: 0o600 }));
        if (hash.digest('hex') !== sha256)
          throw new Error(`The storage for documents gave other bytes than those of ${sha256}.`);
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    forget: async (sha256) => void (await send({ method: 'DELETE', key: keyOf(sha256), expects: [MISSING] })),
    list: listed,
    close: async () => {},
  };
}
