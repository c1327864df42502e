/** Puts a file into S3-compatible storage: small ones in one request, others in parts. Only a whole file is ever there. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { elementIn } from './s3-lists.ts';
import type { S3Requests } from './s3-requests.ts';

/** What is held in memory of a file; a file of the largest size has few hundred parts, and ten thousand are allowed. */
const PART_BYTES = 16 * 2 ** 20;

export interface Upload {
  key: string;
  path: string;
  signal: AbortSignal | undefined;
}

/** `partBytes`: a test's, at least 5 MiB. */
export async function upload(send: S3Requests, { key, path, signal }: Upload, partBytes = PART_BYTES): Promise<void> {
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

/** The storage itself holds the bytes against their digest. */
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
  const begun = await send({ method: 'POST', key, query: { uploads: '' }, signal });
  const uploadId = elementIn(await begun.text(), 'UploadId');
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
    const ended = await (await send({ method: 'POST', key, query: { uploadId }, body, signal })).text();
    // The storage says 200 before it has put the parts together, and may fail in between.
    if (elementIn(ended, 'ETag') === null)
      throw new Error(`The parts of ${key} were not put together: ${ended.slice(0, 200)}`);
  } catch (error) {
    // Parts that nobody ends are paid for until somebody clears them away.
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
