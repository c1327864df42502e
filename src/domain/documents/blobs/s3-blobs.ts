/** Blobs in S3-compatible storage, which several hosts share: `prefix/ab/cd/abcd…`. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { assertDigest, type Blob, BlobMissing, type BlobPart, type Blobs } from './blobs.ts';

const MISSING = 404;

/** `partBytes` is set by tests. */
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

  async function remove(sha256: string): Promise<void> {
    await send({ method: 'DELETE', key: keyOf(sha256), expects: [MISSING] });
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
    // Node's response body is async iterable, which the DOM type does not declare.
    if (response.body) yield* response.body as unknown as AsyncIterable<Uint8Array>;
  }

  /** Each page of a listing names the start of the next one. */
  async function* listBlobs(): AsyncGenerator<Blob> {
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
      // A storage that ignores the token would give its first page for ever.
      if (page.next !== null && page.next === next)
        throw new Error(`The storage for documents (${settings.endpoint}) repeats a page of its listing.`);
      next = page.next;
    } while (next !== null);
  }

  return {
    async put(path, sha256, signal) {
      if ((await sizeOf(sha256)) === (await stat(path)).size) return;
      await upload(send, { key: keyOf(sha256), path, signal }, partBytes);
    },
    sizeOf,
    open: bytesOf,
    async asFile(sha256, folder, use) {
      const path = join(folder, `blob-${randomUUID()}`);
      try {
        const hash = createHash('sha256');
        let length = 0;
        const hashed = async function* () {
          for await (const bytes of bytesOf(sha256, null, new AbortController().signal)) {
            hash.update(bytes);
            length += bytes.length;
            yield bytes;
          }
        };
        await pipeline(hashed(), createWriteStream(path, { mode: 0o600 }));
        if (hash.digest('hex') !== sha256) {
          // A page of a proxy in place of the file has another length.
          if ((await sizeOf(sha256)) !== length)
            throw new Error(`The storage for documents gave other bytes than those of ${sha256}.`);
          await remove(sha256);
          throw new BlobMissing(sha256);
        }
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    delete: remove,
    list: listBlobs,
    close: async () => {},
  };
}

/** Memory used for one part. A file of the largest size has a few hundred parts; S3 allows ten thousand. */
const PART_BYTES = 16 * 2 ** 20;

interface Upload {
  key: string;
  path: string;
  signal: AbortSignal | undefined;
}

/**
 * Small files take one request, larger ones a multipart upload, so the storage never shows an incomplete file. `partBytes` is set by tests,
 * at least 5 MiB.
 */
async function upload(send: S3Requests, { key, path, signal }: Upload, partBytes = PART_BYTES): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size <= partBytes) await put(send, { key, signal, body: await bytesAt(file, 0, size) });
    else await uploadParts(send, { key, signal, file, size, partBytes });
  } finally {
    await file.close();
  }
}

interface Put {
  key: string;
  body: Buffer;
  query?: Record<string, string>;
  signal: AbortSignal | undefined;
}

/** The storage verifies the bytes against the digest. */
const put = (send: S3Requests, { body, ...rest }: Put): Promise<Response> =>
  send({
    method: 'PUT',
    body,
    headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    ...rest,
  });

interface Parts {
  key: string;
  signal: AbortSignal | undefined;
  file: FileHandle;
  size: number;
  partBytes: number;
}

