/** Multipart forms, parsed as they arrive; files lie in a temporary folder until the request ends. */

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import { type BodyTimeout, boundaryOf, tooLarge } from './body.ts';

export interface UploadBounds {
  /** Of the whole body. */
  bytesMax: number;
  filesMax: number;
  fileBytesMax: number;
  fieldsMax: number;
  fieldBytesMax: number;
  /** The time limit. Default: that of the server for this kind of caller. */
  waitMs?: number;
}

export interface Upload {
  fields: URLSearchParams;
  files: UploadedFile[];
}

export interface UploadedFile {
  /** The name of the form field. */
  field: string;
  /** As the sender calls it: for display, never for paths. */
  name: string;
  /** As the sender declares it. */
  mediaType: string;
  path: string;
  sizeBytes: number;
}

/** Name, type and disposition of a part, and what mail programs add. */
const PART_HEADERS_MAX = 10;
const PART_HEADER_BYTES_MAX = 8_192;
const NAME_LENGTH_MAX = 255;
/** Parts that are neither field nor file, as some programs send. */
const OTHER_PARTS_MAX = 10;

export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'firmoteca-upload-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** After a failure nothing is written any more. The connection stays open, because a refusal is still sent on it. */
export async function readUpload(
  raw: IncomingMessage,
  folder: string,
  bounds: UploadBounds,
  { waitMs, late }: BodyTimeout,
): Promise<Upload> {
  const parser = parserOf(raw, bounds);
  const upload: Upload = { fields: new URLSearchParams(), files: [] };
  const { promise: parsed, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  const stop = new AbortController();
  const writes: Promise<void>[] = [];
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > bounds.bytesMax) fail(tooLarge(bounds.bytesMax));
  };
  const abort = (): void => {
    // Unread bytes are lost with the connection.
    if (!raw.readableEnded) fail(new ApiError('INVALID_BODY', messages.body.notWhole()));
  };
  /** A form without its end boundary would wait forever: it is refused once all writes are done. */
  const failAfterWrites = async (): Promise<void> => {
    for (let seen = -1; seen < writes.length; await nextTurn()) {
      seen = writes.length;
      await Promise.allSettled(writes);
      await nextTurn();
    }
    fail(new ApiError('INVALID_BODY', messages.body.noMultipart()));
  };
  const timer = setTimeout(() => fail(late()), waitMs);
  parser.on('field', (name, value, _cut, isCut) => {
    if (isCut) fail(new ApiError('BODY_TOO_LARGE', messages.body.longField({ max: bounds.fieldBytesMax })));
    upload.fields.append(name ?? '', value);
  });
  parser.on('file', (field, content, name, _encoding, mediaType) => {
    const path = join(folder, String(upload.files.length));
    const file: UploadedFile = { field: field ?? '', name: displayName(name), mediaType, path, sizeBytes: 0 };
    upload.files.push(file);
    content.on('limit', () =>
      fail(new ApiError('BODY_TOO_LARGE', messages.body.longFile({ max: bounds.fileBytesMax }))),
    );
    writes.push(writeFile(content, file, stop.signal));
    writes.at(-1)?.catch(fail);
  });
  parser.on('filesLimit', () => fail(new ApiError('INVALID_BODY', messages.body.sendFiles({ max: bounds.filesMax }))));
  parser.on('fieldsLimit', () =>
    fail(new ApiError('INVALID_BODY', messages.body.sendFields({ max: bounds.fieldsMax }))),
  );
  parser.on('partsLimit', () => fail(new ApiError('INVALID_BODY', messages.body.noMultipart())));
  parser.on('error', () => fail(new ApiError('INVALID_BODY', messages.body.noMultipart())));
  parser.on('finish', finish);
  raw.on('data', count).on('end', failAfterWrites).on('error', abort).on('close', abort);
  try {
    // The sender disconnected before the listeners were attached.
    if (raw.destroyed) abort();
    else raw.pipe(parser);
    await parsed;
    await Promise.all(writes);
    return upload;
  } catch (error) {
    stop.abort();
    await Promise.allSettled(writes);
    throw error;
  } finally {
    clearTimeout(timer);
    raw.unpipe(parser).off('data', count).off('end', failAfterWrites).off('error', abort).off('close', abort);
    // Bytes that arrive before the next listener are dropped on purpose.
    raw.resume();
  }
}

/** No text of the sender becomes part of a path. */
async function writeFile(content: BusboyFileStream, file: UploadedFile, signal: AbortSignal): Promise<void> {
  // The parser emits its errors on the file stream too, even when nothing reads it.
  content.on('error', () => {});
  await pipeline(content, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }), { signal });
  file.sizeBytes = content.bytesRead;
}

function parserOf({ headers }: IncomingMessage, bounds: UploadBounds): BusboyInstance {
  const boundary = boundaryOf(headers['content-type'] ?? '');
  if (boundary === null) throw new ApiError('UNSUPPORTED_MEDIA_TYPE', messages.body.asMultipart());
  return new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      files: bounds.filesMax,
      fileSize: bounds.fileBytesMax,
      parts: bounds.filesMax + bounds.fieldsMax + OTHER_PARTS_MAX,
      fields: bounds.fieldsMax,
      fieldSize: bounds.fieldBytesMax,
      headerPairs: PART_HEADERS_MAX,
      headerSize: PART_HEADER_BYTES_MAX,
    },
  });
}

/** Without folders of any system, and without control characters. */
const displayName = (name: string | undefined): string =>
  (name ?? '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .slice(0, NAME_LENGTH_MAX) ?? '';