async function uploadParts(send: S3Requests, { key, signal, file, size, partBytes }: Parts): Promise<void> {
  const initiated = await send({ method: 'POST', key, query: { uploads: '' }, signal });
  const uploadId = elementIn(await initiated.text(), 'UploadId');
  if (uploadId === null) throw new Error('The storage for documents began no upload in parts.');
  try {
    const etags: string[] = [];
    for (let at = 0; at < size; at += partBytes) {
      const body = await bytesAt(file, at, Math.min(partBytes, size - at));
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { headers } = await put(send, { key, body, query, signal });
      etags.push(headers.get('etag') ?? '');
    }
    const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const completed = await (await send({ method: 'POST', key, query: { uploadId }, body, signal })).text();
    // The storage answers 200 before it has joined the parts, and may still fail.
    if (elementIn(completed, 'ETag') === null)
      throw new Error(`The parts of ${key} were not put together: ${completed.slice(0, 200)}`);
  } catch (error) {
    // Parts of an abandoned upload are billed until deleted.
    await send({ method: 'DELETE', key, query: { uploadId }, expects: [404] }).catch(() => {});
    throw error;
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read);
    if (bytesRead === 0) throw new Error('A file became shorter while it was stored.');
    read += bytesRead;
  }
  return bytes;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`: the bucket is the first segment of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of every key, without slashes at its ends; '' for none. */
  prefix: string;
  keyId: string;
  secret: string;
}

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key below the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Expected error statuses, which are returned instead of thrown. */
  expects?: readonly number[];
  signal?: AbortSignal | undefined;
}

/** Timeout until the response begins: a part of 16 MB at a megabyte a second. */
const ANSWER_MS = 60_000;
const ATTEMPTS_MAX = 4;
const FIRST_DELAY_MS = 200;

type S3Requests = (request: S3Request) => Promise<Response>;

function createS3Requests({ endpoint, region, bucket, keyId, secret }: S3Settings): S3Requests {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 });

  async function sendOnce({ method, key, query, headers, body, signal }: S3Request): Promise<Response> {
    const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await client.sign(url.href, {
      method,
      ...(headers && { headers }),
      ...(body && { body: Buffer.from(body) }),
    });
    // The timeout covers the start of the response; the body is read at the pace of its reader.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
    try {
      return await fetch(signed, {
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
        redirect: 'error',
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const result = await sendOnce(request).catch((error: Error) => error);
      request.signal?.throwIfAborted();
      if (result instanceof Response && (result.ok || request.expects?.includes(result.status))) return result;
      const failure = await failureOf(result);
      if (!failure.passes || attempt === ATTEMPTS_MAX)
        throw new Error(
          `The storage for documents (${endpoint}/${bucket}) did not answer ${request.method}: ${failure.what}`,
        );
      await sleep(FIRST_DELAY_MS * 4 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal: request.signal });
    }
  };
}

const EXCERPT_LENGTH = 300;

async function failureOf(result: Response | Error): Promise<{ what: string; passes: boolean }> {
  if (!(result instanceof Response)) {
    const cause = result.cause instanceof Error ? `, ${result.cause.message}` : '';
    return { what: `${result.message}${cause}`, passes: true };
  }
  const text = await result.text().catch(() => '');
  const passes = result.status >= 500 || result.status === 429;
  return { what: `HTTP ${result.status} ${text.slice(0, EXCERPT_LENGTH)}`, passes };
}

/** The text of the first element of this name; null when there is none, or the text is no XML. */
const elementIn = (xml: string, name: string): string | null => elementsIn(xml, [name])[0]?.[1] ?? null;

/** A page of a listing: keys with their sizes, and where the next page begins. */
interface KeysPage {
  keys: { key: string; sizeBytes: number }[];
  next: string | null;
}

function keysIn(xml: string): KeysPage {
  const elements = elementsIn(xml, ['Key', 'Size', 'NextContinuationToken']);
  const keys = elements.flatMap(([name, text]) => (name === 'Key' ? text : []));
  const sizes = elements.flatMap(([name, text]) => (name === 'Size' ? Number(text) : []));
  return {
    keys: keys.map((key, i) => ({ key, sizeBytes: sizes[i] ?? 0 })),
    next: elements.find(([name]) => name === 'NextContinuationToken')?.[1] ?? null,
  };
}

function elementsIn(xml: string, names: readonly string[]): [string, string][] {
  const elements: [string, string][] = [];
  const parser = new SaxesParser();
  let text = '';
  parser.on('opentag', () => {
    text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (names.includes(name)) elements.push([name, text]);
    text = '';
  });
  parser.on('error', () => {});
  parser.write(xml).close();
  return elements;
}
